/// The sharpness of pictures: how much of their detail a blur would remove.
///
/// A sharp picture loses most of its steep edges when it is blurred again, and a blurred one hardly anything (Crete et al.,
/// "The blur effect", 2007). The measure is 1 - √(B / A) with the energy A of the gradients in a direction, and B after
/// averaging nine pixels in that direction; the mean of both directions. As a ratio it depends neither on exposure nor on
/// contrast. The energy of noise is estimated (Immerkær, 1996) and subtracted, because noise would count as detail.
public enum Sharpness {
    /// The number of adjacent pixels that the blur averages.
    private static let blurLength = 9
    /// The least mean energy of gradients, in squared levels of luma, in which anything can be measured.
    private static let minEnergy = 4.0
    /// The least energy of the sharpest picture in which blur is sure to make a difference. That of sky and other smooth
    /// surfaces is lower.
    private static let minEnergyOfDetail = 100.0

    /// Measures a picture at the scale of its pixels: from 0 for a very blurred to 1 for the sharpest one.
    /// - Returns: nil for a picture that is too small or has no edges.
    public static func of(_ bitmap: Bitmap) -> Double? {
        guard let detail = Detail(bitmap) else { return nil }
        let (luma, fineNoise) = (detail.luma, detail.noise)
        // Averaging along the direction of the filter reduces the noise.
        let coarseNoise = fineNoise / Double(blurLength * blurLength)
        func sharpness(_ fine: Double, blurred: Double) -> Double? {
            // In a picture of noise, the estimate is as uncertain as what remains.
            guard fine > max(minEnergy, fineNoise / 4) else { return nil }
            return min(1, max(0, 1 - (max(0, blurred - coarseNoise) / fine).squareRoot()))
        }
        let directions = [
            sharpness(detail.across, blurred: luma.blurredAcross(blurLength).energyAcross(Detail.margin)),
            sharpness(detail.down, blurred: luma.blurredDown(blurLength).energyDown(Detail.margin)),
        ].compactMap { $0 }
        return directions.isEmpty ? nil : directions.reduce(0, +) / Double(directions.count)
    }

    /// Returns whether pictures of the same part have enough detail for their sharpness to be reliable: whether one of them
    /// has clear edges.
    public static func isReliable(of bitmaps: [Bitmap?]) -> Bool {
        bitmaps.contains { bitmap in
            guard let detail = bitmap.flatMap(Detail.init) else { return false }
            return max(detail.across, detail.down) >= minEnergyOfDetail
        }
    }

    /// The energy of the gradients in both directions without that of the noise, which is estimated.
    private struct Detail {
        let luma: LumaPlane
        let noise: Double
        let across: Double
        let down: Double

        /// The pixels at the edges that averaging would leave undefined.
        static let margin = blurLength / 2 + 1

        /// Returns nil for a picture that is too small.
        init?(_ bitmap: Bitmap) {
            guard bitmap.width > 4 * Self.margin, bitmap.height > 4 * Self.margin else { return nil }
            luma = LumaPlane(bitmap)
            // 12 is the sum of the squared weights of a Sobel filter.
            noise = 12 * luma.noiseVariance
            across = luma.energyAcross(Self.margin) - noise
            down = luma.energyDown(Self.margin) - noise
        }
    }

    /// Measures pictures of the same part at the same scale: that of the one with the fewest pixels.
    /// - Returns: nil for all if there are fewer than two pictures, because a single number has nothing to compare
    ///   with.
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
