/// How a picture is turned into cells.
public struct ArtStyle: Sendable, Hashable {
    public var symbols: SymbolSet
    public var colors: ColorDepth
    /// Without effect in true color, where every color is there.
    public var dithering: Dithering
    /// How much the true colors of neighboring cells may differ to become one, which saves bytes: the sum of the squares
    /// for red, green and blue, in steps of 255. 0 leaves every color as it is.
    public var mergingTolerance: Int
    /// What shows through transparent pixels: the terminal's background, as sRGB.
    public var background: RGB
    /// How many times as high as wide a cell is.
    public var cellAspect: Double

    /// Differences of a step, as rounding makes them: a tenth of the bytes is saved, and hundredths of a dB lost.
    public static let roundingTolerance = 2
    /// For a slow line: a quarter of the bytes is saved, and 0.04 dB of half blocks or 0.1 of sextants lost, which nobody
    /// sees.
    public static let unseenTolerance = 12

    /// - Parameter dithering: nil for what looks best with so many colors.
    public init(
        symbols: SymbolSet, colors: ColorDepth, dithering: Dithering? = nil, mergingTolerance: Int = 0,
        background: RGB = RGB(0, 0, 0), cellAspect: Double = 2
    ) {
        self.symbols = symbols
        self.colors = colors
        self.dithering = dithering ?? .best(for: colors)
        self.mergingTolerance = mergingTolerance
        self.background = background
        self.cellAspect = cellAspect
    }
}
