/// Keys encoded as code points: kitty's keyboard protocol (`CSI code ; modifiers u`) and xterm's modifyOtherKeys (`CSI
/// 27 ; modifiers ; code ~`).
enum KittyKeys {
    static func meaning(of sequence: ControlSequence) -> KeySequences.Meaning {
        guard let code = sequence.parameter(0) else { return .unknown }
        guard !sequence.isRelease, let modifiers = sequence.modifiers else { return .nothing }
        return key(code, shifted: sequence.subparameter(0, 1), modifiers)
    }

    static func meaningOfModifiedKey(_ sequence: ControlSequence) -> KeySequences.Meaning {
        guard let code = sequence.parameter(2) else { return .unknown }
        guard let modifiers = sequence.modifiers else { return .nothing }
        return key(code, shifted: nil, modifiers)
    }

    private static func key(_ code: Int, shifted: Int?, _ modifiers: Key.Modifiers) -> KeySequences.Meaning {
        if let named = named[code] { return .key(Key(named, modifiers)) }
        if 57376...57387 ~= code { return .key(Key(.function(code - 57363), modifiers)) }
        // The rest of kitty's private use area: media keys and lone modifiers.
        guard !(57344...63743 ~= code), code >= 0x20, !(0x7F...0x9F ~= code),
            let scalar = UInt32(exactly: code).flatMap(Unicode.Scalar.init)
        else { return .nothing }
        guard modifiers.contains(.shift), !modifiers.contains(.control) else {
            return .key(Key(.character(Character(scalar)), modifiers))
        }
        // The character already includes shift.
        let shifted = shifted.flatMap(UInt32.init(exactly:)).flatMap(Unicode.Scalar.init).map(Character.init)
        let upper = scalar.properties.uppercaseMapping
        let character = shifted ?? (upper.count == 1 ? Character(upper) : Character(scalar))
        return .key(Key(.character(character), modifiers.subtracting(.shift)))
    }

    private static let named: [Int: Key.Code] = {
        var codes: [Int: Key.Code] = [9: .tab, 13: .enter, 27: .escape, 127: .backspace]
        // The keypad.
        for (index, character) in "0123456789./*-+".enumerated() { codes[57399 + index] = .character(character) }
        let keypad: [Key.Code] = [
            .enter, .character("="), .character(","), .left, .right, .up, .down, .pageUp, .pageDown, .home, .end,
            .insert,
            .delete,
        ]
        for (index, code) in keypad.enumerated() { codes[57414 + index] = code }
        return codes
    }()
}
