/// Decodes bytes from a terminal into events, regardless of how the bytes are split.
///
/// Each byte advances a state machine by one step. No input makes it trap, and no part of a control sequence is
/// mistaken for typed text.
public struct InputDecoder: Sendable {
    enum State: Sendable {
        case ground
        /// After one Esc, and after two.
        case escape, doubleEscape
        /// Within a multibyte character.
        case character
        /// After `ESC [`; `endless` once the sequence is too long to be meaningful.
        case controlSequence, endlessControlSequence
        /// After `ESC O`.
        case singleShift
        /// After `CSI M`; three bytes follow.
        case oldMouseReport
        /// In an OSC, DCS, APC, PM or SOS string, and after an Esc within it.
        case string, stringEscape
        /// Between the start and the end of a bracketed paste.
        case paste
        /// After a timeout made a lone Esc a key press while a status report was outstanding. The remainder of the
        /// report may still arrive.
        case reportRemainder
    }

    /// Whether a status report is outstanding; its bytes may arrive far apart.
    public var expectsStatusReport = false

    var state = State.ground
    /// Whether another Esc preceded the held bytes.
    var hasAlt = false
    /// The bytes of the current sequence, without its introducer.
    var held: [UInt8] = []
    var character = UTF8Assembly()
    var string = ControlString()
    var paste = PasteCollector()
    var events: [InputEvent] = []
    /// The keys of the terminfo entry, by the bytes after Esc.
    let keys: [[UInt8]: Key]

    /// - Parameter keys: the keys of the terminfo entry, by the bytes that they send. Sequences that don't begin with
    ///   Esc, or that are a prefix of another one, are ignored.
    public init(keys: [[UInt8]: Key] = [:]) {
        let introducers: [[UInt8]] = ["\u{1B}\u{1B}", "\u{1B}[", "\u{1B}O"].map { Array($0.utf8) }
        let sequences = keys.filter { $0.key.count > 1 && $0.key[0] == 0x1B && !introducers.contains($0.key) }
        let usable = sequences.filter { candidate in
            !sequences.keys.contains { $0 != candidate.key && $0.starts(with: candidate.key) }
        }
        self.keys = Dictionary(uniqueKeysWithValues: usable.map { (Array($0.key.dropFirst()), $0.value) })
    }

    /// Returns the events that these bytes complete.
    public mutating func decode(_ bytes: some Sequence<UInt8>) -> [InputEvent] {
        for byte in bytes { take(byte) }
        return takeEvents()
    }

    /// Whether a lone Esc or the start of a sequence is held, so that a timeout decides.
    ///
    /// A paste or an answer that has begun has no timeout.
    public var isWaiting: Bool {
        switch state {
        case .ground, .paste: false
        case .controlSequence: !expectsStatusReport
        case .reportRemainder: !held.isEmpty
        case .string: string.isEmpty
        default: true
        }
    }

    /// Ends the wait after a timeout: a lone Esc becomes a key press, and an incomplete sequence is dropped.
    public mutating func flush() -> [InputEvent] {
        guard isWaiting else { return [] }
        switch state {
        case .escape where expectsStatusReport:
            emit(.escape)
            begin(.reportRemainder)
            return takeEvents()
        case .escape, .stringEscape: emit(.escape)
        case .doubleEscape:
            emit(.escape)
            emit(.escape)
        case .character: emit(.character("\u{FFFD}"), hasAlt ? .alt : [])
        // Without a timely successor these were typed: Alt and a character.
        case .controlSequence where held.isEmpty: emitAfterEscape("[")
        case .singleShift where held.isEmpty: emitAfterEscape("O")
        case .string: emitAfterEscape(string.kind.letter)
        case .reportRemainder: restart(withTyped: held)
        default: break
        }
        state = .ground
        return takeEvents()
    }

    mutating func take(_ byte: UInt8) {
        switch state {
        case .ground: restart(with: byte)
        case .escape, .doubleEscape: takeAfterEscape(byte)
        case .character: takeInCharacter(byte)
        case .controlSequence: takeInControlSequence(byte)
        case .endlessControlSequence:
            if byte < 0x20 { restart(with: byte) } else if 0x40...0x7E ~= byte { state = .ground }
        case .singleShift: takeInSingleShift(byte)
        case .oldMouseReport: takeInMouseReport(byte)
        case .string: takeInString(byte)
        case .stringEscape: takeAfterEscapeInString(byte)
        case .reportRemainder: takeInReportRemainder(byte)
        case .paste:
            if let text = paste.take(byte) {
                events.append(.paste(text))
                state = .ground
            }
        }
    }

    /// Drops the held bytes and processes a byte from the ground state.
    mutating func restart(with byte: UInt8) {
        hasAlt = false
        takeGround(byte)
    }

    /// Processes bytes that turned out to be typed.
    mutating func restart(withTyped bytes: [UInt8]) {
        state = .ground
        for byte in bytes { take(byte) }
    }

    mutating func emit(_ code: Key.Code, _ modifiers: Key.Modifiers = []) {
        events.append(.key(Key(code, modifiers)))
    }

    private mutating func emitAfterEscape(_ character: Character) {
        if hasAlt { emit(.escape) }
        emit(.character(character), .alt)
    }

    private mutating func takeEvents() -> [InputEvent] {
        defer { events = [] }
        return events
    }
}
