import CellArt
import Dispatch
import FoundationEssentials
import Glibc
import Synchronization
import TerminalUI

/// The answers of the terminal about itself, for a command that only prints.
public struct TerminalInquiry: Sendable {
    public let appearance: TerminalAppearance
    /// The size of a cell in pixels; nil if unknown.
    public let cell: CellSize?
    /// How pictures are shown, and why.
    public let graphics: GraphicsSupport
    /// Whether the terminal was asked. Otherwise the appearance comes from the environment.
    public let wasAsked: Bool
    let multiplexer: Multiplexer?
    /// The limits of the terminal's Sixel support.
    let sixelLimits: SixelLimits
    /// The number of rows of the terminal; nil if the output doesn't go there directly.
    let screenRows: Int?
    /// Whether the terminal is at the other end of an SSH connection.
    let isRemote: Bool
    private let environment: [String: String]
    /// Whether the terminal, or the one around tmux, has answered a query for a status report.
    private let sendsReports: Bool

    /// Queries the controlling terminal, and blocks until it has answered or the time is over. Without a terminal, or in
    /// the background, as in a preview of fzf, the environment and tmux name the program.
    /// - Parameters:
    ///   - colors: the color depth; nil to detect it.
    ///   - milliseconds: the maximum time to wait for the last answer. Later ones appear at the shell's prompt, so this is
    ///     more than any terminal takes that answers at all.
    ///   - silence: the maximum time to wait for the first answer.
    ///   - onWait: called once, if the terminal hasn't answered after a moment.
    public init(
        environment: [String: String] = ProcessInfo.processInfo.environment, colors: ColorDepth? = nil,
        graphics choice: GraphicsChoice, within milliseconds: Int = 5000, silence: Int = 5000,
        onWait: () -> Void = {}
    ) throws(TerminalStartError) {
        let description = try TerminalDescription(environment: environment, colors: colors)
        let device = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
        defer { if device >= 0 { close(device) } }
        var terminal = KnownTerminal(
            description, environment: environment, ascii: false, colors: colors, graphics: choice,
            window: device >= 0 ? TerminalWindow(descriptor: device) : nil)
        let tmux = Tmux(environment: environment)
        let client = tmux?.client
        let isPassedOn = client.map { $0.passesOn && $0.isVisible }
        // A program that takes the output, such as fzf or less, may read from the terminal itself.
        self.environment = environment
        var sendsReports = false
        let canBeAsked = device >= 0 && tcgetpgrp(device) == getpgrp() && isatty(STDOUT_FILENO) == 1
        wasAsked = canBeAsked || !description.answersQueries
        if canBeAsked, description.answersQueries {
            sendsReports = Self.ask(
                device, &terminal, isPassedOn: isPassedOn, until: .now() + .milliseconds(milliseconds),
                silence: .milliseconds(silence), onWait: onWait)
            if terminal.needsFeaturesAroundTmux, let features = tmux?.terminalFeatures {
                terminal.apply(tmuxFeatures: features)
            }
            if let client { terminal.apply(programAroundTmux: client.program) }
        } else {
            terminal.assume(
                terminal.multiplexer == .tmux
                    ? (isPassedOn == true ? client?.program : nil) : TerminalProgram(environment: environment))
        }
        self.sendsReports = sendsReports
        appearance = terminal.appearance
        cell = terminal.cell
        graphics = terminal.graphics
        multiplexer = terminal.multiplexer
        sixelLimits = terminal.sixelLimits
        screenRows = TerminalWindow(descriptor: STDOUT_FILENO)?.size.rows
        isRemote = environment.isRemote
    }

    /// Returns what a session would know about the connection to the terminal; nil if that depends on the terminal's
    /// answers and it wasn't asked. Asks tmux where the terminal around it is.
    public func line() -> TerminalLine? {
        let own = TerminalLocation(environment: environment)
        let location = Tmux(environment: environment)?.location ?? own
        let isThroughTmux: Bool =
            if case .pixels(.kitty, _, _) = graphics { multiplexer == .tmux } else { false }
        let asksReports = multiplexer == nil && !own.isMosh || isThroughTmux
        guard wasAsked || !asksReports else { return nil }
        var link = LinkProgress(asking: asksReports && sendsReports ? .terminal : .nobody)
        link.setConnection(
            isRemote: location.isRemote, isObserved: location.connection.flatMap(SSHConnection.init) != nil, at: 0)
        return TerminalLine(link, LinkQuality(frameTime: nil))
    }

    /// Returns whether the terminal has sent a status report.
    /// - Parameter isPassedOn: whether tmux passes queries on to the terminal around it; nil if unknown.
    private static func ask(
        _ device: Int32, _ terminal: inout KnownTerminal, isPassedOn: Bool?, until deadline: DispatchTime,
        silence: DispatchTimeInterval, onWait: () -> Void
    ) -> Bool {
        var attributes = termios()
        guard tcgetattr(device, &attributes) == 0 else { return false }
        let original = attributes
        let signals = EndingSignals()
        // Keys must not send signals, which could end the program before it restores the echo.
        attributes.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG)
        guard tcsetattr(device, TCSANOW, &attributes) == 0 else {
            signals.cancel()
            return false
        }
        var isInterrupted = false
        defer {
            var original = original
            tcsetattr(device, TCSANOW, &original)
            signals.cancel()
            if isInterrupted { raise(SIGINT) }
        }
        var decoder = InputDecoder()
        /// The number of outstanding answers to `TerminalQueries.last`.
        var lastCount = 0
        var isOuterExpected = false
        var sendsReports = false
        var asksColors = true
        let start = DispatchTime.now()
        var end = min(deadline, start + silence)
        var hasAnswered = false
        var hasReportedWait = false
        func send(_ queries: [UInt8]) {
            guard !queries.isEmpty else { return }
            lastCount += queries.ranges(of: TerminalQueries.last).count
            let asksOuter = terminal.multiplexer == .tmux && isPassedOn ?? true
            isOuterExpected = isOuterExpected || asksOuter
            write(queries + (asksOuter ? LinkProgress.statusQueryThroughTmux : []), to: device)
        }
        // Precedes the other queries, so that DA1's answer, which every terminal sends, also ends the wait for this
        // report.
        if terminal.multiplexer == nil { write(LinkProgress.statusQuery, to: device) }
        send(terminal.queries)
        while lastCount > 0 || isOuterExpected, DispatchTime.now() < end, !signals.haveArrived {
            var ready = pollfd(fd: device, events: Int16(POLLIN), revents: 0)
            guard poll(&ready, 1, 10) > 0 else {
                if !hasReportedWait, DispatchTime.now() > start + unnoticedWait {
                    hasReportedWait = true
                    onWait()
                }
                continue
            }
            let bytes = [UInt8](unsafeUninitializedCapacity: 4096) { buffer, count in
                count = max(0, read(device, buffer.baseAddress, buffer.count))
            }
            guard !bytes.isEmpty else { return sendsReports }
            for event in decoder.decode(bytes) {
                if case .response = event, !hasAnswered {
                    hasAnswered = true
                    end = deadline
                }
                switch event {
                case .key(Key(.character("c"), .control)):
                    isInterrupted = true
                    return sendsReports
                case .response(.controlSequence("0n")):
                    isOuterExpected = false
                    sendsReports = true
                case .response(let response):
                    guard let finding = TerminalQueries.finding(in: response) else { continue }
                    if case .last = finding { lastCount -= 1 }
                    send(terminal.apply(finding))
                    // Asks for colors only if the name doesn't settle them, because some terminals print the query.
                    if lastCount <= 0, asksColors, !terminal.colorQueries.isEmpty, terminal.mayHaveMoreColors {
                        asksColors = false
                        send(terminal.colorQueries + TerminalQueries.last)
                    }
                    // If tmux hasn't said whether it passes queries on, the outer answer may never come.
                    if lastCount <= 0, isPassedOn == nil { end = min(end, .now() + .milliseconds(300)) }
                default: break
                }
            }
        }
        return sendsReports
    }

    /// The time after which a user wonders why nothing happens.
    private static let unnoticedWait = DispatchTimeInterval.milliseconds(300)

    private static func write(_ bytes: [UInt8], to device: Int32) {
        // A terminal takes a few bytes in one write.
        if !bytes.isEmpty { _ = Glibc.write(device, bytes, bytes.count) }
    }
}

extension [String: String] {
    /// Whether the terminal is at the other end of an SSH connection.
    public var isRemote: Bool { self["SSH_CONNECTION"]?.isEmpty == false }
}

/// Holds back the signals that end a command, until it has restored the terminal.
private struct EndingSignals {
    /// The last signal that has arrived; 0 if none has.
    private static let arrived = Atomic<Int32>(0)
    private let former: [(signal: Int32, action: sigaction)]

    init() {
        // Also initializes the variable before a handler uses it.
        Self.arrived.store(0, ordering: .relaxed)
        former = [SIGINT, SIGTERM, SIGHUP, SIGQUIT].map { signal in
            var action = sigaction()
            action.__sigaction_handler.sa_handler = { Self.arrived.store($0, ordering: .relaxed) }
            var former = sigaction()
            sigaction(signal, &action, &former)
            return (signal, former)
        }
    }

    var haveArrived: Bool { Self.arrived.load(ordering: .relaxed) != 0 }

    /// Restores the former actions, and performs that of a signal that has arrived.
    func cancel() {
        for (signal, action) in former {
            var action = action
            sigaction(signal, &action, nil)
        }
        let signal = Self.arrived.exchange(0, ordering: .relaxed)
        if signal != 0 { raise(signal) }
    }
}
