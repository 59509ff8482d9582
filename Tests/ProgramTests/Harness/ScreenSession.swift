import Foundation

/// A program on an emulated terminal, with a person's hands and eyes: types keys, reads the screen.
final class ScreenSession {
    /// Everything that the program has printed so far.
    private(set) var output: [UInt8] = []
    /// What was typed and has not reached the program.
    private(set) var unsent: [UInt8] = []
    /// How many bytes a second get through to the terminal; nil when there is no limit, 0 when the terminal takes nothing.
    var bytesPerSecond: Int?
    /// How many bytes the line takes at once and lets through at `bytesPerSecond`, as an SSH server does: the program does
    /// not feel the line then. 0 for none.
    var lineBuffer = 0
    /// What the line has taken and not let through.
    private var buffered: [UInt8] = []
    /// How many bytes the line has had in its buffer at most, since `resetBufferPeak`.
    private(set) var bufferPeak = 0
    /// What becomes of the terminal's answers to the program's questions on their way back.
    var passAnswer: ([UInt8]) -> [UInt8] = { $0 }
    /// The home folder, new for every session.
    let home: TemporaryFolder
    let terminal: PseudoTerminal
    let process: ChildProcess
    let emulator: EmulatedTerminal
    let settingsAtStart: LineSettings
    /// What has to stay as long as the program runs, such as the folder that it shows.
    var keptAlive: [Any] = []

    /// What is on a line with a limit, and when it will have got through.
    private var underWay: (bytes: [UInt8], arrival: ContinuousClock.Instant)?

    /// Starts the program in a terminal of `size` columns and rows.
    ///
    /// The environment is the same on every computer; `changes` sets variables, or removes those that are nil.
    init(
        _ arguments: [String], of program: [String] = [BuiltProgram.path], size: (columns: Int, rows: Int) = (80, 24),
        environment changes: [String: String?] = [:], home: TemporaryFolder? = nil,
        input: ChildProcess.Stream = .terminal,
        output: ChildProcess.Stream = .terminal, error: ChildProcess.Stream = .terminal
    ) throws {
        self.home = try home ?? TemporaryFolder()
        terminal = try PseudoTerminal(columns: size.columns, rows: size.rows)
        try terminal.makeSettingsUnusual()
        settingsAtStart = try terminal.settings
        emulator = try EmulatedTerminal(columns: size.columns, rows: size.rows)
        var environment = TestEnvironment.variables(home: self.home.path)
        for (name, value) in changes { environment[name] = value }
        process = try ChildProcess(
            arguments: program + arguments, environment: environment, folder: self.home.path, terminal: terminal.path,
            input: input, output: output, error: error)
    }

    /// Types text, or bytes that make a character or key only together with the next ones.
    func type(_ text: String) { send(Array(text.utf8)) }

    func press(_ key: TypedKey, times: Int = 1) {
        for _ in 0..<times { send(emulator.bytes(for: key)) }
    }

    func paste(_ text: String) { send(emulator.bytes(forPasting: text)) }

    func resetBufferPeak() {
        bufferPeak = buffered.count
    }

    /// Sends bytes as if the terminal did.
    func send(_ bytes: [UInt8]) {
        unsent += bytes
        pump()
    }

    func resize(columns: Int, rows: Int) {
        emulator.resize(columns: columns, rows: rows)
        terminal.resize(columns: columns, rows: rows)
    }

    /// The text of a row, from 0 at the top, without the blanks at its end.
    func row(_ index: Int) -> String { emulator.text(row: index) }

    /// The text of the screen, row by row.
    var rows: [String] { (0..<emulator.size.rows).map(row) }

    /// The whole screen as one text.
    var text: String { rows.joined(separator: "\n") }

    func cell(column: Int, row: Int) -> EmulatedCell { emulator.cell(column: column, row: row) }

    /// The cells that are not part of a picture, nil in place of those that are or may become one: pictures come when
    /// they are ready, so two looks at one screen can only be compared without them.
    var cellsBesidesPictures: [EmulatedCell?] {
        cells.map { cell in " \u{2580}\u{2584}\u{2588}".contains(cell.text) || cell.text.isEmpty ? nil : cell }
    }

    /// Every cell of the screen, row by row.
    var cells: [EmulatedCell] {
        let size = emulator.size
        return (0..<size.rows).flatMap { row in (0..<size.columns).map { cell(column: $0, row: row) } }
    }

    /// Carries what the program printed to the terminal, and keys and answers to the program; returns whether it printed.
    @discardableResult
    func pump() -> Bool {
        unsent.removeFirst(terminal.write(unsent[...]))
        if lineBuffer > buffered.count {
            buffered += terminal.read(atMost: lineBuffer - buffered.count)
            bufferPeak = max(bufferPeak, buffered.count)
        }
        guard bytesPerSecond != 0 else { return false }
        if underWay == nil {
            let bytes = take(atMost: bytesPerSecond.map { max(1, $0 / 50) } ?? 1 << 16)
            guard !bytes.isEmpty else { return false }
            underWay = (bytes, .now + (bytesPerSecond.map { .seconds(1) * bytes.count / $0 } ?? .zero))
        }
        guard let (bytes, arrival) = underWay, bytesPerSecond == nil || .now >= arrival else { return false }
        underWay = nil
        output += bytes
        unsent += passAnswer(emulator.feed(bytes))
        return true
    }

    /// Takes what the program has printed, out of the line's buffer if it has one.
    private func take(atMost limit: Int) -> [UInt8] {
        guard lineBuffer > 0 else { return terminal.read(atMost: limit) }
        let bytes = Array(buffered.prefix(limit))
        buffered.removeFirst(bytes.count)
        return bytes
    }
}
