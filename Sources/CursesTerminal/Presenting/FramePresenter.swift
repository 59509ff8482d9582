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
    /// Not every terminal takes the margins of scrolling along when its size changes (libvterm does not).
    private let wholeScreenScrolls: [UInt8]
    private var mapper: ColorMapper
    private var encoder: CellEncoder
    private var frame = NumberedFrame()
    private var size: Size
    /// Where the last frame has left the cursor; nil while that is not known.
    private var cursorColumn: Int?
    /// What the terminal shows, when it shows it exactly.
    private var shown: Surface?

    /// Starts ncurses for a terminal of this size; nothing reaches the terminal but what `present` returns.
    init(entry: DrawingEntry, depth: TerminalAppearance.Colors, size: Size) throws(TerminalStartError) {
        output = try MemoryFile()
        guard let screen = Self.open(entry, output: output) else { throw .cannotStart }
        self.screen = screen
        self.size = Self.atLeastOne(size)
        wholeScreenScrolls = entry.entry[.changeScrollRegion] == nil ? [] : Array("\u{1B}[r".utf8)
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
    }

    /// How many colors it makes use of; needs a terminal that takes colors at all.
    var depth: TerminalAppearance.Colors {
        get { mapper.depth }
        set {
            guard hasColors else { return }
            mapper.depth = newValue
            shown = nil
        }
    }

    /// The directions in which the terminal is larger than the surfaces; what lies beyond them stays empty.
    var cropping = TerminalWindow.Cropping() {
        // Characters are inserted and deleted as far as the terminal's own edge.
        didSet { idcok(curses_standard_window(), !cropping.columns) }
    }

    /// The bytes that bring the terminal to this surface; none when it shows it already.
    func present(_ surface: Surface, joining: ColorJoining = .exact) -> [UInt8] {
        guard surface != shown else { return [] }
        shown = joining == .exact ? surface : nil
        let isResized = Self.atLeastOne(surface.size) != size
        if isResized { resize(to: surface.size) }
        guard surface.size == size else { return [] }
        frame.load(surface, colors: mapper)
        frame.shape(joining: mapper.depth == .trueColor ? joining : .exact)
        fillWindow(marks: surface.marks)
        placeCursor(surface.cursor)
        doupdate()
        var drawn = output.takeBytes()
        if JoinedEmoji.isIn(surface.marks) {
            drawn = JoinedEmoji.anchored(drawn, from: cursorColumn, columns: size.columns)
        }
        cursorColumn = surface.cursor.map { min(max(0, $0.column), size.columns - 1) } ?? 0
        let bytes = (isResized ? wholeScreenScrolls : []) + drawn
        return bytes.isEmpty || cropping == .init() ? bytes : bytes + eraseBeyond
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
        shown = nil
        cursorColumn = nil
        curs_set(0)
        curses_set_clear_pending(true)
        if hasColors { curses_evaluate_plain_attributes() }
        _ = output.takeBytes()
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
        // Terminals rearrange their lines: what they show now is unknown.
        curses_set_clear_pending(true)
    }

    private func fillWindow(marks: [Int: [Unicode.Scalar]]) {
        // While a clear is pending ncurses does not look for the cells that a redefined pair is on, of which there are
        // none. A clear that was pending before must stay so.
        let wasPending = curses_clear_is_pending()
        if !wasPending { curses_set_clear_pending(true) }
        encoder.beginFrame()
        for line in 0..<size.rows {
            let row = encoder.cells(ofRow: line, in: frame, marks: marks)
            wmove(curses_standard_window(), Int32(line), 0)
            wadd_wchnstr(curses_standard_window(), row, Int32(row.count))
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

    private static func atLeastOne(_ size: Size) -> Size {
        Size(columns: max(1, size.columns), rows: max(1, size.rows))
    }
}
