import FoundationEssentials
import TerminalUI

/// A program that stands between this one and the terminal that a person looks at.
public enum Multiplexer: String, Sendable {
    case tmux
    case screen
    case zellij

    /// The one whose variables are in the environment.
    public init?(environment: [String: String]) {
        if environment["TMUX"] != nil {
            self = .tmux
        } else if environment["ZELLIJ"] != nil {
            self = .zellij
        } else if environment["STY"] != nil {
            self = .screen
        } else {
            return nil
        }
    }

    /// A sequence that tmux hands on to the terminal with `allow-passthrough on`.
    static func passedOnByTmux(_ sequence: String) -> String {
        "\u{1B}Ptmux;\(sequence.replacing("\u{1B}", with: "\u{1B}\u{1B}"))\u{1B}\\"
    }

    /// The one around this program, which may be on the other end of SSH, where variables do not tell.
    init?(environment: [String: String], program: TerminalProgram?) {
        let name = environment["TERM"] ?? ""
        if let known = Multiplexer(environment: environment) ?? program.flatMap({ Multiplexer(rawValue: $0.name) }) {
            self = known
        } else if name.hasPrefix("tmux") {
            self = .tmux
        } else if name.hasPrefix("screen") {
            self = .screen
        } else {
            return nil
        }
    }
}
