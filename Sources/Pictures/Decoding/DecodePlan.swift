/// What a decoder shall produce: a region of the stored picture at 1/`factor` of its size.
struct DecodePlan: Hashable {
    /// In stored pixels.
    let region: PixelRegion
    /// A power of two.
    let factor: Int

    /// The size of what is produced.
    var size: PixelSize { region.size.divided(by: factor) }

    /// Bytes of the pixels that are produced.
    var bytes: Int { 4 * size.count }
}
