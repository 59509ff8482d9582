import Foundation
import TestFixtures

/// A program on an emulated terminal: types keys and reads the screen as a user would.
final class ScreenSession {
    /// All output of the program so far.
    private(set) var output: [UInt8] = []
    /// Typed bytes that have not reached the program.
    private(set) var unsent: [UInt8] = []
    /// Whether the user has typed anything, after which the program opens nothing by itself.
    private(set) var hasTyped = false
    /// The line's rate in bytes per second; nil for unlimited, 0 if the terminal accepts nothing.
    var bytesPerSecond: Int?
    /// The number of bytes that the line buffers before the `bytesPerSecond` limit, like an SSH server; the program
    /// does not notice the limit until the buffer is full. 0 for none.
    var lineBuffer = 0
    /// The bytes in the line's buffer.
    private var buffered: [UInt8] = []
    private var lastPump = ContinuousClock.now
    /// The peak number of buffered bytes since `resetBufferPeak`.
    private(set) var bufferPeak = 0
    /// Whether a terminal around tmux answers the status queries that tmux passes on.
    var answersThroughTmux = false
    /// Filters the terminal's replies on their way to the program.
    var filterReply: ([UInt8]) -> [UInt8] = { $0 }
    /// The home folder, new for each session.
    let home: TemporaryFolder
    let terminal: PseudoTerminal
    let process: ChildProcess
    let emulator: EmulatedTerminal
    let settingsAtStart: LineSettings
    private let keptAlive: [Any]

    /// The bytes in transit on a limited line, with their time of arrival.
    private var inTransit: (bytes: [UInt8], arrival: ContinuousClock.Instant)?

    /// Starts the program in a terminal of `size` columns and rows.
    ///
    /// - Parameters:
    ///   - changes: variables to set, or to remove if they are nil. The environment is otherwise the same on every computer.
    ///   - configuration: the text of `config.toml` in the home folder; nil to leave the file alone.
    ///   - keptAlive: objects kept alive while the program runs, such as the folder it shows.
    init(
        _ arguments: [String], of program: [String] = [BuiltProgram.path], size: (columns: Int, rows: Int) = (80, 24),
        environment changes: [String: String?] = [:], home: TemporaryFolder? = nil, configuration: String? = nil,
        keeping keptAlive: [Any] = [],
        input: ChildProcess.Stream = .terminal,
        output: ChildProcess.Stream = .terminal, error: ChildProcess.Stream = .terminal
    ) throws {
        self.home = try home ?? TemporaryFolder()
        self.keptAlive = keptAlive
        if let configuration {
            try self.home.addFile(".config/tintype/config.toml", contents: configuration)
        }
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

    deinit {
        // While it runs, it may create files in its home folder, which then can't be removed.
        process.end()
    }

    /// Types text; it may end in the middle of a character or key sequence.
    func type(_ text: String) { send(Array(text.utf8)) }

    func press(_ key: TypedKey, times: Int = 1) {
        for _ in 0..<times { send(emulator.bytes(for: key)) }
    }

    func paste(_ text: String) { send(emulator.bytes(forPasting: text)) }

    func resetBufferPeak() {
        bufferPeak = buffered.count
    }

    /// Sends bytes as if from the terminal.
    func send(_ bytes: [UInt8]) {
        hasTyped = true
        unsent += bytes
        pump()
    }

    func resize(columns: Int, rows: Int) {
        emulator.resize(columns: columns, rows: rows)
        terminal.resize(columns: columns, rows: rows)
    }

    /// Returns the text of a row, counted from the top, without trailing blanks.
    func row(_ index: Int) -> String { emulator.text(row: index) }

    /// The text of each row.
    var rows: [String] { (0..<emulator.size.rows).map(row) }

    /// The text of the whole screen.
    var text: String { rows.joined(separator: "\n") }

    func cell(column: Int, row: Int) -> EmulatedCell { emulator.cell(column: column, row: row) }

    /// All cells, with nil for those that are or may become part of a picture. Pictures appear when they are ready,
    /// so two states of a screen are only comparable without them.
    var cellsBesidesPictures: [EmulatedCell?] {
        cells.map { cell in " \u{2580}\u{2584}\u{2588}".contains(cell.text) || cell.text.isEmpty ? nil : cell }
    }

    /// The rows that differ from earlier cells, with their numbers and present texts. A failed comparison of all cells would
    /// print 100 KB.
    func changedRows(since before: [EmulatedCell?]) -> [String] {
        let (now, columns) = (cellsBesidesPictures, emulator.size.columns)
        guard now.count == before.count else { return ["the size is another one"] }
        return (0..<emulator.size.rows).filter { row in
            let cells = row * columns..<(row + 1) * columns
            return now[cells] != before[cells]
        }.map { "\($0): \(row($0))" }
    }

    /// All cells, row by row.
    var cells: [EmulatedCell] {
        let size = emulator.size
        return (0..<size.rows).flatMap { row in (0..<size.columns).map { cell(column: $0, row: row) } }
    }

    /// Passes output to the terminal and keys and replies to the program; returns whether there was output.
    ///
    /// A late call does not slow a limited line: bytes that have arrived are passed on before more are read.
    @discardableResult
    func pump() -> Bool {
        unsent.removeFirst(terminal.write(unsent[...]))
        var hasArrived = false
        while let arrival = passArrivedBytes() {
            hasArrived = true
            if !buffered.isEmpty { startTransit(at: arrival) }
        }
        let now = ContinuousClock.now
        let carried = bytesPerSecond.map { Int(Double($0) * ((now - lastPump) / .seconds(1))) } ?? 0
        lastPump = now
        if lineBuffer > buffered.count {
            buffered += terminal.read(atMost: lineBuffer - buffered.count)
            // A late call finds bytes that the line would have carried meanwhile.
            bufferPeak = max(bufferPeak, buffered.count - carried)
        }
        if inTransit == nil, bytesPerSecond != 0 { startTransit(at: .now) }
        return passArrivedBytes() != nil || hasArrived
    }

    /// Puts the next bytes on the line.
    private func startTransit(at departure: ContinuousClock.Instant) {
        let bytes = take(atMost: bytesPerSecond.map { max(1, $0 / 50) } ?? 1 << 16)
        guard !bytes.isEmpty else { return }
        inTransit = (bytes, departure + (bytesPerSecond.map { .seconds(1) * bytes.count / $0 } ?? .zero))
    }

    /// Passes the bytes in transit to the terminal if they have arrived, and returns when they did.
    private func passArrivedBytes() -> ContinuousClock.Instant? {
        guard bytesPerSecond != 0, let (bytes, arrival) = inTransit, bytesPerSecond == nil || .now >= arrival else {
            return nil
        }
        inTransit = nil
        output += bytes
        unsent += filterReply(emulator.feed(bytes))
        if answersThroughTmux { answerThroughTmux(bytes) }
        return arrival
    }

    private func answerThroughTmux(_ bytes: [UInt8]) {
        let query = Array("\u{1B}Ptmux;\u{1B}\u{1B}[5n\u{1B}\\".utf8)
        // A query may have begun before these bytes.
        var rest = output.suffix(bytes.count + query.count - 1)
        while let range = rest.firstRange(of: query) {
            unsent += Array("\u{1B}[0n".utf8)
            rest = rest[range.upperBound...]
        }
    }

    /// Takes output of the program, from the line's buffer if it has one.
    private func take(atMost limit: Int) -> [UInt8] {
        guard lineBuffer > 0 else { return terminal.read(atMost: limit) }
        let bytes = Array(buffered.prefix(limit))
        buffered.removeFirst(bytes.count)
        return bytes
    }
}
