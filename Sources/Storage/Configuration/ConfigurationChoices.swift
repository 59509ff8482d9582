/// The names that settings may have, for those that are one of some: the program knows what they stand for.
public struct ConfigurationChoices: Sendable {
    public var languages: [String]
    public var themes: [String]
    /// What colors of a theme are for.
    public var themeColors: [String]
    public var colors: [String]
    public var symbols: [String]
    public var dithering: [String]
    public var slideshowOrders: [String]

    public init(
        languages: [String], themes: [String], themeColors: [String], colors: [String], symbols: [String],
        dithering: [String], slideshowOrders: [String]
    ) {
        self.languages = languages
        self.themes = themes
        self.themeColors = themeColors
        self.colors = colors
        self.symbols = symbols
        self.dithering = dithering
        self.slideshowOrders = slideshowOrders
    }
}
