/// How a picture is turned into cells.
public struct ArtStyle: Sendable, Hashable {
    public var symbols: SymbolSet
    public var colors: ColorDepth
    /// Without effect in true color, where every color is there.
    public var dithering: Dithering
    /// Whether neighboring cells get the same color where their true colors can't be told apart, for a slow line.
    public var mergesSimilarColors: Bool
    /// What shows through transparent pixels: the terminal's background, as sRGB.
    public var background: RGB
    /// How many times as high as wide a cell is.
    public var cellAspect: Double

    /// - Parameter dithering: nil for what looks best with so many colors.
    public init(
        symbols: SymbolSet, colors: ColorDepth, dithering: Dithering? = nil, mergesSimilarColors: Bool = false,
        background: RGB = RGB(0, 0, 0), cellAspect: Double = 2
    ) {
        self.symbols = symbols
        self.colors = colors
        self.dithering = dithering ?? .best(for: colors)
        self.mergesSimilarColors = mergesSimilarColors
        self.background = background
        self.cellAspect = cellAspect
    }
}
