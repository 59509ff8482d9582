import FoundationEssentials

/// The tmux that this program runs in, as far as its own command tells more than the terminal that it emulates.
struct Tmux: Sendable {
    /// Local, and a matter of milliseconds; nobody waits longer for a server that is stuck.
    private static let patience = 500

    private let environment: [[UInt8]]

    /// Nil outside of tmux, and at the far end of SSH within it.
    init?(environment: [String: String]) {
        guard environment["TMUX"]?.isEmpty == false else { return nil }
        self.environment = ["TMUX", "TMUX_PANE", "PATH", "HOME", "LANG", "LC_ALL", "LC_CTYPE"].compactMap { name in
            environment[name].map { Array("\(name)=\($0)".utf8) }
        }
    }

    /// What the terminal around tmux can do, such as `RGB`; nil where tmux cannot be asked. Empty before tmux 3.2.
    var terminalFeatures: Set<String>? {
        let words = ["display-message", "-p", "#{client_termfeatures}"]
        return program(words).output(within: Self.patience).map { output in
            Set(
                String(decoding: output, as: UTF8.self).split { $0 == "," || $0.isNewline }
                    .map { $0.trimmingPrefix { $0 == " " } }.map(String.init))
        }
    }

    /// Puts a text into tmux's paste buffer, and from there into the clipboard of the terminal around tmux: also with
    /// `set-clipboard external`, by which tmux ignores the sequence for it. Returns whether tmux took it (3.2 or later).
    func copy(_ text: [UInt8]) -> Bool {
        program(["load-buffer", "-w", "-"]).run(reading: text, within: Self.patience)
    }

    private func program(_ words: [String]) -> ChildProgram {
        ChildProgram("tmux", arguments: words.map { Array($0.utf8) }, environment: environment)
    }
}
