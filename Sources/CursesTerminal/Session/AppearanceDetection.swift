import CellArt
import TerminalUI

extension TerminalAppearance {
    /// Detects the appearance from the environment alone, without querying the terminal.
    ///
    /// - Parameters:
    ///   - ascii: whether to draw with ASCII only, regardless of the locale.
    ///   - colors: the color depth, overriding the environment.
    public init(environment: [String: String], ascii: Bool, colors: ColorDepth? = nil) throws(TerminalStartError) {
        self.init(
            try TerminalDescription(environment: environment, colors: colors), environment: environment, ascii: ascii)
    }

    init(_ description: TerminalDescription, environment: [String: String], ascii: Bool) {
        let locale = TextLocale.prepare(environment)
        self.init(
            colors: description.colors, repertoire: ascii || description.isHardwareTerminal ? .ascii : locale,
            program: TerminalProgram(environment: environment))
        brightness = Brightness(environment: environment)
    }

    /// Updates the appearance from the terminal's answer.
    mutating func learn(_ finding: TerminalQueries.Finding) {
        switch finding {
        case .program(let name):
            program = TerminalProgram(report: name)
            if colors != .none, let depth = ColorDepthDetection.depth(ofProgram: name) { colors = max(colors, depth) }
        case .trueColor: if colors != .none { colors = .trueColor }
        case .background(let color):
            background = color
            brightness = Brightness(of: color)
        case .newColors(let newBrightness):
            // With the same brightness, the background may also be the same.
            if newBrightness != brightness { background = nil }
            brightness = newBrightness
        case .last, .nothing: break
        }
    }
}
