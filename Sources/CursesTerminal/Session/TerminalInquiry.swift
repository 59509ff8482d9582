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
        // Another program reads from the terminal if that takes the output, such as fzf or less.
        if device >= 0, description.answersQueries, tcgetpgrp(device) == getpgrp(), isatty(STDOUT_FILENO) == 1 {
            let passesOn = Tmux(environment: environment)?.client?.passesOn
            Self.ask(device, &terminal, asksAroundTmux: passesOn ?? true, until: .now() + .milliseconds(milliseconds))
        } else {
            let client = Tmux(environment: environment)?.client
            terminal.assume(
                terminal.multiplexer == .tmux
                    ? client.flatMap { $0.passesOn ? $0.program : nil } : TerminalProgram(environment: environment))
        }
        appearance = terminal.appearance
        graphics = terminal.graphics
        multiplexer = terminal.multiplexer
        isRemote = environment.isRemote
    }

    /// - Parameter asksAroundTmux: whether the terminal around tmux may answer.
    private static func ask(
        _ device: Int32, _ terminal: inout KnownTerminal, asksAroundTmux: Bool, until deadline: DispatchTime
    ) {
        var attributes = termios()
        guard tcgetattr(device, &attributes) == 0 else { return }
        let original = attributes
        // Without signals of keys, nothing leaves the terminal without echo.
        attributes.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG)
        guard tcsetattr(device, TCSANOW, &attributes) == 0 else { return }
        var isInterrupted = false
        defer {
            var original = original
            tcsetattr(device, TCSANOW, &original)
            if isInterrupted { raise(SIGINT) }
        }
        var decoder = InputDecoder()
        var isLastExpected = true
        var isOuterExpected = false
        var deadline = deadline
        func send(_ queries: [UInt8]) {
            guard !queries.isEmpty else { return }
            isOuterExpected = terminal.multiplexer == .tmux && asksAroundTmux
            write(queries + (isOuterExpected ? FlowControl.statusQueryThroughTmux : []), to: device)
        }
        send(terminal.queries)
        while isLastExpected || isOuterExpected, DispatchTime.now() < deadline {
            var ready = pollfd(fd: device, events: Int16(POLLIN), revents: 0)
            guard poll(&ready, 1, 10) > 0 else { continue }
            let bytes = [UInt8](unsafeUninitializedCapacity: 4096) { buffer, count in
                count = max(0, read(device, buffer.baseAddress, buffer.count))
            }
            guard !bytes.isEmpty else { return }
            for event in decoder.decode(bytes) {
                switch event {
                case .key(Key(.character("c"), .control)):
                    isInterrupted = true
                    return
                case .response(.controlSequence("0n")): isOuterExpected = false
                case .response(let response):
                    guard let finding = TerminalQueries.finding(in: response) else { continue }
                    if finding == .last, isLastExpected {
                        isLastExpected = false
                        // tmux doesn't say that it passes nothing on.
                        deadline = min(deadline, .now() + .milliseconds(300))
                    }
                    send(terminal.apply(finding))
                default: break
                }
            }
        }
    }

    private static func write(_ bytes: [UInt8], to device: Int32) {
        // A terminal takes so few bytes at once.
        if !bytes.isEmpty { _ = Glibc.write(device, bytes, bytes.count) }
    }
}

extension [String: String] {
    /// Whether the terminal is at the other end of an SSH connection.
    var isRemote: Bool { self["SSH_CONNECTION"]?.isEmpty == false }
}
