import CVTerm
import CellArt
import TerminalUI

/// An in-memory terminal based on libvterm.
public final class VirtualTerminal {
    /// The contents of one cell.
    public struct Shown: Equatable {
        public var text: String
        public var foreground: Color
        public var background: Color
        public var attributes: Attributes
    }

    private let terminal: OpaquePointer
    private let screen: OpaquePointer
    public private(set) var size: Size

    public init(size: Size) {
        guard let terminal = vterm_new(Int32(size.rows), Int32(size.columns)),
            let screen = vterm_obtain_screen(terminal)
        else { fatalError("there is no memory for a terminal of \(size)") }
        self.terminal = terminal
        self.screen = screen
        self.size = size
        vterm_set_utf8(terminal, 1)
        vterm_screen_enable_altscreen(screen, 1)
        vterm_screen_reset(screen, 1)
    }

    deinit {
        vterm_free(terminal)
    }

    public func feed(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { buffer in
            guard let base = buffer.baseAddress else { return }
            _ = vterm_input_write(terminal, base.assumingMemoryBound(to: CChar.self), buffer.count)
        }
    }

    public func resize(to newSize: Size) {
        size = newSize
        vterm_set_size(terminal, Int32(newSize.rows), Int32(newSize.columns))
    }

    /// Returns the contents of a cell; nil for the right half of a wide character.
    public func shown(column: Int, row: Int) -> Shown? {
        var cell = VTermScreenCell()
        vterm_screen_get_cell(screen, VTermPos(row: Int32(row), col: Int32(column)), &cell)
        let scalars = withUnsafeBytes(of: cell.chars) { Array($0.bindMemory(to: UInt32.self)) }
        if scalars[0] == .max { return nil }
        var text = ""
        for scalar in scalars.prefix(while: { $0 != 0 }).compactMap(Unicode.Scalar.init) {
            text.unicodeScalars.append(scalar)
        }
        var attributes: Attributes = []
        if cell.attrs.bold != 0 { attributes.insert(.bold) }
        if cell.attrs.underline != 0 { attributes.insert(.underline) }
        if cell.attrs.reverse != 0 { attributes.insert(.reverse) }
        return Shown(
            text: text.isEmpty ? " " : text, foreground: Self.color(cell.fg, own: VTERM_COLOR_DEFAULT_FG),
            background: Self.color(cell.bg, own: VTERM_COLOR_DEFAULT_BG), attributes: attributes)
    }

    /// The screen as text, row by row.
    public var text: [String] {
        (0..<size.rows).map { row in
            (0..<size.columns).compactMap { shown(column: $0, row: row)?.text }.joined()
        }
    }

    private static func color(_ color: VTermColor, own: VTermColorType) -> Color {
        if UInt32(color.type) & own.rawValue != 0 { return .terminal }
        if UInt32(color.type) & VTERM_COLOR_TYPE_MASK.rawValue == VTERM_COLOR_INDEXED.rawValue {
            return .palette(color.indexed.idx)
        }
        return .rgb(color.rgb.red, color.rgb.green, color.rgb.blue)
    }
}
