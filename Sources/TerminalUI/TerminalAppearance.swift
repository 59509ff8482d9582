import CellArt

/// The known capabilities of a terminal; more may become known when the terminal answers queries.
public struct TerminalAppearance: Hashable, Sendable {
    /// For terminals that don't report the size of a cell in pixels.
    public static let defaultCellAspect = 2.0

    public var colors: ColorDepth
    public var repertoire: Repertoire
    /// The terminal's own background, always `.rgb`; nil while unknown.
    public var background: Color?
    /// Whether the background is dark or light; may be known even if the color isn't. Nil while unknown.
    public var brightness: Brightness?
    /// The height of a cell divided by its width.
    public var cellAspect = defaultCellAspect
    /// The size of a cell in pixels if pictures may be shown by pixels; nil if only by characters.
    public var pixelCell: CellSize?
    /// Whether pixels can be in the last row of the screen, too. Otherwise they would make the terminal scroll.
    public var showsPixelsInLastRow = true
    /// The terminal program, or the multiplexer; nil while unknown.
    public var program: TerminalProgram?

    public init(
        colors: ColorDepth, repertoire: Repertoire, background: Color? = nil, program: TerminalProgram? = nil
    ) {
        self.colors = colors
        self.repertoire = repertoire
        self.background = background
        brightness = background.flatMap(Brightness.init)
        self.program = program
    }
}

/// Whether a background is dark or light.
public enum Brightness: String, Hashable, Sendable {
    case dark, light

    /// Light if black has more contrast on the background than white; nil if the color is unknown.
    public init?(of background: Color) {
        guard let onBlack = background.contrast(to: .rgb(0, 0, 0)),
            let onWhite = background.contrast(to: .rgb(255, 255, 255))
        else { return nil }
        self = onBlack > onWhite ? .light : .dark
    }
}

/// The program that implements a terminal, such as `kitty` 0.32.1.
public struct TerminalProgram: Hashable, Sendable {
    /// The name in lowercase.
    public let name: String
    /// The components of the version, major first; empty while unknown.
    public let version: [Int]

    public init(name: String, version: [Int] = []) {
        self.name = name.lowercased()
        self.version = version
    }

    /// Parses a response to XTVERSION: `kitty(0.32.1)`, `foot(1.16.2)`, `VTE(7200)`, `WezTerm 20240203-110809`.
    public init(report: String) {
        let name = report.prefix { $0 != "(" && $0 != " " }
        self.init(name: String(name), version: Self.numbers(in: report.dropFirst(name.count)))
    }

    /// - Parameter version: a version such as `1.20.1`; of `20240203-110809-5046fc22` only the first number is used.
    public init(name: String, version: String) {
        self.init(name: name, version: Self.numbers(in: version[...]))
    }

    /// Returns whether the version is known to be at least this one.
    public func isAtLeast(_ minimum: Int...) -> Bool {
        !version.isEmpty && !version.lexicographicallyPrecedes(minimum)
    }

    /// Parses numbers separated by periods.
    private static func numbers(in text: Substring) -> [Int] {
        text.drop { !$0.isASCII || !$0.isNumber }.prefix { $0.isASCII && $0.isNumber || $0 == "." }
            .split(separator: ".").compactMap { Int($0) }
    }
}

extension TerminalProgram: CustomStringConvertible {
    public var description: String {
        version.isEmpty ? name : "\(name) \(version.map(String.init).joined(separator: "."))"
    }
}
