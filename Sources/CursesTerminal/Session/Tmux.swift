import Dispatch
import FoundationEssentials
import Glibc
import TerminalUI

/// The tmux around this program. Its command reveals more than the terminal that it emulates.
struct Tmux: Sendable {
    /// Timeout in milliseconds. A local tmux responds within milliseconds, unless its server is stuck or the computer very
    /// busy.
    private static let timeout = 5000

    private let environment: [[UInt8]]
    private let pane: String?

    /// Returns nil outside tmux, and on a remote host reached by SSH from within tmux.
    init?(environment: [String: String]) {
        guard environment["TMUX"]?.isEmpty == false else { return nil }
        pane = environment["TMUX_PANE"]
        self.environment = ["TMUX", "TMUX_PANE", "PATH", "HOME", "LANG", "LC_ALL", "LC_CTYPE"].compactMap { name in
            environment[name].map { Array("\(name)=\($0)".utf8) }
        }
    }

    /// The features of the terminal around tmux, such as `RGB`; nil if tmux can't be queried. Empty before tmux 3.2.
    var terminalFeatures: Set<String>? {
        let words = ["display-message", "-p", "#{client_termfeatures}"]
        return program(words).output(within: Self.timeout).map { output in
            Set(
                String(decoding: output, as: UTF8.self).split { $0 == "," || $0.isNewline }
                    .map { $0.trimmingPrefix { $0 == " " } }.map(String.init))
        }
    }

    /// Whether tmux has true color on the terminal around it; nil if tmux can't be queried.
    var hasTrueColor: Bool? {
        let words = ["display-message", "-p", "#{client_name},#{client_termfeatures}", ";", "show-messages", "-T"]
        return program(words).output(within: Self.timeout).flatMap {
            Self.hasTrueColor(in: String(decoding: $0, as: UTF8.self))
        }
    }

    /// Looks for true color in the name of the client and its features, followed by the capabilities of all clients. The
    /// features lack RGB if it comes from a terminfo entry, as kitty's.
    static func hasTrueColor(in report: String) -> Bool? {
        let lines = report.split(whereSeparator: \.isNewline)
        guard let parts = lines.first?.split(separator: ",", omittingEmptySubsequences: false) else { return nil }
        if parts.dropFirst().contains("RGB") { return true }
        var isOwn = false
        for line in lines.dropFirst() {
            // Terminal 0: xterm-kitty for /dev/pts/1, flags=0x20:
            if line.hasPrefix("Terminal ") {
                isOwn = line.contains(" \(parts[0]),")
            } else if isOwn,
                [" RGB: (flag) true", " Tc: (flag) true", " setrgbf: (string)"].contains(where: line.contains)
            {
                return true
            }
        }
        return false
    }

    /// The terminal around tmux.
    struct Client {
        /// Without a name if no terminal is attached.
        let program: TerminalProgram
        /// Whether tmux is set to pass sequences on.
        let passesOn: Bool
        /// Whether the terminal shows this program's pane; tmux passes nothing on from a hidden one, unless it is set to.
        let isVisible: Bool
    }

    /// The terminal around tmux; nil if unknown, also before tmux 3.3.
    var client: Client? {
        // Without the pane, the answer is about the current window.
        let words =
            ["display-message", "-p"] + (pane.map { ["-t", $0] } ?? []) + [
                """
                #{allow-passthrough} #{window_active_clients} #{?window_zoomed_flag,#{pane_active},1} #{client_termtype}
                """
            ]
        guard let output = program(words).output(within: Self.timeout) else { return nil }
        let parts = String(decoding: output, as: UTF8.self).split(whereSeparator: \.isNewline).first?
            .split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false)
        guard let parts, parts.count == 4, !parts[0].isEmpty else { return nil }
        let isVisible = parts[0] == "all" || parts[1] != "0" && parts[2] != "0"
        guard !isVisible || !parts[3].isEmpty else { return nil }
        return Client(
            program: TerminalProgram(report: String(parts[3])), passesOn: !["0", "off"].contains(parts[0]),
            isVisible: isVisible)
    }

    /// The location of the terminal around tmux; if there are several, of the one used last. Nil if none is attached,
    /// or it is another user's.
    var location: TerminalLocation? {
        let words = ["display-message", "-p"] + (pane.map { ["-t", $0] } ?? []) + ["#{client_pid}"]
        guard let output = program(words).output(within: Self.timeout),
            let process = pid_t(String(decoding: output, as: UTF8.self).filter(\.isNumber)),
            let environment = try? Data(contentsOf: URL(filePath: "/proc/\(process)/environ"))
        else { return nil }
        let entries = environment.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
        let variables = entries.compactMap { entry -> (String, String)? in
            let parts = entry.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return parts.count == 2 ? (String(parts[0]), String(parts[1])) : nil
        }
        return TerminalLocation(
            environment: Dictionary(variables, uniquingKeysWith: { first, _ in first }), process: process)
    }

    /// The processes of the clients that show this session, one for each terminal around tmux; nil if unknown.
    var clients: Set<String>? {
        let words = ["list-clients", "-F", "#{client_pid}"] + (pane.map { ["-t", $0] } ?? [])
        return program(words).output(within: Self.timeout).map { output in
            Set(String(decoding: output, as: UTF8.self).split(whereSeparator: \.isNewline).map(String.init))
        }
    }

    /// Copies a text to tmux's paste buffer, and from there to the clipboard of the terminal around tmux. Works even
    /// with `set-clipboard external`, with which tmux ignores OSC 52. Returns whether tmux succeeded (3.2 or later).
    func copy(_ text: [UInt8]) -> Bool {
        program(["load-buffer", "-w", "-"]).run(reading: text, within: Self.timeout)
    }

    private func program(_ words: [String]) -> ChildProgram {
        ChildProgram("tmux", arguments: words.map { Array($0.utf8) }, environment: environment)
    }
}

/// Queries tmux in the background during a session. Outside tmux, all answers are nil or false.
@MainActor
final class TmuxConversation {
    private let tmux: Tmux?
    private var hasAskedFeatures = false
    /// The clients of tmux when it was asked last; nil before.
    private var clients: Set<String>?
    private var isAskingClients = false
    /// When a key was pressed last, or the mouse was used.
    private var lastInput = DispatchTime.now()

    init(environment: [String: String]) {
        tmux = Tmux(environment: environment)
    }

    /// The terminal around tmux; nil if unknown.
    var client: Tmux.Client? {
        get async {
            guard let tmux else { return nil }
            return await Task.detached { tmux.client }.value
        }
    }

    /// Whether this program runs in tmux.
    var isInside: Bool { tmux != nil }

    /// Where the terminal around tmux is; nil if unknown.
    var location: TerminalLocation? {
        get async {
            guard let tmux else { return nil }
            return await Task.detached { tmux.location }.value
        }
    }

    /// Whether tmux has true color on the terminal around it; nil if unknown.
    var hasTrueColor: Bool? {
        get async {
            guard let tmux else { return nil }
            return await Task.detached { tmux.hasTrueColor }.value
        }
    }

    /// Copies a text to the clipboard of the terminal around tmux. Returns whether tmux succeeded.
    func copy(_ text: [UInt8]) async -> Bool {
        guard let tmux else { return false }
        return await Task.detached { tmux.copy(text) }.value
    }

    /// Asks for the features of the terminal around tmux, if tmux hasn't answered that yet.
    func askFeatures(_ receive: @escaping (Set<String>) -> Void) {
        guard let tmux, !hasAskedFeatures else { return }
        hasAskedFeatures = true
        Task {
            guard let features = await Task.detached(operation: { tmux.terminalFeatures }).value else {
                hasAskedFeatures = false
                return
            }
            receive(features)
        }
    }

    /// Makes `askFeatures` ask again, because another terminal may show the session.
    func forgetFeatures() { hasAskedFeatures = false }

    /// Asks which terminals show the session; calls `onNewClient` if a terminal has been attached since the last time.
    func askClients(onNewClient: @escaping () -> Void) {
        guard let tmux, !isAskingClients else { return }
        isAskingClients = true
        Task {
            let clients = await Task.detached { tmux.clients }.value
            isAskingClients = false
            guard let clients else { return }
            if let known = self.clients, !clients.isSubset(of: known) { onNewClient() }
            self.clients = clients
        }
    }

    /// Records a key or use of the mouse. Returns whether it follows a pause, in which the user may have attached another
    /// terminal.
    func didReceiveInput() -> Bool {
        defer { lastInput = .now() }
        return .now() > lastInput + .seconds(1)
    }
}
