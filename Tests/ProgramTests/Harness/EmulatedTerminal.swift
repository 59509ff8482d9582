import CVTerm

/// A headless terminal: libvterm, fed with a program's output.
final class EmulatedTerminal {
    private(set) var title = ""
    private(set) var showsAlternateScreen = false
    private(set) var showsCursor = true
    private(set) var reportsMouse = false
    private(set) var bells = 0

    private let terminal: OpaquePointer
    private let screen: OpaquePointer
    private let callbacks: UnsafeMutablePointer<VTermScreenCallbacks>
    private var sent: [UInt8] = []
    private var commandFilter = CommandFilter()

    init(columns: Int, rows: Int) throws {
        guard let terminal = vterm_new(Int32(rows), Int32(columns)), let screen = vterm_obtain_screen(terminal) else {
            throw SystemError("vterm_new")
        }
        self.terminal = terminal
        self.screen = screen
        callbacks = .allocate(capacity: 1)
        callbacks.initialize(to: VTermScreenCallbacks())
        callbacks.pointee.settermprop = { property, value, user in
            if let value { EmulatedTerminal.from(user)?.set(property, to: value.pointee) }
            return 1
        }
        callbacks.pointee.bell = { user in
            EmulatedTerminal.from(user)?.bells += 1
            return 1
        }
        let user = Unmanaged.passUnretained(self).toOpaque()
        vterm_output_set_callback(
            terminal,
            { bytes, count, user in
                guard let bytes else { return }
                EmulatedTerminal.from(user)?.sent += UnsafeRawBufferPointer(start: bytes, count: count)
            }, user)
        vterm_set_utf8(terminal, 1)
        vterm_screen_set_callbacks(screen, callbacks, user)
        vterm_screen_enable_altscreen(screen, 1)
        vterm_screen_reset(screen, 1)
    }

    deinit {
        vterm_free(terminal)
        callbacks.deallocate()
    }

    /// Feeds a program's output and returns the terminal's replies to its queries, except for its name: tests choose which
    /// terminal it is, and only some versions of libvterm reply.
    func feed(_ bytes: [UInt8]) -> [UInt8] {
        let bytes = commandFilter.filtered(bytes)
        let replies = collectingSent {
            bytes.withUnsafeBytes { buffer in
                let start = buffer.assumingMemoryBound(to: CChar.self).baseAddress
                _ = vterm_input_write(terminal, start, buffer.count)
            }
        }
        guard let name = replies.firstRange(of: Array("\u{1B}P>|libvterm".utf8)),
            let end = replies[name.upperBound...].firstRange(of: Array("\u{1B}\\".utf8))
        else { return replies }
        return Array(replies[..<name.lowerBound] + replies[end.upperBound...])
    }

    /// Returns the bytes the terminal sends for a key in the current modes.
    func bytes(for key: TypedKey) -> [UInt8] {
        collectingSent {
            switch key {
            case .named(let name): vterm_keyboard_key(terminal, name, VTERM_MOD_NONE)
            case .control(let letter): vterm_keyboard_unichar(terminal, letter.value, VTERM_MOD_CTRL)
            }
        }
    }

    /// Returns the bytes the terminal sends for a paste.
    func bytes(forPasting text: String) -> [UInt8] {
        let start = collectingSent { vterm_keyboard_start_paste(terminal) }
        return start + Array(text.utf8) + collectingSent { vterm_keyboard_end_paste(terminal) }
    }

    func resize(columns: Int, rows: Int) {
        vterm_set_size(terminal, Int32(rows), Int32(columns))
    }

    /// The screen's width and height in cells.
    var size: (columns: Int, rows: Int) {
        var rows: Int32 = 0
        var columns: Int32 = 0
        vterm_get_size(terminal, &rows, &columns)
        return (Int(columns), Int(rows))
    }

    /// The position of the cursor, even if it is hidden.
    var cursor: ScreenPosition {
        var position = VTermPos()
        vterm_state_get_cursorpos(vterm_obtain_state(terminal), &position)
        return ScreenPosition(row: Int(position.row), column: Int(position.col))
    }

    /// Returns the cell at a position on the screen.
    func cell(column: Int, row: Int) -> EmulatedCell {
        var cell = VTermScreenCell()
        vterm_screen_get_cell(screen, VTermPos(row: Int32(row), col: Int32(column)), &cell)
        return EmulatedCell(cell)
    }

    /// Returns the text of a row without trailing blanks.
    func text(row: Int) -> String {
        let columns = size.columns
        let position = VTermRect(start_row: Int32(row), end_row: Int32(row + 1), start_col: 0, end_col: Int32(columns))
        var bytes = [CChar](repeating: 0, count: columns * 4 * Int(VTERM_MAX_CHARS_PER_CELL))
        let count = vterm_screen_get_text(screen, &bytes, bytes.count, position)
        var end = count
        while end > 0, bytes[end - 1] == 0x20 { end -= 1 }
        return bytes.withUnsafeBytes { String(decoding: $0[..<end], as: UTF8.self) }
    }

    private func set(_ property: VTermProp, to value: VTermValue) {
        switch property {
        case VTERM_PROP_TITLE:
            let part = vterm_text(value)
            let bytes = UnsafeBufferPointer(start: part.bytes, count: part.bytes == nil ? 0 : part.count)
            let text = String(decoding: bytes.map(UInt8.init(bitPattern:)), as: UTF8.self)
            title = part.isFirst ? text : title + text
        case VTERM_PROP_ALTSCREEN: showsAlternateScreen = value.boolean != 0
        case VTERM_PROP_CURSORVISIBLE: showsCursor = value.boolean != 0
        case VTERM_PROP_MOUSE: reportsMouse = value.number != 0
        default: break
        }
    }

    private func collectingSent(_ body: () -> Void) -> [UInt8] {
        sent = []
        body()
        return sent
    }

    private static func from(_ user: UnsafeMutableRawPointer?) -> EmulatedTerminal? {
        user.map { Unmanaged<EmulatedTerminal>.fromOpaque($0).takeUnretainedValue() }
    }
}
