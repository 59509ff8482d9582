/// Turns the bytes that a terminal sends into events, however they are split.
///
/// Every byte moves a state machine by one step. Nothing it is given makes it trap, and no part of a control sequence
/// comes out as a typed letter.
public struct InputDecoder: Sendable {
    enum State: Sendable {
        case ground
        /// After Esc, and after two.
        case escape, doubleEscape
        /// In a character of several bytes.
        case character
        /// After `ESC [`; `endless` when what came since is too long to mean anything.
        case controlSequence, endlessControlSequence
        /// After `ESC O`.
        case singleShift
        /// After `CSI M`: three bytes follow.
        case oldMouseReport
        /// In an OSC, DCS, APC, PM or SOS string, and after an Esc in it.
        case string, stringEscape
        /// Between the marks of bracketed paste.
        case paste
        /// After a lone Esc that silence made a key while a status report was expected: the rest of the report may
        /// still come.
        case reportRemainder
    }

    /// Whether the terminal owes a status report, of which the parts may come far apart.
    public var expectsStatusReport = false

    var state = State.ground
    /// Whether another Esc came before what is held.
    var hasAlt = false
    /// The bytes of a sequence, without its introducer.
    var held: [UInt8] = []
    var character = UTF8Assembly()
    var string = ControlString()
    var paste = PasteCollector()
    var events: [InputEvent] = []
    /// The keys of the terminal's entry, by what follows their Esc.
    let keys: [[UInt8]: Key]

    /// - Parameter keys: What the terminal's entry names, by the bytes it sends; those that do not begin with Esc, or
    ///   that begin another, are left out.
    public init(keys: [[UInt8]: Key] = [:]) {
        let introducers: [[UInt8]] = ["\u{1B}\u{1B}", "\u{1B}[", "\u{1B}O"].map { Array($0.utf8) }
        let sequences = keys.filter { $0.key.count > 1 && $0.key[0] == 0x1B && !introducers.contains($0.key) }
        let usable = sequences.filter { candidate in
            !sequences.keys.contains { $0 != candidate.key && $0.starts(with: candidate.key) }
        }
        self.keys = Dictionary(uniqueKeysWithValues: usable.map { (Array($0.key.dropFirst()), $0.value) })
    }

    /// The events that these bytes complete.
    public mutating func decode(_ bytes: some Sequence<UInt8>) -> [InputEvent] {
        for byte in bytes { take(byte) }
        return takeEvents()
    }

    /// Whether something is held that silence decides about: a lone Esc, or the beginning of a sequence.
    ///
    /// A paste or a terminal's answer, once it has begun, is waited for however long it takes.
    public var isWaiting: Bool {
        switch state {
        case .ground, .paste: false
        case .controlSequence: !expectsStatusReport
        case .reportRemainder: !held.isEmpty
        case .string: string.isEmpty
        default: true
        }
    }

    /// What is held, after silence: a lone Esc is a key, and a sequence that has merely begun is nothing.
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
        // Nothing followed, so these were typed: Alt and a character.
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

    /// Gives up what is held and goes on with a byte as if nothing had come before it.
    mutating func restart(with byte: UInt8) {
        hasAlt = false
        takeGround(byte)
    }

    /// Takes bytes as typed after all.
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
