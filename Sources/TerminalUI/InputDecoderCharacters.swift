extension InputDecoder {
    mutating func takeGround(_ byte: UInt8) {
        state = .ground
        let alt: Key.Modifiers = hasAlt ? .alt : []
        switch byte {
        case 0x1B:
            hasAlt = false
            state = .escape
        case 0x00: emit(.character(" "), alt.union(.control))
        case 0x08, 0x7F: emit(.backspace, alt)
        case 0x09: emit(.tab, alt)
        case 0x0A, 0x0D: emit(.enter, alt)
        case 0x01...0x1A: emit(.character(Character(Unicode.Scalar(byte + 0x60))), alt.union(.control))
        case 0x1C...0x1F: emit(.character(Character(Unicode.Scalar(byte + 0x40))), alt.union(.control))
        case 0x20...0x7E: emit(.character(Character(Unicode.Scalar(byte))), alt)
        case 0x80...0x9F: takeC1(byte)
        default:
            if character.begin(with: byte) { state = .character } else { emit(.character("\u{FFFD}"), alt) }
        }
    }

    mutating func takeAfterEscape(_ byte: UInt8) {
        let isDoubled = state == .doubleEscape
        if let key = keys[[byte]] {
            emit(key.code, isDoubled ? key.modifiers.union(.alt) : key.modifiers)
            state = .ground
            return
        }
        switch byte {
        case 0x1B where isDoubled: emit(.escape)
        case 0x1B: state = .doubleEscape
        case UInt8(ascii: "["), UInt8(ascii: "O"):
            hasAlt = isDoubled
            begin(byte == UInt8(ascii: "[") ? .controlSequence : .singleShift)
        default:
            if isDoubled { emit(.escape) }
            hasAlt = false
            if let kind = ControlString.Kind(letter: byte) {
                beginString(kind)
            } else {
                hasAlt = true
                takeGround(byte)
            }
        }
    }

    mutating func takeInCharacter(_ byte: UInt8) {
        switch character.take(byte) {
        case .incomplete: break
        case .invalid:
            emit(.character("\u{FFFD}"), hasAlt ? .alt : [])
            if 0x80...0xBF ~= byte {
                // Within invalid UTF-8, a C1 byte is no introducer.
                emit(.character("\u{FFFD}"))
                state = .ground
            } else {
                restart(with: byte)
            }
        case .complete(let scalar):
            state = .ground
            if 0x80...0x9F ~= scalar.value {
                takeC1(UInt8(scalar.value))
            } else {
                emit(.character(Character(scalar)), hasAlt ? .alt : [])
            }
        }
    }

    mutating func begin(_ state: State) {
        held.removeAll(keepingCapacity: true)
        self.state = state
    }

    /// Handles C1 introducers, which never start a UTF-8 character.
    private mutating func takeC1(_ byte: UInt8) {
        if let kind = ControlString.Kind(letter: byte - 0x40) {
            hasAlt = false
            beginString(kind)
        } else if byte == 0x9B || byte == 0x8F {
            begin(byte == 0x9B ? .controlSequence : .singleShift)
        } else {
            emit(.character("\u{FFFD}"), hasAlt ? .alt : [])
        }
    }
}
