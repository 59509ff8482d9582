import CNcurses
import Glibc
import TerminalUI

/// Turns surfaces into the bytes that bring a terminal from one to the next, through ncurses.
///
/// ncurses keeps its state in globals: there is one presenter at a time, and after `close()` there can be another.
@MainActor
final class FramePresenter {
    private let output: MemoryFile
    private let screen: OpaquePointer
    private let hasColors: Bool
    private let plainAttributes: [UInt8]
    /// Not every terminal takes the margins of scrolling along when its size changes (libvterm does not).
    private let wholeScreenScrolls: [UInt8]
    /// Goes before the next bytes.
    private var heldBack: [UInt8] = []
    private var mapper: ColorMapper
    private var encoder: CellEncoder
    private var frame = NumberedFrame()
    /// What ncurses has been given, which the terminal shows once all bytes are there.
    private var sent: NumberedFrame
    private var size: Size
    /// What the terminal is to show exactly.
    private var target: Surface?
    private var cursor: Position?
    private var plan: FramePlan?
    /// The row that was sent last.
    private var lastRow = 0
    /// What a changed cell of a picture takes, as measured with the last pictures.
    private var cellBytes = 35.0
    /// Where the last output has left the cursor; nil while that is not known.
    private var cursorColumn: Int?

    /// Starts ncurses for a terminal of this size; nothing reaches the terminal but what `present` returns.
    init(entry: DrawingEntry, depth: TerminalAppearance.Colors, size: Size) throws(TerminalStartError) {
        output = try MemoryFile()
        guard let screen = Self.open(entry, output: output) else { throw .cannotStart }
        self.screen = screen
        self.size = Self.atLeastOne(size)
        sent = NumberedFrame(blank: self.size)
        wholeScreenScrolls = entry.entry[.changeScrollRegion] == nil ? [] : Array("\u{1B}[r".utf8)
        plainAttributes = entry.entry[.exitAttributes] ?? []
        hasColors = entry.hasColors && depth != .none
        mapper = ColorMapper(depth: hasColors ? depth : .none)
        resize_term(Int32(self.size.rows), Int32(self.size.columns))
        if hasColors {
            start_color()
            // Pair 0 is the terminal's own colors. With -1 ncurses would send ESC[39m past the entry's variables.
            assume_default_colors(Int32(ColorNumber.terminal), Int32(ColorNumber.terminal))
        }
        encoder = CellEncoder(hasColors: hasColors, size: self.size)
        // The bytes go to the terminal as they are: a line feed does not return.
        nonl()
        idlok(curses_standard_window(), true)
        curs_set(0)
        // At its start ncurses sets margins for scrolling, for the lines of the entry.
        _ = output.takeBytes()
        heldBack = wholeScreenScrolls + plainAttributes
    }

    /// How many colors it makes use of; needs a terminal that takes colors at all.
    var depth: TerminalAppearance.Colors {
        get { mapper.depth }
        set {
            guard hasColors else { return }
            mapper.depth = newValue
            target = nil
        }
    }

    /// The directions in which the terminal is larger than the surfaces; what lies beyond them stays empty.
    var cropping = TerminalWindow.Cropping() {
        // Characters are inserted and deleted as far as the terminal's own edge.
        didSet { idcok(curses_standard_window(), !cropping.columns) }
    }

    /// Whether some of the surface has not been sent.
    var isUnderWay: Bool { plan != nil }

    /// About how many bytes a frame takes in which every cell changes.
    var wholeFrameBytes: Int { Int(Double(size.columns * size.rows) * bytesPerCell) }

    /// Takes a surface that the terminal is to show; `next` has the bytes. What has not been sent of the one before is
    /// dropped.
    func begin(_ surface: Surface, joining: ColorJoining = .exact) {
        guard surface != target else { return }
        // A coarse frame is to be followed by the same surface, exact.
        target = joining == .moving ? nil : surface
        if Self.atLeastOne(surface.size) != size { resize(to: surface.size) }
        guard surface.size == size else {
            plan = nil
            return
        }
        frame.load(surface, colors: mapper)
        frame.shape(joining: mapper.depth == .trueColor ? joining : .exact)
        cursor = surface.cursor
        encoder.beginFrame(over: sent)
        plan = FramePlan(from: sent, to: frame, after: isUnderWay ? lastRow : nil)
    }

    /// The next bytes that bring the terminal to the surface, about `limit` of them; none when all have been sent.
    func next(limit: Int = .max) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.isEmpty, var rest = plan {
            let piece = rest.next(limit: limit, cellBytes: bytesPerCell)
            plan = rest.isEmpty ? nil : rest
            var pieceBytes = send(piece)
            if JoinedEmoji.isIn(sent.marks) {
                pieceBytes = JoinedEmoji.anchored(pieceBytes, from: cursorColumn, columns: size.columns)
            }
            cursorColumn = cursor.map { min(max(0, $0.column), size.columns - 1) } ?? 0
            bytes += pieceBytes
            if piece.pictureCells >= Self.tellingCells, mapper.depth == .trueColor {
                cellBytes = (cellBytes + Double(bytes.count) / Double(piece.pictureCells)) / 2
            }
        }
        defer { heldBack = [] }
        if !bytes.isEmpty, cropping != .init() { bytes += eraseBeyond }
        return heldBack + bytes
    }

    /// The bytes that bring the terminal to this surface; none when it shows it already.
    func present(_ surface: Surface, joining: ColorJoining = .exact) -> [UInt8] {
        begin(surface, joining: joining)
        return next()
    }

    /// Erases what ncurses, which erases to the end of a line in its color, has left beyond the surface. The cursor and the
    /// colors are those of before.
    private var eraseBeyond: [UInt8] {
        var text = "\u{1B}7\u{1B}[m"
        if cropping.columns { for row in 1...size.rows { text += "\u{1B}[\(row);\(size.columns + 1)H\u{1B}[K" } }
        // What ncurses takes for the last line is scrolled at, too.
        if cropping.rows { text += "\u{1B}[\(size.rows + 1);1H\u{1B}[J\u{1B}[1;\(size.rows)r" }
        return Array((text + "\u{1B}8").utf8)
    }

    /// The terminal shows something else now: the next frame is sent whole.
    func forgetScreen() {
        target = nil
        cursorColumn = nil
        curs_set(0)
        beginBlank()
        if hasColors { curses_evaluate_plain_attributes() }
        _ = output.takeBytes()
        heldBack += plainAttributes
    }

    /// Ends ncurses, and leaves the terminal to those who know what it showed before.
    func close() {
        endwin()
        delscreen(screen)
    }

    private func resize(to newSize: Size) {
        size = Self.atLeastOne(newSize)
        resize_term(Int32(size.rows), Int32(size.columns))
        encoder.makeRoom(for: size)
        heldBack += wholeScreenScrolls
        // Terminals rearrange their lines: what they show now is unknown.
        beginBlank()
    }

    /// The next bytes clear the screen, and what was to be sent is dropped.
    private func beginBlank() {
        sent = NumberedFrame(blank: size)
        plan = nil
        werase(curses_standard_window())
        curses_set_clear_pending(true)
    }

    /// Gives ncurses the rows of a piece; returns the bytes that it sends.
    private func send(_ piece: FramePlan.Piece) -> [UInt8] {
        fillWindow(rows: piece.rows) { sent in
            for row in piece.rows {
                switch piece.part {
                case .everything: sent.copyRow(row, from: frame)
                case .texts: sent.copyText(ofRow: row, from: frame)
                }
            }
        }
        if piece.part == .everything { lastRow = piece.rows.last ?? lastRow }
        placeCursor(cursor)
        doupdate()
        return output.takeBytes()
    }

    private func fillWindow(rows: [Int], change: (inout NumberedFrame) -> Void) {
        change(&sent)
        // While a clear is pending ncurses does not look for the cells that a redefined pair is on, of which there are
        // none. A clear that was pending before must stay so.
        let wasPending = curses_clear_is_pending()
        if !wasPending { curses_set_clear_pending(true) }
        for row in rows {
            let cells = encoder.cells(ofRow: row, in: sent)
            wmove(curses_standard_window(), Int32(row), 0)
            wadd_wchnstr(curses_standard_window(), cells, Int32(cells.count))
        }
        if !wasPending { curses_set_clear_pending(false) }
        wnoutrefresh(curses_standard_window())
    }

    private func placeCursor(_ cursor: Position?) {
        let place = cursor.map { (min(max(0, $0.row), size.rows - 1), min(max(0, $0.column), size.columns - 1)) }
        curs_set(place == nil ? 0 : 1)
        wmove(curses_standard_window(), Int32(place?.0 ?? 0), Int32(place?.1 ?? 0))
        wnoutrefresh(curses_standard_window())
    }

    private static func open(_ entry: DrawingEntry, output: MemoryFile) -> OpaquePointer? {
        guard let name = entry.entry.names.first else { return nil }
        let before = getenv("TERMINFO").map { String(cString: $0) }
        setenv("TERMINFO", entry.inlineForm, 1)
        defer {
            // Programs that this one starts need the terminal's own entry.
            if let before { setenv("TERMINFO", before, 1) } else { unsetenv("TERMINFO") }
        }
        return curses_open(name, output.stream)
    }

    /// So many cells tell what one takes.
    private static let tellingCells = 100

    private var bytesPerCell: Double {
        switch mapper.depth {
        case .trueColor: cellBytes
        case .palette256: 12
        case .none, .eight, .sixteen: 6
        }
    }

    private static func atLeastOne(_ size: Size) -> Size {
        Size(columns: max(1, size.columns), rows: max(1, size.rows))
    }
}
