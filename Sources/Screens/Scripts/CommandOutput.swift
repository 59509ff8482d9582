import Localization
import TerminalUI

/// Everything the page with a command's output shows.
struct CommandOutputState: Sendable {
    enum Status: Hashable, Sendable {
        case running, canceled, notStarted
        case ended(Int32)
    }

    /// The command line as the user typed it.
    let line: String
    var status = Status.running
    /// The output so far, up to `maxBytes`.
    var output: [UInt8] = []
    var isTruncated = false

    /// More than anyone reads on a page.
    static let maxBytes = 1 << 18
}

/// A script that runs in the background.
struct RunningScript: Sendable {
    /// The output, until the script has ended.
    let output: AsyncStream<[UInt8]>
    private let running: Task<Int32?, Never>

    /// - Parameter run: Runs the script until it ends or the task is canceled; returns its exit status.
    @MainActor
    init(_ run: @escaping @MainActor (_ onOutput: @escaping @Sendable ([UInt8]) -> Void) async -> Int32?) {
        let (output, continuation) = AsyncStream<[UInt8]>.makeStream()
        self.output = output
        running = Task {
            let status = await run { continuation.yield($0) }
            continuation.finish()
            return status
        }
    }

    /// The exit status, once the script has ended; nil if it could not be started.
    var status: Int32? {
        get async { await running.value }
    }

    func cancel() {
        running.cancel()
    }
}

/// The view-model of a command's output.
@MainActor
final class CommandOutputViewModel {
    private(set) var state: CommandOutputState {
        didSet { onStateChange() }
    }

    /// Called after each change of the state.
    var onStateChange: () -> Void = {}

    private weak var navigator: (any Navigator)?
    private let script: RunningScript

    /// - Parameter endedSilently: called in place of the page with the exit status of a command that printed nothing.
    init(
        line: String, script: RunningScript, navigator: any Navigator,
        endedSilently: @escaping (_ status: Int32) -> Void
    ) {
        state = CommandOutputState(line: line)
        self.script = script
        self.navigator = navigator
        Task { [weak self] in
            for await bytes in script.output { self?.receive(bytes) }
            let status = await script.status
            guard let self, state.status == .running else { return }
            if let status, state.output.allSatisfy({ Character(Unicode.Scalar($0)).isWhitespace }) {
                self.navigator?.goBack()
                return endedSilently(status)
            }
            state.status = status.map { .ended($0) } ?? .notStarted
        }
    }

    private func receive(_ bytes: [UInt8]) {
        guard state.status == .running, !state.isTruncated else { return }
        let room = CommandOutputState.maxBytes - state.output.count
        var new = state
        new.output += bytes.prefix(room)
        new.isTruncated = bytes.count > room
        state = new
    }

    /// Ends the command; once it has ended, goes back.
    func goBack() {
        if state.status == .running {
            state.status = .canceled
            script.cancel()
        } else {
            navigator?.goBack()
        }
    }
}

/// The page with the output and the exit status of a command. While it runs, only Esc and q cancel it.
@MainActor
final class CommandOutputScreen: ScrollingPage {
    var onNeedsDisplay: () -> Void = {}

    let viewModel: CommandOutputViewModel
    let keyMap: KeyMap<LineScrollCommand>
    private(set) var context: ScreenContext
    var scroll: LineScroll
    private var lines: [String] = []
    /// The number of lines that further output can't change, of the bytes in them, and of the blank lines after them,
    /// which are omitted at the end.
    private var settled = (lines: 0, bytes: 0, blankLines: 0)
    /// The length of the output that has been wrapped.
    private var wrappedBytes = 0
    /// How much more output may be wrapped before the next frame.
    private var bytesLeft = maxBytesPerFrame
    private var isWrapped: Bool { wrappedBytes == viewModel.state.output.count }

    /// The command line and a rule.
    private static let headerRows = 2
    /// The length at which a line of output is broken, because each new piece wraps the entire last line again.
    private static let maxLineBytes = 1 << 12
    /// The limit on the output wrapped per frame, so that keys are answered during a flood of output.
    private static let maxBytesPerFrame = 1 << 13

    init(viewModel: CommandOutputViewModel, context: ScreenContext) {
        self.viewModel = viewModel
        self.context = context
        scroll = LineScroll(hasCursor: context.isForReaders)
        keyMap = KeyMap.page.with(context.keys)
        viewModel.onStateChange = { [weak self] in
            self?.arrange()
            self?.onNeedsDisplay()
        }
    }

    func layOut(size: Size, appearance: TerminalAppearance) {
        context.layOut(size: size, appearance: appearance)
        lines = []
        settled = (0, 0, 0)
        // Wrap as much as before, so that the view stays where it is.
        bytesLeft = max(Self.maxBytesPerFrame, wrappedBytes)
        wrappedBytes = 0
        arrange()
    }

    func handle(_ event: InputEvent) {
        guard case .key(let key) = event, !scroll(by: key) else { return }
        let isRunning = viewModel.state.status == .running
        if isRunning ? Self.cancelKeys.contains(key) : goesBack(key) {
            goBack()
        } else if isRunning {
            context.notices.explain(.unusedKeyToCancel(key.label))
        } else {
            explain(key)
        }
    }

    func goBack() {
        viewModel.goBack()
    }

    /// Other keys that leave a page must not cancel the command.
    private static let cancelKeys = [Key(.escape), Key("q")]

    /// A stray click must not cancel the command or lose its output.
    var goesBackOnClick: Bool { false }

    func didPresent() {
        context.notices.didPresent()
        bytesLeft = Self.maxBytesPerFrame
        guard !isWrapped else { return }
        arrange()
        onNeedsDisplay()
    }

    func draw(on surface: inout Surface) {
        let state = viewModel.state
        surface.write("$ \(state.line)", column: 1, row: 0, style: theme.title, width: size.columns - 2)
        if theme.isForReaders {
            surface.cursor = Position(column: 0, row: Self.headerRows + scroll.currentRow)
        }
        surface.drawRule(row: 1, theme: theme)
        for (row, line) in lines[scroll.visible].enumerated() {
            surface.write(line, column: 1, row: Self.headerRows + row, style: theme.text)
        }
        let isFailure = ![.running, .ended(0)].contains(state.status)
        surface.write(
            (isFailure ? theme.failureSign : "") + status, column: 1, row: size.rows - 2,
            style: isFailure ? theme.failure : theme.accent, width: size.columns - 2)
        bottomLine.draw(on: &surface)
    }

    private var status: String {
        switch viewModel.state.status {
        case .running: localized("Running\u{2026}")
        case .canceled: localized("Canceled")
        case .notStarted: localized("The shell could not be started")
        case .ended(let status): localized("Exit status \(ungrouped: Int(status))")
        }
    }

    var bottomLine: BottomLine {
        let isRunning = viewModel.state.status == .running
        let cancel = Hint(key: Key(.escape), label: localized("cancel", context: "hint"))
        return context.bottomLine((isRunning ? [cancel] : keyMap.hints(of: [.back])) + scrollHints)
    }

    private func arrange() {
        wrapNewOutput()
        scroll.layOut(count: lines.count, height: size.rows - Self.headerRows - 2, followsEnd: true)
    }

    /// Wraps the output after the settled lines, up to the limit per frame; `didPresent` continues.
    private func wrapNewOutput() {
        let state = viewModel.state
        guard !isWrapped || state.isTruncated, bytesLeft > 0 else { return }
        lines.removeLast(lines.count - settled.lines)
        var (start, blankLines) = (settled.bytes, settled.blankLines)
        let end = min(start + bytesLeft, state.output.endIndex)
        bytesLeft -= end - start
        while start < end {
            let window = state.output[start...].prefix(Self.maxLineBytes)
            let newline = window.firstIndex(of: UInt8(ascii: "\n"))
            for line in wrapped(window[..<(newline ?? window.endIndex)]) {
                if line.isEmpty {
                    blankLines += 1
                } else {
                    lines += repeatElement("", count: blankLines) + [line]
                    blankLines = 0
                }
            }
            start = newline.map { $0 + 1 } ?? window.endIndex
            if newline != nil || window.count == Self.maxLineBytes { settled = (lines.count, start, blankLines) }
        }
        wrappedBytes = start
        if isWrapped, state.isTruncated { lines.append("\u{2026}") }
    }

    private func wrapped(_ bytes: ArraySlice<UInt8>) -> [String] {
        let line = bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes
        let columns = size.columns - 2
        // A fast path for plain ASCII, which is most output.
        if line.count <= columns, line.allSatisfy({ 0x20..<0x7F ~= $0 }) {
            return [String(decoding: line, as: UTF8.self)]
        }
        // Remove colors and other control sequences; some programs print them even into a pipe.
        var text = String(decoding: line, as: UTF8.self)
        // A regular expression is slow even where it matches nothing.
        if line.contains(0x1B) { text.replace(/\u{1B}\[[0-?]*[ -\/]*[@-~]/, with: "") }
        return text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).flatMap {
            let wrapped = VisibleText(String($0), repertoire: appearance.repertoire).wrapped(
                columns: columns, rows: Self.maxLineBytes)
            return wrapped.isEmpty ? [""] : wrapped
        }
    }
}
