extension MouseEvent {
    /// Parses `CSI < buttons ; column ; row M`, or `m` for a release; nil if a parameter is missing.
    init?(sgrReport sequence: ControlSequence) {
        guard let bits = sequence.parameter(0), let column = sequence.parameter(1), let row = sequence.parameter(2)
        else { return nil }
        self.init(bits: bits, isRelease: sequence.final == UInt8(ascii: "m"), column: column - 1, row: row - 1)
    }

    /// Parses the three bytes after `CSI M`, each offset by 32.
    init?(x10Report bytes: [UInt8]) {
        guard bytes.count == 3, bytes.allSatisfy({ $0 >= 32 }) else { return nil }
        let bits = Int(bytes[0]) - 32
        // A release doesn't identify the button.
        let isRelease = bits & 3 == 3 && bits & (32 | 64) == 0
        self.init(bits: bits, isRelease: isRelease, column: Int(bytes[1]) - 33, row: Int(bytes[2]) - 33)
    }

    private init?(bits: Int, isRelease: Bool, column: Int, row: Int) {
        // Buttons 8 to 11 are unused.
        guard bits & 128 == 0 else { return nil }
        var modifiers: Key.Modifiers = []
        if bits & 4 != 0 { modifiers.insert(.shift) }
        if bits & 8 != 0 { modifiers.insert(.alt) }
        if bits & 16 != 0 { modifiers.insert(.control) }
        let button: Button
        let action: Action
        if bits & 64 != 0 {
            button = .none
            action = [.wheelUp, .wheelDown, .wheelLeft, .wheelRight][bits & 3]
        } else {
            button = [.left, .middle, .right, .none][bits & 3]
            let isMotion = bits & 32 != 0
            action = isRelease ? .release : !isMotion ? .press : button == .none ? .move : .drag
        }
        self.init(action: action, button: button, modifiers: modifiers, column: column, row: row)
    }
}
