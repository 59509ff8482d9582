/// The valid names of enumerated settings, which the program interprets.
public struct ConfigurationChoices: Sendable {
    public var languages: [String]
    public var themes: [String]
    /// The roles of theme colors.
    public var themeColors: [String]
    public var colors: [String]
    public var symbols: [String]
    public var dithering: [String]
    public var slideshowOrders: [String]
    /// The settings that name a file with an access key, each with the service that needs it.
    public var keyFiles: [(setting: String, service: String)]

    public init(
        languages: [String], themes: [String], themeColors: [String], colors: [String], symbols: [String],
        dithering: [String], slideshowOrders: [String], keyFiles: [(setting: String, service: String)]
    ) {
        self.languages = languages
        self.themes = themes
        self.themeColors = themeColors
        self.colors = colors
        self.symbols = symbols
        self.dithering = dithering
        self.slideshowOrders = slideshowOrders
        self.keyFiles = keyFiles
    }
}
