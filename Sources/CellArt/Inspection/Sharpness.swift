/// The sharpness of pictures: how much of their detail a blur would remove.
///
/// A sharp picture loses most of its steep edges when it is blurred again, and a blurred one hardly anything (Crete et al.,
/// "The blur effect", 2007). The measure is 1 - √(B / A) with the energy A of the gradients in a direction, and B after
/// averaging nine pixels in that direction; the mean of both directions. As a ratio it depends neither on exposure nor on
/// contrast. The energy of noise is estimated (Immerkær, 1996) and subtracted, because noise would count as detail.
public enum Sharpness {
    /// The number of pixels whose mean is the blurred picture.
    private static let blurLength = 9
    /// The least mean energy of gradients, in squared levels of luma, in which anything can be measured.
    private static let minEnergy = 4.0
    /// The least energy of the sharpest picture in which blur is sure to make a difference. That of sky and other smooth
    /// surfaces is lower.
    private static let minEnergyOfDetail = 100.0

    /// Measures a picture at the scale of its pixels: from 0 for a very blurred to 1 for the sharpest one.
    /// - Returns: nil for a picture that is too small or has no edges.
    public static func of(_ bitmap: Bitmap) -> Double? {
        let margin = blurLength / 2 + 1
        guard bitmap.width > 4 * margin, bitmap.height > 4 * margin else { return nil }
        let luma = LumaPlane(bitmap)
        let noise = luma.noiseVariance
        // The sum of the squared weights of a Sobel filter, and the same after averaging along its direction.
        let fineNoise = 12 * noise
        let coarseNoise = fineNoise / Double(blurLength * blurLength)
        func sharpness(_ energy: Double, blurred: Double) -> Double? {
            let fine = energy - fineNoise
            // In a picture of noise, the estimate is as uncertain as what remains.
            guard fine > max(minEnergy, fineNoise / 4) else { return nil }
            return min(1, max(0, 1 - (max(0, blurred - coarseNoise) / fine).squareRoot()))
        }
        let directions = [
            sharpness(luma.energyAcross(margin), blurred: luma.blurredAcross(blurLength).energyAcross(margin)),
            sharpness(luma.energyDown(margin), blurred: luma.blurredDown(blurLength).energyDown(margin)),
        ].compactMap { $0 }
        return directions.isEmpty ? nil : directions.reduce(0, +) / Double(directions.count)
    }

    /// Returns whether pictures of the same part have enough detail for their sharpness to be reliable: whether one of them
    /// has clear edges.
    public static func isReliable(of bitmaps: [Bitmap?]) -> Bool {
        bitmaps.contains { bitmap in
            let margin = blurLength / 2 + 1
            guard let bitmap, bitmap.width > 4 * margin, bitmap.height > 4 * margin else { return false }
            let luma = LumaPlane(bitmap)
            return max(luma.energyAcross(margin), luma.energyDown(margin)) - 12 * luma.noiseVariance
                >= minEnergyOfDetail
        }
    }

    /// Measures pictures of the same part at the same scale: that of the one with the fewest pixels.
    /// - Returns: nil for all if there are fewer than two pictures, because a number alone compares with nothing.
    public static func of(_ bitmaps: [Bitmap?]) -> [Double?] {
        let known = bitmaps.compactMap { $0 }
        guard known.count > 1, let width = known.map(\.width).min(), let height = known.map(\.height).min() else {
            return bitmaps.map { _ in nil }
        }
        return bitmaps.map { bitmap in
            guard let bitmap else { return nil }
            // Scaling by a few pixels would blur, and make no difference in scale.
            let isFiner = 10 * bitmap.width > 11 * width && 10 * bitmap.height > 11 * height
            return of(isFiner ? bitmap.scaled(toWidth: width, height: height) : bitmap)
        }
    }
}
