extension SIMD4<Float> {
    /// Returns the sum of the squared differences in red, green, blue and luma.
    func difference(from other: SIMD4<Float>) -> Float {
        let difference = self - other
        let luma = 0.299 * difference.x + 0.587 * difference.y + 0.114 * difference.z
        return (difference * difference).sum() + luma * luma
    }
}
