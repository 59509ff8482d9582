import FoundationEssentials
import TerminalUI

/// A terminal multiplexer between this program and the user's terminal.
public enum Multiplexer: String, Sendable {
    case tmux
    case screen
    case zellij

    /// Detects a multiplexer from its environment variables.
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

    /// Wraps a sequence so that tmux passes it to the terminal with `allow-passthrough on`.
    static func passedOnByTmux(_ sequence: [UInt8]) -> [UInt8] {
        Array("\u{1B}Ptmux;".utf8) + sequence.flatMap { $0 == 0x1B ? [0x1B, 0x1B] : [$0] } + Array("\u{1B}\\".utf8)
    }

    static func passedOnByTmux(_ sequence: String) -> String {
        String(decoding: passedOnByTmux(Array(sequence.utf8)), as: UTF8.self)
    }

    /// Detects the multiplexer around this program, even across SSH, where its environment variables are missing.
    public init?(environment: [String: String], program: TerminalProgram?) {
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
