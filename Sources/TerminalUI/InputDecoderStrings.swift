extension InputDecoder {
    mutating func beginString(_ kind: ControlString.Kind) {
        string = ControlString(kind: kind)
        state = .string
    }

    mutating func takeInString(_ byte: UInt8) {
        switch byte {
        case 0x1B: state = .stringEscape
        case 0x07: endString()
        // CAN and SUB abort any sequence.
        case 0x18, 0x1A: state = .ground
        case 0x00..<0x20: break
        default: if string.takeOrEnd(byte) { endString() }
        }
    }

    mutating func takeAfterEscapeInString(_ byte: UInt8) {
        if byte == UInt8(ascii: "\\") {
            endString()
        } else {
            // Another sequence begins, so the string was truncated.
            state = .escape
            takeAfterEscape(byte)
        }
    }

    private mutating func endString() {
        if let event = string.event { events.append(event) }
        state = .ground
    }
}
