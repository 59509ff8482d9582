/// How copies for others are made: as JPEGs, upright and in sRGB.
public struct JPEGExport: Hashable, Sendable, Codable {
    /// The sizes that can be chosen, in pixels.
    public static let sizes = 16...16_384

    /// The maximum width and height in pixels. Smaller pictures keep their size.
    public let maxSide: Int
    /// Whether the metadata lacks coordinates and the city.
    public let stripsPlaces: Bool

    public init(maxSide: Int, stripsPlaces: Bool = false) {
        (self.maxSide, self.stripsPlaces) = (maxSide, stripsPlaces)
    }
}
