/// The names that settings may have, for those that are one of some: the program knows what they stand for.
public struct ConfigurationChoices: Sendable {
    public var symbols: [String]
    public var dithering: [String]

    public init(symbols: [String], dithering: [String]) {
        self.symbols = symbols
        self.dithering = dithering
    }
}
