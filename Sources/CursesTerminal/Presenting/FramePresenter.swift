import CNcurses
import CellArt
import Glibc
import TerminalUI

/// Uses ncurses to compute the bytes that turn one surface on the terminal into the next.
///
/// ncurses stores its state in global variables, so only one presenter can exist at a time. Call `close()` before
/// creating another.
@MainActor
final class FramePresenter {
    private let output: MemoryFile
    private let screen: OpaquePointer
    private let hasColors: Bool
    private let plainAttributes: [UInt8]
    /// Resets the scroll region, because some terminals (such as libvterm) don't adapt it when their size changes.
    private let wholeScreenScrolls: [UInt8]
    /// Bytes to send before the next ones.
    private var deferredBytes: [UInt8] = []
    private var mapper: ColorMapper
    private var encoder: CellEncoder
    private var frame = NumberedFrame()
    /// The coarse version of `frame`, which is sent before it; nil once it has been sent.
    private var coarse: CoarseFrame?
    /// The positions around which its sharp pictures are sent; empty for their middle.
    private var centers: [Position] = []
    /// Whether the coarse version has been sent.
    private var followsCoarse = false
    private let erasesInColor: Bool
    /// The cells passed to ncurses, which the terminal shows once it has received all bytes.
    private var sent: NumberedFrame
    private var size: Size
    /// The surface that the terminal will show exactly; nil if there is none.
    private var target: Surface?
    private var cursor: Position?
    private var plan: FramePlan?
    /// The number of pictures in a row that were replaced before all of them had been sent.
    private var droppedPictures = 0
    /// Beyond this number, the picture counts as moving all the time, and rows take turns so that its edges don't lag.
    /// One dropped picture may be a preview.
    private static let maxDroppedPictures = 2
    /// The last row that was sent.
    private var lastRow = 0
    /// The number of bytes per changed picture cell, measured with recent pictures.
    private var cellBytes = 35.0
    /// The cursor's column after the last output; nil if unknown.
    private var cursorColumn: Int?

    /// Starts ncurses for a terminal of this size. Only the bytes that `next` or `present` returns reach the terminal.
    init(entry: DrawingEntry, depth: ColorDepth, size: Size) throws(TerminalStartError) {
        output = try MemoryFile()
        guard let screen = Self.open(entry, output: output) else { throw .cannotStart }
        self.screen = screen
        self.size = Self.atLeastOne(size)
        sent = NumberedFrame(blank: self.size)
        wholeScreenScrolls = entry.entry[.changeScrollRegion] == nil ? [] : Array("\u{1B}[r".utf8)
        plainAttributes = entry.entry[.exitAttributes] ?? []
        hasColors = entry.hasColors && depth != .none
        erasesInColor = entry.entry[.backColorErase] && entry.entry[.eraseCharacters] != nil
        mapper = ColorMapper(depth: hasColors ? depth : .none)
        resize_term(Int32(self.size.rows), Int32(self.size.columns))
        if hasColors {
            start_color()
            // Pair 0 is the terminal's own colors. With -1 ncurses would send ESC[39m, bypassing the entry's variables.
            assume_default_colors(Int32(ColorNumber.terminal), Int32(ColorNumber.terminal))
        }
        encoder = CellEncoder(hasColors: hasColors, size: self.size)
        // The terminal doesn't process output, so a line feed doesn't return to the first column.
        nonl()
        idlok(curses_standard_window(), true)
        curs_set(0)
        // On startup, ncurses sets a scroll region for the number of lines in the entry. Discard that.
        _ = output.drain()
        deferredBytes = wholeScreenScrolls + plainAttributes
    }

    /// The color depth used; can only be changed if the terminal supports colors at all.
    var depth: ColorDepth {
        get { mapper.depth }
        set {
            guard hasColors else { return }
            mapper.depth = newValue
            target = nil
        }
    }

    /// The pictures that the terminal shows by pixels.
    var images = ShownImages.none {
        didSet { if images != oldValue { target = nil } }
    }
    /// Whether ncurses may hold placeholders for cells over which pixels were drawn.
    private var hasRegions = false
    /// Whether pixels have been drawn since the screen was cleared. When lines move, xterm shows overwritten pixels
    /// again.
    private var hasDrawnPixels = false
    /// Whether ncurses has drawn over pixels that should have stayed.
    private(set) var hasDamagedRegions = false

    /// The directions in which the terminal is larger than the surfaces. The rest of the terminal stays empty.
    var cropping = TerminalWindow.Cropping() {
        // Inserting and deleting characters shifts up to the terminal's own edge.
        didSet { updateShifting() }
    }

    /// Shifting would move pixels that ncurses doesn't know about.
    private func updateShifting() {
        idcok(curses_standard_window(), !hasDrawnPixels && !cropping.columns)
    }

    /// Whether part of the surface has not been sent.
    var isInProgress: Bool { plan != nil || coarse != nil }

    /// Whether part of the surface has not been sent at all, not even with coarse pictures.
    var isSendingFirst: Bool { isInProgress && !followsCoarse }

    /// Whether sharp pictures are sent next, after the coarse ones.
    var isSharpening: Bool { coarse == nil && followsCoarse && plan?.isPastTexts == true }

    /// When and how pictures are sent in a coarse version first.
    struct CoarseUse {
        /// Whether to send coarse pictures even if the terminal shows similar ones.
        var isNew: Bool
        /// The number of bytes that the connection carries in the time for a coarse version.
        var maxBytes: Double
    }

    /// Whether the surface has been sent at and near its centers, but not further away.
    var isPastCenters: Bool { plan?.isPastCenters ?? false }

    /// The approximate number of bytes for a frame in which every cell changes.
    var wholeFrameBytes: Int { Int(Double(size.columns * size.rows) * bytesPerCell) }

    /// Starts showing a surface; call `next` for the bytes. Unsent parts of the previous surface are dropped.
    /// - Parameters:
    ///   - hasNewPicture: whether pictures have changed, not only texts.
    ///   - coarse: how they are sent in a coarse version first; nil if they aren't.
    func begin(
        _ surface: Surface, joining: ColorCoalescing = .exact, hasNewPicture: Bool = true, coarse use: CoarseUse? = nil
    ) {
        guard surface != target else { return }
        // A coarse frame is followed by an exact one of the same surface.
        target = joining == .moving ? nil : surface
        if Self.atLeastOne(surface.size) != size { resize(to: surface.size) }
        guard surface.size == size else {
            plan = nil
            return
        }
        var images = images
        if case .placeholders = images, mapper.depth < .palette256 { images = .none }
        let sharp = followsCoarse && isInProgress ? frame : nil
        frame.load(surface, colors: mapper, images: images)
        hasDamagedRegions = false
        hasRegions = hasRegions && sent.hasPlaceholders
        if joining != .exact, mapper.depth == .trueColor { frame.mergeColors(joining) }
        cursor = surface.cursor
        encoder.beginFrame(over: sent)
        droppedPictures = isInProgress ? droppedPictures + (hasNewPicture ? 1 : 0) : 0
        centers = surface.centers
        coarse = use.flatMap { coarse(of: frame, afterThatOf: sharp, $0) }
        // Texts change while the sharp pictures are on their way.
        followsCoarse = sharp != nil && coarse == nil && use?.isNew == false
        let order =
            followsCoarse
            ? sharpeningCenters : droppedPictures <= Self.maxDroppedPictures && coarse == nil ? surface.centers : []
        plan = FramePlan(
            from: sent, to: coarse?.texts ?? frame, after: isInProgress && coarse == nil ? lastRow : nil,
            centers: order, scrolls: !hasDrawnPixels)
        if coarse != nil, plan?.isEmpty == true { plan = nil }
    }

    private func coarse(
        of frame: NumberedFrame, afterThatOf sharp: NumberedFrame?, _ use: CoarseUse
    ) -> CoarseFrame? {
        if let art = CoarseFrame(ofASCIIArt: frame, over: sent, isNew: use.isNew) { return art }
        guard mapper.depth >= .palette256 else { return nil }
        return CoarseFrame(
            of: frame, over: sent, sharp: sharp, isNew: use.isNew, maxBytes: use.maxBytes, mapper: mapper,
            former: coarse, painter: painter)
    }

    private var painter: CoarsePainter {
        CoarsePainter(columns: size.columns, erases: erasesInColor, parameters: mapper.parameters(of:base:))
    }

    /// Returns the bytes that paint the coarse pictures, and tells ncurses about their cells.
    private func paint(_ coarse: CoarseFrame) -> [UInt8] {
        var painter = painter
        painter.paint(coarse.art)
        inform(rows: Array(Set(coarse.art.spans.map(\.row)))) { $0 = coarse.whole }
        let end = cursorPosition
        return painter.bytes + plainAttributes + Array("\u{1B}[\(end.row + 1);\(end.column + 1)H".utf8)
    }

    /// Begins to send the sharp pictures of a frame whose coarse ones have been sent, from the middle outward.
    private func sharpen() {
        followsCoarse = true
        encoder.beginFrame(over: sent)
        let remainder = FramePlan(from: sent, to: frame, after: nil, centers: sharpeningCenters, scrolls: false)
        plan = remainder.isEmpty ? nil : remainder
    }

    private var sharpeningCenters: [Position] {
        centers.isEmpty ? frame.middleOfPictures(over: sent).map { [$0] } ?? [] : centers
    }

    /// Tells ncurses that the cells of a region hold placeholders, because other output draws pixels over them. The
    /// next frame rewrites the cells that cover the picture.
    func overwrite(with region: ImageRegion) {
        guard !isInProgress, region.rect.endRow <= size.rows, region.rect.endColumn <= size.columns else { return }
        (hasRegions, hasDrawnPixels) = (true, true)
        updateShifting()
        inform(rows: Array(region.rect.row..<region.rect.endRow)) { $0.overwrite(with: region) }
        target = nil
    }

    /// Tells ncurses about cells that other output writes. That output must leave the attributes plain and the cursor
    /// in place.
    private func inform(rows: [Int], change: (inout NumberedFrame) -> Void) {
        encoder.beginFrame(over: sent)
        fillWindow(rows: rows, change: change)
        placeCursor()
        doupdate()
        _ = output.drain()
    }

    /// Returns about `limit` of the bytes that update the terminal to the surface; empty when all have been sent.
    func next(limit: Int = .max) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.isEmpty, isInProgress {
            guard var remainder = plan else {
                if let coarse {
                    bytes = paint(coarse)
                    cursorColumn = cursorPosition.column
                    self.coarse = nil
                    sharpen()
                }
                break
            }
            let piece = remainder.next(limit: limit, cellBytes: bytesPerCell)
            plan = remainder.isEmpty ? nil : remainder
            var pieceBytes = send(piece)
            if JoinedEmoji.isIn(sent.marks) {
                pieceBytes = JoinedEmoji.anchored(pieceBytes, from: cursorColumn, columns: size.columns)
            }
            cursorColumn = cursorPosition.column
            // ncurses rewrites a few unchanged cells where that is shorter than moving the cursor.
            if hasRegions, PlaceholderCell.isIn(pieceBytes) {
                pieceBytes = PlaceholderCell.blanked(pieceBytes)
                hasDamagedRegions = true
            }
            if case .placeholders = images {
                pieceBytes = PlaceholderCell.keepingMarksOfLastCell(pieceBytes, of: size)
            }
            bytes += pieceBytes
            if piece.pictureCells >= Self.minSampleCells, mapper.depth == .trueColor {
                cellBytes = (cellBytes + Double(bytes.count) / Double(piece.pictureCells)) / 2
            }
        }
        defer { deferredBytes = [] }
        if !bytes.isEmpty, cropping != .init() { bytes += eraseBeyond }
        return deferredBytes + bytes
    }

    /// Returns the bytes that update the terminal to this surface; empty if it is already shown.
    func present(_ surface: Surface, joining: ColorCoalescing = .exact) -> [UInt8] {
        begin(surface, joining: joining)
        return next()
    }

    /// Erases the area beyond the surface, where ncurses has erased lines to their end in a color. Preserves the cursor
    /// and the colors.
    private var eraseBeyond: [UInt8] {
        var text = "\u{1B}7\u{1B}[m"
        if cropping.columns { for row in 1...size.rows { text += "\u{1B}[\(row);\(size.columns + 1)H\u{1B}[K" } }
        // ncurses also scrolls at the last line of the surface.
        if cropping.rows { text += "\u{1B}[\(size.rows + 1);1H\u{1B}[J\u{1B}[1;\(size.rows)r" }
        return Array((text + "\u{1B}8").utf8)
    }

    /// Forgets the terminal's contents after a change by others: the next frame is sent completely.
    func forgetScreen() {
        target = nil
        cursorColumn = nil
        curs_set(0)
        beginBlank()
        if hasColors { curses_evaluate_plain_attributes() }
        _ = output.drain()
        deferredBytes += plainAttributes
    }

    /// Ends ncurses, without restoring the terminal.
    func close() {
        endwin()
        delscreen(screen)
    }

    private func resize(to newSize: Size) {
        size = Self.atLeastOne(newSize)
        resize_term(Int32(size.rows), Int32(size.columns))
        encoder.makeRoom(for: size)
        deferredBytes += wholeScreenScrolls
        // Terminals reflow their lines, so their contents are unknown now.
        beginBlank()
    }

    /// Makes the next output clear the screen, and drops unsent output.
    private func beginBlank() {
        sent = NumberedFrame(blank: size)
        (plan, coarse) = (nil, nil)
        werase(curses_standard_window())
        curses_set_clear_pending(true)
        hasDrawnPixels = false
        updateShifting()
    }

    /// The cells that are being sent.
    private var goal: NumberedFrame { coarse?.texts ?? frame }

    /// Passes the rows of a piece to ncurses; returns its output.
    private func send(_ piece: FramePlan.Piece) -> [UInt8] {
        if piece.part == .everything { lastRow = piece.rows.last ?? lastRow }
        if piece.part == .everything, !piece.isScrolled, cropping == .init(),
            let strokes = StrokeOrder.groups(rows: piece.rows, from: sent, to: goal), strokes.count > 1
        {
            return send(strokes)
        }
        // ncurses scrolls if several rows have moved, even with `idlok` off, and doesn't know that pixels would move, too.
        for rows in hasDrawnPixels ? piece.rows.map({ [$0] }) : [piece.rows] {
            fillWindow(rows: rows) { sent in
                for row in rows {
                    switch piece.part {
                    case .everything: sent.copyRow(row, from: goal)
                    case .texts: sent.copyText(ofRow: row, from: goal)
                    case .pictures(let parts):
                        for cells in parts where goal.cells(ofRow: row).contains(cells.lowerBound) {
                            sent.copyPictures(in: cells, ofRow: row, from: goal)
                        }
                    }
                }
            }
            if hasDrawnPixels { doupdate() }
        }
        placeCursor()
        doupdate()
        return output.drain()
    }

    /// Passes groups of cells to ncurses one after another; returns the bytes it sends.
    private func send(_ strokes: [[Int]]) -> [UInt8] {
        // Leaves the cursor where a group ends, so that the next one can continue there.
        leaveok(curses_standard_window(), true)
        for cells in strokes {
            let rows = Set(cells.map { $0 / size.columns }).sorted()
            fillWindow(rows: rows) { sent in
                for index in cells { sent.copy(index, from: goal) }
            }
            doupdate()
        }
        leaveok(curses_standard_window(), false)
        placeCursor()
        doupdate()
        return OutputOptimizer.optimized(output.drain())
    }

    private func fillWindow(rows: [Int], change: (inout NumberedFrame) -> Void) {
        change(&sent)
        // While a clear is pending, ncurses skips its search for cells with a redefined pair. `PairTable` ensures that
        // there are none. A clear that was already pending must remain so.
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

    private func placeCursor() {
        curs_set(cursor == nil ? 0 : 1)
        wmove(curses_standard_window(), Int32(cursorPosition.row), Int32(cursorPosition.column))
        wnoutrefresh(curses_standard_window())
    }

    /// Where the cursor is after a piece, even while it is hidden.
    private var cursorPosition: Position {
        Position(
            column: cursor.map { min(max(0, $0.column), size.columns - 1) } ?? 0,
            row: cursor.map { min(max(0, $0.row), size.rows - 1) } ?? 0)
    }

    private static func open(_ entry: DrawingEntry, output: MemoryFile) -> OpaquePointer? {
        guard let name = entry.entry.names.first else { return nil }
        let before = getenv("TERMINFO").map { String(cString: $0) }
        setenv("TERMINFO", entry.inlineForm, 1)
        defer {
            // Child processes need the terminal's own entry.
            if let before { setenv("TERMINFO", before, 1) } else { unsetenv("TERMINFO") }
        }
        return curses_open(name, output.stream)
    }

    /// The minimum number of picture cells for measuring bytes per cell.
    private static let minSampleCells = 100

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

/// Converts rows of a frame to ncurses cells, and defines the color pairs that they need.
struct CellEncoder {
    private let hasColors: Bool
    private var pairs: PairTable
    private var row: [cchar_t] = []

    init(hasColors: Bool, size: Size) {
        self.hasColors = hasColors
        pairs = PairTable(capacity: 0)
        makeRoom(for: size)
    }

    /// Reserves pairs for two frames of this size: the one on the screen and its successor.
    mutating func makeRoom(for size: Size) {
        guard hasColors else { return }
        pairs.grow(to: 2 * size.columns * size.rows + 400)
        // Defining the highest pair first makes ncurses allocate its table only once.
        init_extended_pair(Int32(pairs.capacity), Int32(ColorNumber.terminal), Int32(ColorNumber.terminal))
    }

    /// Begins a frame. Its rows can follow in any order.
    /// - Parameter shown: the frame on the screen; its pairs stay unchanged.
    mutating func beginFrame(over shown: NumberedFrame) {
        pairs.beginFrame()
        for index in shown.scalars.indices where shown.scalars[index] != 0 {
            _ = pairNumber(shown.foregrounds[index], shown.backgrounds[index])
        }
    }

    /// Returns the cells of a row without the right halves of wide characters, which ncurses doesn't expect.
    mutating func cells(ofRow line: Int, in frame: NumberedFrame) -> [cchar_t] {
        row.removeAll(keepingCapacity: true)
        for index in line * frame.size.columns..<(line + 1) * frame.size.columns where frame.scalars[index] != 0 {
            let pair = pairNumber(frame.foregrounds[index], frame.backgrounds[index])
            var cell = cchar_t()
            cell.attr =
                Self.attributeBits[Int(frame.attributes[index].rawValue & 7)] | curses_pair_attribute(pair)
            cell.ext_color = pair
            cell.chars.0 = wchar_t(bitPattern: frame.scalars[index])
            if frame.scalars[index] != 0xFFFD {
                let marks = SIMD4<wchar_t>(truncatingIfNeeded: frame.marks[index].values)
                (cell.chars.1, cell.chars.2, cell.chars.3, cell.chars.4) = (marks.x, marks.y, marks.z, marks.w)
            }
            row.append(cell)
        }
        return row
    }

    private mutating func pairNumber(_ foreground: Int32, _ background: Int32) -> Int32 {
        // Pair 0 is the terminal's own colors.
        guard hasColors, foreground != ColorNumber.terminal || background != ColorNumber.terminal else { return 0 }
        guard let pair = pairs.pair(foreground, background) else { return 0 }
        if pair.isNew { init_extended_pair(pair.number, foreground, background) }
        return pair.number
    }

    private static let attributeBits: [attr_t] = (UInt8(0)..<8).map { bits in
        let attributes = Attributes(rawValue: bits)
        return (attributes.contains(.bold) ? curses_bold() : 0)
            | (attributes.contains(.underline) ? curses_underline() : 0)
            | (attributes.contains(.reverse) ? curses_reverse() : 0)
    }
}

/// Maps pairs of colors to ncurses color pair numbers.
///
/// In direct color, ncurses never frees a pair by itself, and a pair on the screen must not be redefined. So the table
/// stores a time stamp for each pair. When none is free, a sweep keeps the pairs of the current frame and frees the
/// rest. Therefore every frame must begin by requesting all pairs that are on the screen. With twice as many pairs as
/// cells, the table never runs out.
struct PairTable {
    /// Enough for a terminal of half a million cells.
    static let maxPairs = 0x10_0000

    /// The maximum number of pairs in use at the same time, numbered from 1.
    private(set) var capacity: Int
    private var frame: UInt32 = 1
    /// For each pair number: its two colors (0 if the pair is free) and the last frame that used it.
    private var colors: [UInt64]
    private var stamps: [UInt32]
    /// Open addressing: pair numbers by the hash of their colors, 0 for empty slots.
    private var slots: [Int32] = []
    private var free: [Int32] = []

    init(capacity: Int) {
        self.capacity = min(capacity, Self.maxPairs - 1)
        colors = Array(repeating: 0, count: self.capacity + 1)
        stamps = Array(repeating: 0, count: self.capacity + 1)
        rebuild()
    }

    /// Increases the capacity if necessary.
    mutating func grow(to newCapacity: Int) {
        let newCapacity = min(newCapacity, Self.maxPairs - 1)
        guard newCapacity > capacity else { return }
        colors += Array(repeating: 0, count: newCapacity - capacity)
        stamps += Array(repeating: 0, count: newCapacity - capacity)
        capacity = newCapacity
        rebuild()
    }

    mutating func beginFrame() {
        frame += 1
    }

    /// Returns the pair of two colors (positive numbers), and whether ncurses must (re)define it; nil if all pairs are
    /// in use.
    mutating func pair(_ foreground: Int32, _ background: Int32) -> (number: Int32, isNew: Bool)? {
        let key = UInt64(UInt32(bitPattern: foreground)) << 32 | UInt64(UInt32(bitPattern: background))
        var slot = slotIndex(of: key)
        if slots[slot] != 0 {
            stamps[Int(slots[slot])] = frame
            return (slots[slot], false)
        }
        if free.isEmpty {
            sweep()
            slot = slotIndex(of: key)
        }
        guard let number = free.popLast() else { return nil }
        slots[slot] = number
        colors[Int(number)] = key
        stamps[Int(number)] = frame
        return (number, true)
    }

    /// Returns the slot that contains the colors, or the empty one for inserting them.
    private func slotIndex(of key: UInt64) -> Int {
        let mask = slots.count - 1
        var slot = Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 32) & mask
        while slots[slot] != 0, colors[Int(slots[slot])] != key { slot = (slot + 1) & mask }
        return slot
    }

    private mutating func sweep() {
        for number in 1...capacity where stamps[number] < frame { colors[number] = 0 }
        rebuild()
    }

    private mutating func rebuild() {
        var size = 1024
        while size < 2 * capacity { size *= 2 }
        slots = Array(repeating: 0, count: size)
        free.removeAll(keepingCapacity: true)
        for number in stride(from: capacity, through: 1, by: -1) {
            if colors[number] == 0 {
                free.append(Int32(number))
            } else {
                slots[slotIndex(of: colors[number])] = Int32(number)
            }
        }
    }
}
