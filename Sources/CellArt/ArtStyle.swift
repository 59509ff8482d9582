/// How a bitmap is converted to cells.
public struct ArtStyle: Sendable, Hashable {
    public var symbols: SymbolSet
    public var colors: ColorDepth
    /// Ignored in true color, which needs no dithering.
    public var dithering: Dithering
    /// The largest color difference at which neighboring cells are merged into one color to save bytes: the sum of the
    /// squared differences in red, green and blue (0 to 255). 0 disables merging.
    public var mergingTolerance: Int
    /// The terminal's background, onto which transparent pixels are composited, in sRGB.
    public var background: RGB
    /// Whether pictures with transparent parts show that background where they can be seen on it, rather than a gray.
    public var showsBackground = false
    /// The height of a cell divided by its width.
    public var cellAspect: Double
    /// The size of a cell in pixels if the terminal shows pixels; nil if it shows only characters.
    public var cell: CellSize?
    /// Whether the picture lasts only for a frame, and time counts more than its finest detail.
    private(set) var isInMotion = false

    /// Merges colors that differ only by rounding: saves a tenth of the bytes and costs hundredths of a dB.
    public static let roundingTolerance = 2
    /// For slow connections: saves a quarter of the bytes and costs 0.04 dB with half blocks or 0.1 dB with sextants,
    /// which is invisible.
    public static let unseenTolerance = 12
    /// Makes bands that are visible only in a picture that stays.
    private static let movingTolerance = 1200

    /// - Parameter dithering: nil selects the best dithering for the color depth.
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

    /// The style for frames of a transition, which last for 20 ms: without pixels, quick to draw, and with half of the bytes.
    public var inMotion: ArtStyle {
        var style = self
        style.cell = nil
        style.isInMotion = true
        if symbols != .ascii { style.symbols = .half }
        style.mergingTolerance = max(mergingTolerance, Self.movingTolerance)
        return style
    }
}

/// The size of a terminal's cell in pixels.
public struct CellSize: Hashable, Sendable {
    public let width: Int
    public let height: Int

    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }
}

/// How colors that a terminal lacks are mixed from those it has. In ASCII art this affects only the colors, because the
/// characters carry the brightness. The raw value is the name that users see and type.
public enum Dithering: String, Sendable, Hashable, CaseIterable {
    /// Each cell gets its nearest color, so gradients become bands.
    case none
    /// Adds a fixed threshold pattern, so that still parts of a moving picture keep their colors.
    case ordered
    /// Spreads each cell's color error over its neighbors, which is smoothest from a distance.
    case diffusion

    /// Returns the dithering that looks best at a color depth.
    public static func best(for colors: ColorDepth) -> Dithering {
        colors == .trueColor ? .none : .diffusion
    }
}
