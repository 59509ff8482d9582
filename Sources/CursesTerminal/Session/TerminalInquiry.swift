import CellArt
import Dispatch
import FoundationEssentials
import Glibc
import TerminalUI

/// What the terminal of a command that only prints answers about itself.
public struct TerminalInquiry: Sendable {
    public let appearance: TerminalAppearance
    /// How pictures are shown, and why.
    public let graphics: GraphicsSupport
    let multiplexer: Multiplexer?
    /// Whether the terminal is at the other end of an SSH connection.
    let isRemote: Bool

    /// Queries the controlling terminal, and blocks until it has answered or the time is over. Without a terminal, or in
    /// the background, as in a preview of fzf, the environment and tmux name the program.
    /// - Parameters:
    ///   - colors: the color depth; nil to detect it.
    ///   - milliseconds: the maximum time to wait for the last answer.
    public init(
        environment: [String: String] = ProcessInfo.processInfo.environment, colors: ColorDepth? = nil,
        graphics choice: GraphicsChoice, within milliseconds: Int = 1000
    ) throws(TerminalStartError) {
        let description = try TerminalDescription(environment: environment, colors: colors)
        let device = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
        defer { if device >= 0 { close(device) } }
        var terminal = KnownTerminal(
            description, environment: environment, ascii: false, colors: colors, graphics: choice,
            window: device >= 0 ? TerminalWindow(descriptor: device) : nil)
        // Another program, such as fzf, may read from the terminal.
        if device >= 0, description.answersQueries, tcgetpgrp(device) == getpgrp() {
            Self.ask(device, &terminal, until: .now() + .milliseconds(milliseconds))
        } else {
            terminal.assume(
                terminal.multiplexer == .tmux
                    ? Tmux(environment: environment)?.program(ifPassthrough: { $0 })
                    : TerminalProgram(environment: environment))
        }
        appearance = terminal.appearance
        graphics = terminal.graphics
        multiplexer = terminal.multiplexer
        isRemote = environment["SSH_CONNECTION"]?.isEmpty == false
    }

    private static func ask(_ device: Int32, _ terminal: inout KnownTerminal, until deadline: DispatchTime) {
        var attributes = termios()
        guard tcgetattr(device, &attributes) == 0 else { return }
        let original = attributes
        attributes.c_lflag &= ~tcflag_t(ICANON | ECHO)
        guard tcsetattr(device, TCSANOW, &attributes) == 0 else { return }
        defer {
            var original = original
            tcsetattr(device, TCSANOW, &original)
        }
        var decoder = InputDecoder()
        write(terminal.queries, to: device)
        // The terminal around tmux answers after tmux.
        var missing = terminal.multiplexer == .tmux ? 2 : 1
        while missing > 0, DispatchTime.now() < deadline {
            var ready = pollfd(fd: device, events: Int16(POLLIN), revents: 0)
            guard poll(&ready, 1, 10) > 0 else { continue }
            let bytes = [UInt8](unsafeUninitializedCapacity: 4096) { buffer, count in
                count = max(0, read(device, buffer.baseAddress, buffer.count))
            }
            guard !bytes.isEmpty else { return }
            for case .response(let response) in decoder.decode(bytes) {
                guard let finding = TerminalQueries.finding(in: response) else { continue }
                if finding == .last { missing -= 1 }
                if case .cell = finding, terminal.multiplexer == .tmux { missing -= 1 }
                write(terminal.apply(finding), to: device)
            }
        }
    }

    private static func write(_ bytes: [UInt8], to device: Int32) {
        // A terminal takes so few bytes at once.
        if !bytes.isEmpty { _ = Glibc.write(device, bytes, bytes.count) }
    }
}
