import TerminalUI

extension TerminalAppearance {
    /// What the environment says that the terminal can show; nothing is asked of the terminal itself.
    ///
    /// - Parameters:
    ///   - ascii: whether to draw with ASCII only, whatever the locale says.
    ///   - colors: how many colors there are, whatever the environment says.
    public init(environment: [String: String], ascii: Bool, colors: Colors? = nil) throws(TerminalStartError) {
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

    /// Takes over what the terminal has answered.
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
            // Of the same kind it may still be the same.
            if newBrightness != brightness { background = nil }
            brightness = newBrightness
        case .last, .nothing: break
        }
    }
}
