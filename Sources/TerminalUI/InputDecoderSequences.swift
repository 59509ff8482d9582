extension InputDecoder {
    /// Every meaningful sequence is shorter.
    private static let maxBytes = 128

    mutating func takeInControlSequence(_ byte: UInt8) {
        if let key = keys[[UInt8(ascii: "[")] + held + [byte]] { return finish(key) }
        switch byte {
        case 0x18, 0x1A: state = .ground
        case 0x00..<0x20, 0x80...: restart(with: byte)
        case 0x7F: break
        // Function keys of the Linux console: `CSI [ A` to `CSI [ E`.
        case UInt8(ascii: "[") where held.isEmpty: held.append(byte)
        case UInt8(ascii: "M") where held.isEmpty: begin(.oldMouseReport)
        case 0x40...0x7E: endControlSequence(final: byte)
        default:
            held.append(byte)
            if held.count > Self.maxBytes { state = .endlessControlSequence }
        }
    }

    mutating func takeInSingleShift(_ byte: UInt8) {
        if let key = keys[[UInt8(ascii: "O")] + held + [byte]] { return finish(key) }
        switch byte {
        case 0x18, 0x1A: state = .ground
        case 0x00..<0x20, 0x80...: restart(with: byte)
        case UInt8(ascii: "0")...UInt8(ascii: ";") where held.count < 8: held.append(byte)
        default:
            state = .ground
            let modifiers = ControlSequence(body: held, final: byte).modifiers
            if let key = KeySequences.singleShift(byte, modifiers: modifiers) { finish(key) }
        }
    }

    mutating func takeInMouseReport(_ byte: UInt8) {
        held.append(byte)
        guard held.count == 3 else { return }
        state = .ground
        if let report = MouseEvent(x10Report: held) { events.append(.mouse(report)) }
    }

    /// Matches a delayed status report, `CSI 0 n`.
    mutating func takeInReportRemainder(_ byte: UInt8) {
        held.append(byte)
        let remainder = Array("[0n".utf8)
        if held == remainder {
            state = .ground
            events.append(.answer(.controlSequence("0n")))
        } else if !remainder.starts(with: held) {
            restart(withTyped: held)
        }
    }

    private mutating func endControlSequence(final: UInt8) {
        state = .ground
        let sequence = ControlSequence(body: held, final: final)
        // No terminal sends two Esc before these sequences, so the first was a key press while the other was in
        // transit.
        let isKey = if case .key = KeySequences.meaning(of: sequence) { true } else { false }
        if hasAlt, !isKey { emit(.escape) }
        if sequence.isPasteStart {
            state = .paste
        } else if sequence.isMouseReport {
            if let report = MouseEvent(sgrReport: sequence) { events.append(.mouse(report)) }
        } else {
            switch KeySequences.meaning(of: sequence) {
            case .key(let key): finish(key)
            case .nothing: break
            case .unknown: events.append(.answer(.controlSequence(sequence.text)))
            }
        }
    }

    private mutating func finish(_ key: Key) {
        emit(key.code, hasAlt ? key.modifiers.union(.alt) : key.modifiers)
        state = .ground
    }
}
