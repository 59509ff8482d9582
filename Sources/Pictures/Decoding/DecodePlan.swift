import Albums

/// The output that a decoder should produce: a region of the stored picture at 1/`factor` of its size.
struct DecodePlan: Hashable {
    /// The region in stored pixels.
    let region: PixelRegion
    /// The reduction factor, a power of two.
    let factor: Int

    /// The size of the output.
    var size: PixelSize { region.size.divided(by: factor) }

    /// The size of the output in bytes.
    var bytes: Int { 4 * size.count }
}
