import CTextWidth
import CellArt
import TerminalUI

/// A surface's cells in the form for ncurses: characters of known width, and colors as numbers.
struct NumberedFrame {
    private(set) var size = Size(columns: 0, rows: 0)
    /// Row by row; 0 marks the right half of a wide character.
    var scalars: [UInt32] = []
    var foregrounds: [Int32] = []
    var backgrounds: [Int32] = []
    var attributes: [Attributes] = []
    var marks: [CombiningMarks] = []

    init() {}

    /// Creates a blank frame in the terminal's own colors.
    init(blank size: Size) {
        self.size = size
        let count = size.columns * size.rows
        scalars = Array(repeating: 0x20, count: count)
        foregrounds = Array(repeating: Int32(ColorNumber.terminal), count: count)
        backgrounds = foregrounds
        attributes = Array(repeating: [], count: count)
        marks = Array(repeating: [], count: count)
    }

    /// Loads a surface, reusing the arrays.
    ///
    /// - Parameter images: the pictures that the terminal shows by pixels. Placeholders are in the place of their cells.
    mutating func load(_ surface: Surface, colors: ColorMapper, images: ShownImages = .none) {
        size = surface.size
        let count = surface.cells.count
        if scalars.count != count {
            scalars = Array(repeating: 0, count: count)
            foregrounds = Array(repeating: 0, count: count)
            backgrounds = Array(repeating: 0, count: count)
            attributes = Array(repeating: [], count: count)
            marks = Array(repeating: [], count: count)
        }
        var last: (color: Color, number: Int32) = (.terminal, colors.number(of: .terminal))
        func number(of color: Color) -> Int32 {
            if color != last.color { last = (color, colors.number(of: color)) }
            return last.number
        }
        let grayWhenBold = colors.grayWhenBold
        for (index, cell) in surface.cells.enumerated() {
            foregrounds[index] = number(of: cell.style.foreground)
            backgrounds[index] = number(of: cell.style.background)
            attributes[index] = cell.style.attributes
            marks[index] = []
            if foregrounds[index] == grayWhenBold { attributes[index].remove(.bold) }
            let isWide = (index + 1) % size.columns != 0 && surface.cells[index + 1].isContinuation
            scalars[index] = Self.placeable(cell.scalar, isWide: isWide, in: surface.repertoire)
        }
        for (index, scalars) in surface.marks { marks[index] = CombiningMarks(scalars) }
        repairContinuations()
        switch images {
        case .placeholders(let ids): if !ids.isEmpty { loadPlaceholders(of: surface, ids) }
        case .regions(let regions): for region in regions { loadPlaceholders(of: region, on: surface) }
        }
        canonicalize()
    }

    /// Marks the cells of a region where its picture still shows.
    private mutating func loadPlaceholders(of region: ImageRegion, on surface: Surface) {
        for row in region.rect.row..<region.rect.endRow {
            for column in region.rect.column..<region.rect.endColumn where region.shows(column: column, row: row) {
                guard let shown = surface.placement(column: column, row: row), shown.rect == region.placement.rect,
                    shown.picture.view == region.placement.picture.view
                else { continue }
                set(row * size.columns + column, toRegion: region.id)
            }
        }
    }

    /// Records that other output overwrites the cells of a region.
    mutating func overwrite(with region: ImageRegion) {
        for row in region.rect.row..<region.rect.endRow {
            let cells = cells(ofRow: row)
            let start = cells.lowerBound + region.rect.column
            let end = cells.lowerBound + region.rect.endColumn
            // Half of a wide character can't stay.
            if start > cells.lowerBound, scalars[start] == 0 { set(start - 1, toRegion: 0) }
            if end < cells.upperBound, scalars[end] == 0 { set(end, toRegion: 0) }
            for index in start..<end {
                if region.shows(column: index - cells.lowerBound, row: row) {
                    set(index, toRegion: region.id)
                } else if scalars[index] != PlaceholderCell.character.value {
                    // A placeholder already there belongs to another part of the same picture, which stays.
                    set(index, toRegion: 0)
                }
            }
        }
    }

    private mutating func set(_ index: Int, toRegion region: UInt32) {
        scalars[index] = PlaceholderCell.character.value
        foregrounds[index] = Int32(ColorNumber.terminal)
        backgrounds[index] = Int32(ColorNumber.terminal)
        attributes[index] = []
        marks[index] = PlaceholderCell.marks(ofRegion: region)
    }

    var hasPlaceholders: Bool { scalars.contains(PlaceholderCell.character.value) }

    private mutating func loadPlaceholders(of surface: Surface, _ images: [PixelIdentity: UInt32]) {
        var last: (rect: Rect?, id: UInt32?) = (nil, nil)
        for row in 0..<size.rows {
            for column in 0..<size.columns {
                guard let placement = surface.placement(column: column, row: row) else { continue }
                // Of two pictures in one rectangle, only the upper one shows.
                if placement.rect != last.rect { last = (placement.rect, images[placement.picture.identity]) }
                guard let id = last.id else { continue }
                let cell = placement.picture.cells[column - placement.rect.column, row - placement.rect.row]
                // Beyond the photo, the screen's own background stays.
                if cell.isBlank { continue }
                let index = row * size.columns + column
                scalars[index] = PlaceholderCell.character.value
                foregrounds[index] = ColorNumber.number(ofImage: id)
                if cell.background != .terminal { backgrounds[index] = Int32(ColorNumber.terminal) }
                // Treated as text, not as a picture: it takes few bytes, and its color, the image's ID, must stay
                // exact.
                attributes[index] = []
                marks[index] = PlaceholderCell.marks(
                    column: column - placement.rect.column - placement.picture.shown.columns.lowerBound,
                    row: row - placement.rect.row - placement.picture.shown.rows.lowerBound, of: id)
            }
        }
    }

    /// Returns the scalar if its width matches its columns; otherwise a replacement that fits.
    private static func placeable(_ scalar: Unicode.Scalar, isWide: Bool, in repertoire: Repertoire) -> UInt32 {
        let value = scalar.value
        switch value {
        case 0: return 0
        case 0x20..<0x7F: return value
        default:
            guard repertoire == .unicode else { return UInt32(UInt8(ascii: "?")) }
            // Half blocks, quadrants and box drawing: avoids ten thousand calls to the C library.
            if 0x2500..<0x2600 ~= value { return value }
            return text_width_of_scalar(value) == (isWide ? 2 : 1) ? value : 0xFFFD
        }
    }

    /// Replaces right halves of wide characters by blanks if their left half is missing.
    private mutating func repairContinuations() {
        for index in scalars.indices where scalars[index] == 0 {
            let isFirst = index % size.columns == 0
            if isFirst || scalars[index - 1] < 0x1100 || scalars[index - 1] == 0xFFFD { scalars[index] = 0x20 }
        }
    }

    /// Makes the larger color the foreground, so that rows of half blocks differ in their characters too, from which
    /// ncurses detects scrolling. A cell of one color becomes a blank, because ncurses can erase many of those at once.
    private mutating func canonicalize() {
        for index in scalars.indices where attributes[index].contains(.picture) {
            if scalars[index] == 0x2588 {
                scalars[index] = 0x20
                backgrounds[index] = foregrounds[index]
            } else if scalars[index] == 0x20 {
                foregrounds[index] = backgrounds[index]
            }
            guard foregrounds[index] < backgrounds[index], let other = GlyphComplement.of(scalars[index]) else {
                continue
            }
            scalars[index] = other
            (foregrounds[index], backgrounds[index]) = (backgrounds[index], foregrounds[index])
        }
    }

    // MARK: Differences between frames of the same size

    /// Returns the indices of a row's cells.
    func cells(ofRow row: Int) -> Range<Int> {
        row * size.columns..<(row + 1) * size.columns
    }

    func isPicture(at index: Int) -> Bool {
        attributes[index].contains(.picture)
    }

    /// Returns whether ncurses would receive the same cell.
    func isSame(_ other: NumberedFrame, at index: Int) -> Bool {
        scalars[index] == other.scalars[index] && foregrounds[index] == other.foregrounds[index]
            && backgrounds[index] == other.backgrounds[index]
            && attributes[index].subtracting(.picture) == other.attributes[index].subtracting(.picture)
            && marks[index] == other.marks[index]
    }

    mutating func copy(_ index: Int, from other: NumberedFrame) {
        scalars[index] = other.scalars[index]
        foregrounds[index] = other.foregrounds[index]
        backgrounds[index] = other.backgrounds[index]
        attributes[index] = other.attributes[index]
        marks[index] = other.marks[index]
    }

    mutating func clear(_ index: Int) {
        scalars[index] = 0x20
        (foregrounds[index], backgrounds[index]) = (Int32(ColorNumber.terminal), Int32(ColorNumber.terminal))
        attributes[index] = []
        marks[index] = []
    }

    /// Makes a cell of a picture a half block, or whole if both colors are the same.
    mutating func set(_ index: Int, upper: Int32, lower: Int32) {
        scalars[index] = upper == lower ? 0x20 : upper > lower ? 0x2580 : 0x2584
        (foregrounds[index], backgrounds[index]) = (max(upper, lower), min(upper, lower))
        attributes[index] = .picture
        marks[index] = []
    }

    mutating func copyRow(_ row: Int, from other: NumberedFrame) {
        for index in cells(ofRow: row) { copy(index, from: other) }
    }

    /// Copies a row except for its picture cells, which stay unchanged.
    mutating func copyText(ofRow row: Int, from other: NumberedFrame) {
        // Half of a wide character can't stay.
        let staying = cells(ofRow: row).filter { other.isPicture(at: $0) && !isHalf($0, ofRow: row) }
        let kept = staying.map { (scalars[$0], foregrounds[$0], backgrounds[$0], attributes[$0], marks[$0]) }
        copyRow(row, from: other)
        for (index, cell) in zip(staying, kept) {
            (scalars[index], foregrounds[index], backgrounds[index], attributes[index], marks[index]) = cell
        }
    }

    /// Copies the picture cells of a part of a row.
    mutating func copyPictures(in part: Range<Int>, ofRow row: Int, from other: NumberedFrame) {
        var part = part
        // Half of a wide character can't stay.
        if scalars[part.lowerBound] == 0 { part = part.lowerBound - 1..<part.upperBound }
        if part.upperBound < cells(ofRow: row).upperBound, scalars[part.upperBound] == 0 {
            part = part.lowerBound..<part.upperBound + 1
        }
        for index in part where other.isPicture(at: index) || isHalf(index, ofRow: row) { copy(index, from: other) }
    }

    /// Returns the rows that match those of another frame at a vertical offset, if they are many: ncurses then scrolls.
    func rowsScrolled(from other: NumberedFrame) -> Set<Int> {
        guard other.size == size, size.rows > 3 else { return [] }
        let hashes = (0..<size.rows).map(rowHash)
        let otherHashes = (0..<size.rows).map(other.rowHash)
        let changed = (0..<size.rows).filter { hashes[$0] != otherHashes[$0] }
        for distance in 1..<size.rows - 2 {
            for shift in [distance, -distance] {
                let found = changed.filter {
                    otherHashes.indices.contains($0 + shift) && hashes[$0] == otherHashes[$0 + shift]
                }
                if found.count >= 3, 2 * found.count >= changed.count { return Set(found) }
            }
        }
        return []
    }

    private func isHalf(_ index: Int, ofRow row: Int) -> Bool {
        scalars[index] == 0 || index + 1 < cells(ofRow: row).upperBound && scalars[index + 1] == 0
    }

    /// Returns a number that differs between almost all different rows. `Hasher` takes ten times as long.
    private func rowHash(_ row: Int) -> UInt64 {
        var hash: UInt64 = 0
        func mix(_ value: UInt64) { hash = ((hash ^ value) &* 0x9E37_79B9_7F4A_7C15).byteSwapped }
        for index in cells(ofRow: row) {
            mix(UInt64(scalars[index]))
            mix(UInt64(UInt32(bitPattern: foregrounds[index])) << 32 | UInt64(UInt32(bitPattern: backgrounds[index])))
            // The pieces of an image differ only by their marks.
            let marks = marks[index].values
            mix(UInt64(marks.x) | UInt64(marks.y) << 32)
            mix(UInt64(marks.z) | UInt64(marks.w) << 32)
        }
        return hash
    }
}

/// Up to four combining marks of a cell.
struct CombiningMarks: Equatable, ExpressibleByArrayLiteral {
    /// The marks in their order, then zeros.
    private(set) var values = SIMD4<UInt32>()

    init(_ scalars: some Sequence<Unicode.Scalar>) {
        for (index, scalar) in zip(values.indices, scalars) { values[index] = scalar.value }
    }

    init(arrayLiteral scalars: Unicode.Scalar...) {
        self.init(scalars)
    }

    var isEmpty: Bool { values.x == 0 }

    var scalars: [Unicode.Scalar] { values.indices.compactMap { values[$0] == 0 ? nil : Unicode.Scalar(values[$0]) } }
}

/// Maps the colors of a surface to color numbers, reduced to the terminal's color depth.
struct ColorMapper {
    var depth: ColorDepth

    func number(of color: Color) -> Int32 {
        switch color {
        case .terminal: Int32(ColorNumber.terminal)
        case .palette(let index): number(ofPalette: index)
        case .rgb(let red, let green, let blue):
            switch depth {
            case .trueColor:
                Int32(ColorNumber.firstTrueColor) | Int32(red) << 16 | Int32(green) << 8 | Int32(blue)
            case .palette256: number(inPalette: XtermPalette.nearestOf240(red, green, blue))
            case .sixteen: number(inPalette: XtermPalette.nearest(ofFirst: 16, red, green, blue))
            case .eight: number(inPalette: XtermPalette.nearest(ofFirst: 8, red, green, blue))
            case .none: Int32(ColorNumber.terminal)
            }
        }
    }

    private func number(ofPalette index: UInt8) -> Int32 {
        switch depth {
        case .trueColor, .palette256: return number(inPalette: index)
        case .sixteen where index < 16, .eight where index < 8: return number(inPalette: index)
        case .eight where index < 16: return number(inPalette: index - 8)
        case .sixteen, .eight, .none:
            let color = XtermPalette.color(index)
            return number(of: .rgb(color.red, color.green, color.blue))
        }
    }

    /// The color number of black on terminals with few colors, many of which brighten bold text and thus show bold
    /// black as gray; nil on others.
    var grayWhenBold: Int32? {
        switch depth {
        case .sixteen, .eight: number(inPalette: 0)
        case .trueColor, .palette256, .none: nil
        }
    }

    /// Returns the SGR parameters of a color.
    /// - Parameter base: 30 for the foreground, or 40 for the background.
    func parameters(of color: RGB, base: Int) -> String {
        depth == .trueColor
            ? "\(base + 8);2;\(color.red);\(color.green);\(color.blue)"
            : "\(base + 8);5;\(XtermPalette.nearestOf240(color.red, color.green, color.blue))"
    }

    private func number(inPalette index: UInt8) -> Int32 {
        Int32(ColorNumber.firstOfPalette) + Int32(index)
    }
}

/// Color numbers within ncurses, which `DrawingEntry` turns into sequences: 1 is the terminal's own color, 2 to 257 are
/// its palette, and true colors start at 0x1000000. 0 means none, because tparm's variables are initially 0.
enum ColorNumber {
    static let terminal = 1
    static let firstOfPalette = 2
    static let firstTrueColor = 0x100_0000
    static let count = 0x200_0000

    /// The color of the placeholders of an image.
    static func number(ofImage id: UInt32) -> Int32 {
        ImageIDs.paletteIndex(of: id).map { Int32(firstOfPalette) + Int32($0) } ?? Int32(firstTrueColor) | Int32(id)
    }
}
