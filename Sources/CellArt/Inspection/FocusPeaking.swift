extension Bitmap {
    /// Returns the bitmap with the edges that are in focus in red.
    ///
    /// An edge is in focus if brightness changes within a pixel or two: if the Laplacian, the difference of a pixel from the
    /// mean of its neighbors, is high above that of noise.
    public func withFocusPeaking() -> Bitmap {
        guard width > 2, height > 2 else { return self }
        let plane = LumaPlane(self)
        // The squared weights of the Laplacian add up to 20; noise exceeds four deviations in one pixel of 16,000.
        let threshold = max(Self.minLaplacian, Float(4 * (20 * plane.noiseVariance).squareRoot()))
        var pixels = pixels
        plane.values.withUnsafeBufferPointer { luma in
            for row in 1..<height - 1 {
                for index in row &* width &+ 1..<(row &+ 1) &* width &- 1 {
                    let sides = luma[index &- 1] + luma[index &+ 1] + luma[index &- width] + luma[index &+ width]
                    guard abs(4 * luma[index] - sides) > threshold, pixels[4 &* index &+ 3] >= 128 else { continue }
                    pixels[4 &* index] = 255
                    pixels[4 &* index &+ 1] = 32
                    pixels[4 &* index &+ 2] = 32
                }
            }
        }
        return Bitmap(width: width, height: height, pixels: pixels, isOpaque: isOpaque)
    }

    /// The least Laplacian of an edge in focus, in levels of luma.
    private static let minLaplacian: Float = 48
}
