import CNcurses
import CellArt
import Dispatch
import FoundationEssentials
import Glibc
import TerminalUI

/// The terminal that the program runs on: draws surfaces, delivers input, and restores the terminal at the end.
///
/// A process can have only one. It uses the main queue, which must be running (`dispatchMain()`).
@MainActor
public final class CursesTerminal {
    /// User-selectable options.
    public struct Options: Sendable {
        /// Whether to draw with ASCII only, regardless of the locale.
        public var ascii: Bool
        /// The color depth; nil to detect it from the terminal and its environment.
        public var colors: ColorDepth?
        /// Whether to enable mouse reporting. Otherwise the terminal uses the mouse for selecting text. If nil, it is enabled
        /// except inside GNU screen, which holds Esc back while the mouse is reported.
        public var mouse: Bool?
        /// The speed of the connection to the terminal in kilobits per second; nil to measure it.
        public var linkSpeed: Int?
        /// How pictures are shown.
        public var graphics: GraphicsChoice
        /// Encodes pixels for terminals that take JPEG; by default there is no encoder, and they get characters.
        public var encodeJPEG: JPEGEncoding
        /// Whether to use the controlling terminal, `/dev/tty`, so that standard input and output can be pipes.
        public var isOnControllingTerminal: Bool
        /// The source of TERM, COLORTERM, NO_COLOR, TERMINFO and the locale variables.
        public var environment: [String: String]

        public init(
            ascii: Bool = false, colors: ColorDepth? = nil, mouse: Bool? = nil, linkSpeed: Int? = nil,
            graphics: GraphicsChoice = .none, encodeJPEG: @escaping JPEGEncoding = { _, _ in nil },
            isOnControllingTerminal: Bool = false,
            environment: [String: String] = ProcessInfo.processInfo.environment
        ) {
            self.ascii = ascii
            self.colors = colors
            self.mouse = mouse
            self.linkSpeed = linkSpeed
            self.graphics = graphics
            self.encodeJPEG = encodeJPEG
            self.isOnControllingTerminal = isOnControllingTerminal
            self.environment = environment
        }
    }

    /// Called when a frame is needed and the terminal can accept one. The surface is empty.
    public var draw: (inout Surface) -> Void = { _ in }
    /// Called when the terminal's device has taken a frame completely.
    public var onPresent: () -> Void = {}
    /// Called when the set of items on the terminal (`Surface.items`) changes, before keys that were typed after the
    /// change.
    public var onDeliver: (Set<OpaqueID>) -> Void = { _ in }
    public var onEvent: (InputEvent) -> Void = { _ in }
    /// Called after the terminal's size has changed, before the next frame.
    public var onResize: (Size) -> Void = { _ in }
    /// Called when the terminal has reported more about itself, before the next frame.
    public var onAppearanceChange: (TerminalAppearance) -> Void = { _ in }
    /// Called once if the session ends by itself, after the terminal has been restored.
    public var onEnd: (EndReason) -> Void = { _ in }

    public private(set) var window: TerminalWindow
    /// Called with a warning for the user, after the start.
    public var onNotice: (TerminalNotice) -> Void = { _ in }

    private let input: Int32
    private let output: Int32
    private let environment: [String: String]
    private let description: TerminalDescription
    private var known: KnownTerminal
    private var modes: TerminalModes
    /// The user's setting for mouse reports; nil for the default.
    private let chosenMouse: Bool?
    private let encodeJPEG: JPEGEncoding
    /// How the images of the frames are sent; nil unless the terminal shows pixels.
    private var imageFormat: ImageFormat?
    private let tmux: TmuxConversation
    private var speed = ConnectionSpeed()
    /// Where the terminal is; in tmux, the one around it.
    private var location: TerminalLocation
    /// The connection's rate in bytes per second, if the user has set it.
    private let fixedRate: Double?
    private var running: Running?
    private var outstanding = OutstandingQueries()

    /// The properties of the terminal on which images depend, besides the size of a cell.
    private struct ImageFormat: Equatable {
        let graphics: GraphicsProtocol
        let isThroughTmux: Bool
        let usesPalette: Bool
    }

    /// Objects that exist between start and stop.
    private struct Running {
        let presenter: FramePresenter
        let frames: FrameLoop
        let input: InputReader
        let signals: SignalSources
        let answers: AnswerFollower
    }

    /// The version of ncurses at run time, such as `6.4.20221231`.
    public nonisolated static var version: String {
        String(String(cString: curses_version()).drop { !$0.isNumber })
    }

    /// Inspects the terminal without changing anything on it.
    public init(options: Options = Options()) throws(TerminalStartError) {
        if options.isOnControllingTerminal {
            input = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
            output = input
            guard input >= 0 else { throw .noControllingTerminal }
        } else {
            (input, output) = (STDIN_FILENO, STDOUT_FILENO)
            guard isatty(input) == 1, isatty(output) == 1 else { throw .notATerminal }
        }
        environment = options.environment
        tmux = TmuxConversation(environment: environment)
        location = TerminalLocation(environment: environment)
        description = try TerminalDescription(environment: environment, colors: options.colors)
        guard let modes = TerminalModes(entry: description.entry, descriptor: input) else { throw .notATerminal }
        self.modes = modes
        chosenMouse = options.mouse
        fixedRate = options.linkSpeed.map { Double(max(1, $0)) * 125 }
        window = Self.currentWindow(of: output)
        encodeJPEG = options.encodeJPEG
        known = KnownTerminal(
            description, environment: environment, ascii: options.ascii, colors: options.colors,
            graphics: options.graphics, window: window)
        self.modes.reportsMouse = wantsMouse
    }

    public var appearance: TerminalAppearance { known.appearance }
    /// The size of a cell in pixels; nil if unknown.
    public var cell: CellSize? { known.cell }
    /// How pictures are shown, and why.
    public var graphics: GraphicsSupport { known.graphics }

    /// Takes over the terminal. The first frame follows once the main queue runs.
    public func start() throws(TerminalStartError) {
        guard running == nil else { return }
        // Must precede ncurses, which leaves signals alone that already have a handler.
        let signals = SignalSources([SIGWINCH, SIGTSTP, SIGCONT, SIGTERM, SIGHUP, SIGINT]) { [weak self] signal in
            self?.handle(signal: signal)
        }
        do {
            let presenter = try makePresenter()
            let frames = makeFrames(by: presenter)
            running = Running(
                presenter: presenter, frames: frames, input: makeInputReader(for: frames), signals: signals,
                answers: makeAnswerFollower())
        } catch {
            signals.cancel()
            throw error
        }
        CrashRestoration.holdStandardError()
        CrashRestoration.startWatchdog(descriptor: output)
        takeOver()
        updateImages()
        // The environment inside tmux may be that of an earlier connection.
        observe(tmux.isInside ? nil : location.connection)
        followTmuxClient()
        running?.frames.begin(with: modes.enterBytes)
        query(TerminalQueries.sizeReports + known.colorQueries + known.queries)
        running?.input.start()
        for notice in description.notices { onNotice(notice) }
        noticeMissingPassthrough()
    }

    private func makePresenter() throws(TerminalStartError) -> FramePresenter {
        let presenter = try FramePresenter(
            entry: DrawingEntry(for: description.entry, isInTmux: tmux.isInside), depth: appearance.colors,
            size: window.size)
        presenter.cropping = window.cropping
        return presenter
    }

    private func makeFrames(by presenter: FramePresenter) -> FrameLoop {
        FrameLoop(
            presenter: presenter, writer: FrameWriter(descriptor: output),
            link: LinkProgress(fixedRate: fixedRate, asking: respondent),
            makeSurface: { [weak self] in self?.makeSurface() ?? Surface(size: Size(columns: 0, rows: 0)) },
            onPresent: { [weak self] in self?.onPresent() }, onDeliver: { [weak self] in self?.onDeliver($0) },
            onFailure: { [weak self] in self?.end(.terminalGone) })
    }

    private func makeInputReader(for frames: FrameLoop) -> InputReader {
        InputReader(
            descriptor: input, decoder: InputDecoder(keys: description.entry.keys),
            onEvent: { [weak self] in self?.receive($0) }, onEnd: { [weak self] in self?.end(.terminalGone) },
            expectsResponse: { [weak self, weak frames] in
                self?.outstanding.isExpectingAnswers(at: .now()) == true
                    || frames.map { $0.link.pendingReports > 0 } ?? false
            }, maxReports: { [weak frames] in frames?.maxReports ?? 0 })
    }

    private func makeAnswerFollower() -> AnswerFollower {
        AnswerFollower(
            state: { [weak self] in self.map { AnswerFollower.State(appearance: $0.appearance, graphics: $0.graphics) }
            },
            send: { [weak self] in self?.query($0) }, onChange: { [weak self] in self?.showAppearance() })
    }

    /// Warns if only tmux keeps pixels from the terminal, unless the terminal answers through tmux within a second.
    private func noticeMissingPassthrough() {
        guard graphics == .characters(.multiplexer(.tmux)) else { return }
        Task {
            try? await Task.sleep(for: .seconds(1))
            guard running != nil, graphics == .characters(.multiplexer(.tmux)), let client = await tmux.client,
                running != nil
            else { return }
            known.apply(programAroundTmux: client.program)
            if client.passesOn {
                // The terminal may not have been ready when tmux started together with this program.
                query(known.queries)
            } else if client.program.hasPlaceholderCells {
                onNotice(.noPassthrough(client.program))
            }
        }
    }

    /// Measurements of the connection to the terminal; nil before the start.
    public var line: TerminalLine? {
        running.map { TerminalLine($0.frames.link, $0.frames.quality) }
    }

    /// Whether the terminal shows frames of an animation by pixels.
    public var showsFramesByPixels: Bool { running?.frames.images?.showsFrames ?? false }

    /// Begins or ends showing pictures by pixels, or changes how.
    private func updateImages() {
        guard let frames = running?.frames else { return }
        var format: ImageFormat?
        if case .pixels(let graphics, _, _) = graphics {
            format = ImageFormat(
                graphics: graphics, isThroughTmux: graphics == .kitty && multiplexer == .tmux,
                usesPalette: appearance.colors != .trueColor)
        }
        frames.ask(format?.isThroughTmux == true ? .terminalAroundTmux : respondent)
        guard format != imageFormat else { return }
        imageFormat = format
        if let format {
            start(format, on: frames)
        } else {
            frames.images = nil
            modes.imageRemoval = []
        }
        let reportsFocus =
            format?.graphics == .sixel && multiplexer == nil && appearance.program?.traits.restoresOldPixels == true
        if reportsFocus != modes.reportsFocus {
            modes.reportsFocus = reportsFocus
            frames.send(modes.focusBytes)
        }
        CrashRestoration.arm(modes, descriptor: output)
    }

    /// Who responds to status queries that aren't passed on.
    private var respondent: LinkProgress.Respondent {
        location.isMosh ? .nobody : multiplexer == nil ? .terminal : .multiplexer
    }

    /// Observes the SSH connection to the terminal, if there is one.
    private func observe(_ addresses: SSHConnection.Addresses?) {
        let connection = addresses.flatMap(SSHConnection.init)
        running?.frames.setConnection(
            isRemote: location.isRemote, connection.map { connection in { connection.queue } })
    }

    /// Observes the SSH connection of another terminal, and uses its colors, if the session of tmux is attached there now.
    private func followTmuxClient() {
        guard tmux.isInside else { return }
        Task {
            guard let location = await tmux.location, running != nil else { return }
            if location.process != self.location.process, let hasTrueColor = await tmux.hasTrueColor {
                known.apply(tmuxHasTrueColor: hasTrueColor)
                running?.answers.follow()
            }
            guard location != self.location || running?.frames.link.hasConnection == false else { return }
            self.location = location
            running?.frames.setConnection(isRemote: false, nil)
            observe(location.connection)
        }
    }

    /// Sends images again if another terminal now shows the tmux session, because that terminal lacks them.
    private func lookForNewTmuxClient() {
        tmux.askClients { [weak self] in self?.redraw() }
    }

    /// Asks tmux whether the terminal around it has Sixel, if tmux itself has.
    private func askTmuxFeatures() {
        guard known.needsFeaturesAroundTmux else { return }
        tmux.askFeatures { [weak self] features in
            self?.known.apply(tmuxFeatures: features)
            self?.running?.answers.follow()
        }
    }

    private func start(_ format: ImageFormat, on frames: FrameLoop) {
        switch format.graphics {
        case .kitty:
            let images = KittyImages(
                KittyGraphics(isThroughTmux: format.isThroughTmux), isLocal: !environment.isRemote,
                usesPalette: format.usesPalette)
            frames.images = images
            modes.imageRemoval = images.removal
            if format.isThroughTmux { lookForNewTmuxClient() }
        case .iterm2: draw(by: InlineImages(.jpeg(encodeJPEG)), on: frames)
        case .sixel:
            draw(by: InlineImages(.sixel(known.sixelLimits), losesCovered: multiplexer == .tmux), on: frames)
        }
    }

    private func draw(by images: InlineImages, on frames: FrameLoop) {
        frames.images = images
        images.ground = background
        modes.imageRemoval = InlineImages.removal
    }

    /// Requests a frame. Repeated calls in one turn of the main queue cause a single frame.
    public func setNeedsDisplay() {
        running?.frames.setNeedsDisplay()
    }

    /// Sends the whole screen again, for example after another program has written to it.
    public func redraw() {
        running?.frames.redraw()
        // The terminal may be another one now, or tmux may pass queries on.
        query(known.queries)
    }

    /// Copies a text to the terminal's clipboard; inside tmux, by means of the tmux command.
    public func copyToClipboard(_ text: [UInt8]) async throws(ClipboardFailure) -> ClipboardDelivery {
        guard description.hasClipboard else { throw .missing }
        guard let bytes = ClipboardSequence.bytes(for: text, through: multiplexer) else {
            throw .tooLong(limit: ClipboardSequence.maxLength)
        }
        if await tmux.copy(text) { return .tmux }
        running?.frames.send(bytes)
        let isSupported = appearance.program.map(ClipboardSequence.isSupported) ?? false
        return isSupported && multiplexer == nil ? .sent : .uncertain
    }

    /// Restores the terminal and stops the process, as Ctrl-Z does; returns when the process is continued.
    public func suspend() {
        guard running != nil else { return }
        leave()
        DefaultSignalAction.perform(SIGTSTP)
        resume(with: modes.enterBytes)
    }

    /// Restores the terminal to its state before the start. Does nothing if that has already happened.
    public func stop() {
        stop(ignoring: nil)
    }

    private func stop(ignoring ignored: Int32?) {
        guard let running else { return }
        leave()
        running.input.stop()
        running.signals.cancel(ignoring: ignored)
        running.presenter.close()
        CrashRestoration.releaseStandardError()
        CrashRestoration.stopWatchdog()
        modes.usesKittyKeyboard = false
        modes.reportsSize = false
        modes.reportsFocus = false
        imageFormat = nil
        self.running = nil
    }

    private func leave() {
        guard let running else { return }
        let now = DispatchTime.now()
        // The response to a last query follows all others.
        let isFenced =
            description.answersQueries && !outstanding.isMute(at: now)
            && (outstanding.isExpectingAnswers(at: now) || modes.usesKittyKeyboard
                || running.frames.possibleReports > 0)
        let lastQueries = isFenced ? outstanding.expectedLastAnswers(at: now) + 1 : 0
        // tmux answers before the terminal around it.
        let reports = isFenced && multiplexer != .tmux ? 0 : running.frames.possibleReports
        running.frames.pause(with: modes.leaveBytes + (isFenced ? TerminalQueries.last : []))
        discard(lastQueries: lastQueries, reports: reports, of: running)
        outstanding.giveUp()
        modes.restore(on: input)
        CrashRestoration.disarm()
    }

    /// Reads and discards input that the shell would take for typed text: outstanding responses, and keys pressed before
    /// the terminal has left kitty's keyboard protocol.
    /// - Parameters:
    ///   - lastQueries: the number of outstanding responses to DA1; worth a long wait if the terminal has answered
    ///     before.
    ///   - reports: the number of outstanding status reports. Some may never come, if their queries were cut off.
    private func discard(lastQueries: Int, reports: Int, of running: Running) {
        var (lastQueries, reports) = (lastQueries, reports)
        func take(_ event: InputEvent) {
            if event.isStatusReport { reports -= 1 }
            if event.isLastAnswer { lastQueries -= 1 }
        }
        let roundTrip = running.frames.link.estimate.roundTrip.map { Int($0 / 1_000_000) } ?? 0
        if lastQueries > 0 {
            running.input.discard(for: outstanding.hasAnswered ? 1500 : 400) {
                take($0)
                return lastQueries <= 0
            }
        }
        if reports > 0, !outstanding.isMute(at: .now()) {
            running.input.discard(for: min(1000, 150 + 2 * roundTrip)) {
                take($0)
                return reports <= 0
            }
        }
    }

    /// Takes over the terminal again. Another program may have changed any of its state.
    private func resume(with bytes: [UInt8]) {
        takeOver()
        tmux.forgetFeatures()
        running?.frames.begin(with: bytes)
        // Responses and color reports sent in the meantime have gone to other programs.
        query(TerminalQueries.sizeReports + known.colorQueries + known.queries)
        updateSize()
    }

    private func takeOver() {
        // A program that is killed in between restores the terminal, too.
        CrashRestoration.arm(modes, descriptor: output, before: modes.attributes)
        modes.apply(to: input)
        CrashRestoration.arm(modes, descriptor: output)
    }

    private func useKittyKeyboard() {
        guard let running, !modes.usesKittyKeyboard else { return }
        modes.usesKittyKeyboard = true
        CrashRestoration.arm(modes, descriptor: output)
        running.frames.send(modes.kittyKeyboardBytes)
    }

    private func useSizeReports() {
        guard let running, !modes.reportsSize else { return }
        modes.reportsSize = true
        CrashRestoration.arm(modes, descriptor: output)
        running.frames.send(TerminalModes.sizeReportBytes)
    }

    private var wantsMouse: Bool { chosenMouse ?? (multiplexer != .screen) }

    private func updateMouse() {
        guard let running, modes.reportsMouse != wantsMouse else { return }
        modes.reportsMouse = wantsMouse
        running.frames.send(modes.mouseBytes)
    }

    private func end(_ reason: EndReason) {
        guard running != nil else { return }
        // A terminal that is gone also hangs up, which must not end the program before it has cleaned up.
        stop(ignoring: reason == .terminalGone ? SIGHUP : nil)
        onEnd(reason)
    }

    private func handle(signal: Int32) {
        switch signal {
        case SIGWINCH: updateSize()
        case SIGTSTP: suspend()
        case SIGCONT: resume(with: modes.modeBytes)
        default: end(.signal(signal))
        }
    }

    private func updateSize() {
        let now = Self.currentWindow(of: output)
        if now != window {
            // The font may have changed. A terminal that doesn't report the size may have another one, too.
            let isFontNew = now.cell != window.cell || now.cell == nil
            // Another terminal may show the tmux session now.
            if isFontNew { tmux.forgetFeatures() }
            window = now
            running?.presenter.cropping = now.cropping
            known.apply(now, isFontNew: isFontNew)
            running?.answers.didShowState()
            updateImages()
            if isFontNew, !known.cellQuery.isEmpty {
                query(known.cellQuery + TerminalQueries.background(through: multiplexer))
            }
            onResize(now.size)
        }
        setNeedsDisplay()
    }

    private static func currentWindow(of output: Int32) -> TerminalWindow {
        TerminalWindow(descriptor: output) ?? TerminalWindow(columns: 80, rows: 24, width: 0, height: 0)
    }

    private func makeSurface() -> Surface {
        var surface = Surface(size: window.size, repertoire: appearance.repertoire)
        draw(&surface)
        return surface
    }

    private var multiplexer: Multiplexer? { known.multiplexer }

    private func query(_ sequence: [UInt8]) {
        guard description.answersQueries, !sequence.isEmpty else { return }
        outstanding.didSend(sequence, at: .now())
        running?.frames.send(sequence)
    }

    private func receive(_ event: InputEvent) {
        if case .response(let response) = event {
            outstanding.didReceiveAnswer()
            if event.isStatusReport {
                running?.frames.receiveReport()
                return considerSpeed()
            }
            if let finding = TerminalQueries.finding(in: response) { return receive(finding) }
        }
        if case .key(let key) = event, let signal = modes.signal(for: key) {
            // As the terminal device does, to all processes of a pipeline.
            kill(0, signal)
            return
        }
        running?.frames.didReceiveInput()
        if tmux.didReceiveInput() {
            if imageFormat?.isThroughTmux == true { lookForNewTmuxClient() }
            followTmuxClient()
        }
        onEvent(event)
    }

    /// Handles an answer of the terminal to a query.
    private func receive(_ finding: TerminalQueries.Finding) {
        switch finding {
        case .kittyKeyboard: useKittyKeyboard()
        case .image(let id, let isAccepted): running?.frames.receiveReport(ofImage: id, isAccepted: isAccepted)
        case .sizeReports: useSizeReports()
        case .focus: if modes.reportsFocus { running?.frames.redraw() }
        case .last: outstanding.didReceiveLastAnswer(endsAnswers: multiplexer != .tmux)
        default: break
        }
        running?.answers.follow(with: known.apply(finding))
        updateMouse()
        considerSpeed()
        updateSixelLimits()
        askTmuxFeatures()
    }

    /// Changes the protocol of pixels if the connection is too slow for it.
    private func considerSpeed() {
        guard let cell = graphics.cell, let rate = running?.frames.settledRate else { return }
        speed.consider(rate: rate, pixels: window.size.columns * cell.width * window.size.rows * cell.height)
        known.apply(isSlow: speed.isSlow)
        running?.answers.follow()
    }

    private func updateSixelLimits() {
        guard let inlineImages, let limits = inlineImages.sixelLimits, limits != known.sixelLimits else { return }
        inlineImages.sixelLimits = known.sixelLimits
        // Drawn pixels may be cut off, or lack colors.
        if inlineImages.shown != .none { running?.frames.redraw() }
    }

    /// Makes the screen show a changed appearance.
    private func showAppearance() {
        inlineImages?.ground = background
        running?.presenter.depth = appearance.colors
        updateImages()
        onAppearanceChange(appearance)
        setNeedsDisplay()
    }

    /// Nil unless pixels are drawn over cells.
    private var inlineImages: InlineImages? { running?.frames.images as? InlineImages }

    /// The terminal's own background; nil if unknown.
    private var background: RGB? { appearance.background.flatMap { RGB($0, ground: nil) } }
}

/// Why a session ended by itself.
public enum EndReason: Hashable, Sendable {
    /// The number of the signal: SIGTERM, SIGHUP or SIGINT (Ctrl-C).
    case signal(Int32)
    /// The terminal is gone: input has ended or output fails.
    case terminalGone
}
