/// Maps escape sequences to keys: those of xterm and the VT220, rxvt, the Linux console, and kitty's `CSI u`.
enum KeySequences {
    enum Meaning: Equatable {
        case key(Key)
        /// An unused report, or an unsupported key.
        case nothing
        /// Not a key; possibly the response to a query.
        case unknown
    }

    static func meaning(of sequence: ControlSequence) -> Meaning {
        if sequence.text.utf8.first == UInt8(ascii: "[") { return linuxFunctionKey(sequence.final) }
        guard sequence.prefix == nil, sequence.intermediates.isEmpty else { return .unknown }
        switch Character(Unicode.Scalar(sequence.final)) {
        case "u": return KittyKeys.meaning(of: sequence)
        case "~": return tilde(sequence)
        case "Z": return .key(Key(.tab, .shift))
        // rxvt encodes modifiers in the final byte.
        case "^": return tilde(sequence, adding: .control)
        case "@": return tilde(sequence, adding: [.control, .shift])
        case "a", "b", "c", "d":
            guard sequence.text.utf8.count == 1, let code = letters[sequence.final & 0xDF] else { return .unknown }
            return .key(Key(code, .shift))
        // Focus lost; gained is a report.
        case "O" where sequence.parameters.count <= 1: return .nothing
        // The center key of the keypad.
        case "E": return .nothing
        // F3, possibly with modifiers, or a cursor position report.
        case "R" where sequence.parameter(0) != 1 && sequence.text.utf8.count > 1: return .unknown
        default:
            guard let code = letters[sequence.final], sequence.parameters.count <= 2 else { return .unknown }
            return key(code, sequence)
        }
    }

    /// Returns the key for `ESC O` and this byte, if any.
    static func singleShift(_ byte: UInt8, modifiers: Key.Modifiers?) -> Key? {
        guard let modifiers else { return nil }
        if let code = letters[byte] ?? keypad[byte] { return Key(code, modifiers) }
        // rxvt: arrow keys with Control.
        if UInt8(ascii: "a")...UInt8(ascii: "d") ~= byte, let code = letters[byte & 0xDF] { return Key(code, .control) }
        return nil
    }

    /// Returns the key for a number before a tilde (VT220, xterm), if any.
    static func code(ofTilde number: Int) -> Key.Code? {
        switch number {
        case 1, 7: .home
        case 2: .insert
        case 3: .delete
        case 4, 8: .end
        case 5: .pageUp
        case 6: .pageDown
        case 11...15: .function(number - 10)
        case 17...21: .function(number - 11)
        case 23...26: .function(number - 12)
        case 28, 29: .function(number - 13)
        case 31...34: .function(number - 14)
        default: nil
        }
    }

    private static func tilde(_ sequence: ControlSequence, adding: Key.Modifiers = []) -> Meaning {
        guard let number = sequence.parameter(0) else { return .unknown }
        if number == 27, adding.isEmpty { return KittyKeys.meaningOfModifiedKey(sequence) }
        guard let code = code(ofTilde: number) else { return number == 201 ? .nothing : .unknown }
        return key(code, sequence, adding: adding)
    }

    private static func key(_ code: Key.Code, _ sequence: ControlSequence, adding: Key.Modifiers = []) -> Meaning {
        guard !sequence.isRelease, let modifiers = sequence.modifiers else { return .nothing }
        return .key(Key(code, modifiers.union(adding)))
    }

    private static func linuxFunctionKey(_ final: UInt8) -> Meaning {
        guard UInt8(ascii: "A")...UInt8(ascii: "E") ~= final else { return .nothing }
        return .key(Key(.function(Int(final) - 0x40)))
    }

    private static let letters: [UInt8: Key.Code] = [
        UInt8(ascii: "A"): .up, UInt8(ascii: "B"): .down, UInt8(ascii: "C"): .right, UInt8(ascii: "D"): .left,
        UInt8(ascii: "H"): .home, UInt8(ascii: "F"): .end, UInt8(ascii: "P"): .function(1),
        UInt8(ascii: "Q"): .function(2), UInt8(ascii: "R"): .function(3), UInt8(ascii: "S"): .function(4),
    ]

    /// The final bytes of the keypad in application mode.
    private static let keypad: [UInt8: Key.Code] = {
        var codes: [UInt8: Key.Code] = [
            UInt8(ascii: "M"): .enter, UInt8(ascii: "I"): .tab, UInt8(ascii: " "): .character(" "),
            UInt8(ascii: "X"): .character("="),
        ]
        for (index, character) in "*+,-./0123456789".enumerated() {
            codes[UInt8(ascii: "j") + UInt8(index)] = .character(character)
        }
        return codes
    }()
}

/// Keys encoded as code points: kitty's keyboard protocol (`CSI code ; modifiers u`) and xterm's modifyOtherKeys (`CSI
/// 27 ; modifiers ; code ~`).
///
/// Keys that other terminals can't distinguish are the same key here too.
enum KittyKeys {
    static func meaning(of sequence: ControlSequence) -> KeySequences.Meaning {
        guard let code = sequence.parameter(0) else { return .unknown }
        guard !sequence.isRelease, let modifiers = sequence.modifiers else { return .nothing }
        return key(code, shifted: sequence.subparameter(0, 1), latin: sequence.subparameter(0, 2), modifiers)
    }

    static func meaningOfModifiedKey(_ sequence: ControlSequence) -> KeySequences.Meaning {
        guard let code = sequence.parameter(2) else { return .unknown }
        guard let modifiers = sequence.modifiers else { return .nothing }
        return key(code, modifiers)
    }

    /// - Parameters:
    ///   - shifted: the code with shift, if reported.
    ///   - latin: the code on the standard layout, if reported and different.
    private static func key(
        _ code: Int, shifted: Int? = nil, latin: Int? = nil, _ modifiers: Key.Modifiers
    ) -> KeySequences.Meaning {
        if let named = named[code] { return .key(Key(named, modifiers).distinguishable) }
        if 57376...57387 ~= code { return .key(Key(.function(code - 57363), modifiers)) }
        // The rest of kitty's private use area: media keys and lone modifiers.
        guard !(57344...63743 ~= code), code >= 0x20, !(0x7F...0x9F ~= code),
            let character = character(code)
        else { return .nothing }
        if modifiers.contains(.control) {
            // Layouts without Latin letters would otherwise lack Ctrl-C.
            let letter = character.isASCII ? character : latin.flatMap(Self.character) ?? character
            return .key(Key(.character(letter), modifiers).distinguishable)
        }
        guard modifiers.contains(.shift) else { return .key(Key(.character(character), modifiers)) }
        // The character already includes shift.
        let upper = character.uppercased()
        let shifted = shifted.flatMap(Self.character) ?? (upper.count == 1 ? Character(upper) : character)
        return .key(Key(.character(shifted), modifiers.subtracting(.shift)))
    }

    private static func character(_ code: Int) -> Character? {
        UInt32(exactly: code).flatMap(Unicode.Scalar.init).map(Character.init)
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
