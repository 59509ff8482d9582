/// Decodes bytes from a terminal into events, regardless of how the bytes are split.
///
/// Each byte advances a state machine by one step. No input makes it trap, and no part of a control sequence is
/// mistaken for typed text.
public struct InputDecoder: Sendable {
    private enum State: Sendable {
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
        /// In a string that isn't a response because it contains an escape sequence, and after an Esc within it.
        /// Silence ends the string.
        case brokenString, brokenStringEscape
        /// Between the start and the end of a bracketed paste.
        case paste
        /// After a timeout made a lone Esc a key press while a status report was outstanding. The remainder of the
        /// report may still arrive.
        case reportRemainder
    }

    /// Whether a status report or another response is outstanding; its bytes may arrive far apart.
    public var expectsResponse = false
    /// The number of status reports to deliver; further ones are dropped.
    public var maxStatusReports = Int.max

    private var state = State.ground
    /// Whether another Esc preceded the held bytes.
    private var hasAlt = false
    /// Whether the control sequence began inside a string.
    private var isInString = false
    /// The bytes of the current sequence, without its introducer.
    private var held: [UInt8] = []
    private var character = UTF8Decoder()
    private var string = ControlString()
    private var paste = PasteCollector()
    private var events: [InputEvent] = []
    /// The keys of the terminfo entry, by the bytes after Esc.
    private let keys: [[UInt8]: Key]
    /// The final bytes of these keys, because looking up a sequence after each byte is slow.
    private let lastBytes: Set<UInt8>

    /// - Parameter keys: the keys of the terminfo entry, by the bytes that they send. Sequences that don't begin with
    ///   Esc, or that are a prefix of another one, are ignored.
    public init(keys: [[UInt8]: Key] = [:]) {
        let introducers: [[UInt8]] = ["\u{1B}\u{1B}", "\u{1B}[", "\u{1B}O"].map { Array($0.utf8) }
        let sequences = keys.filter { $0.key.count > 1 && $0.key[0] == 0x1B && !introducers.contains($0.key) }
        let usable = sequences.filter { candidate in
            !sequences.keys.contains { $0 != candidate.key && $0.starts(with: candidate.key) }
        }
        self.keys = Dictionary(uniqueKeysWithValues: usable.map { (Array($0.key.dropFirst()), $0.value) })
        lastBytes = Set(usable.keys.compactMap(\.last))
    }

    /// Returns the events that these bytes complete.
    public mutating func decode(_ bytes: some Sequence<UInt8>) -> [InputEvent] {
        for byte in bytes { consume(byte) }
        return drainEvents()
    }

    /// Whether a lone Esc or the start of a sequence is held, so that a timeout decides.
    ///
    /// A paste or a response that has begun has no timeout.
    public var isWaiting: Bool {
        switch state {
        case .ground, .paste: false
        case .controlSequence: !expectsResponse
        case .reportRemainder: !held.isEmpty
        case .string: string.isEmpty && !expectsResponse
        default: true
        }
    }

    /// Whether the input held is Esc, once or twice.
    public var holdsOnlyEscape: Bool {
        switch state {
        case .escape, .doubleEscape: true
        default: false
        }
    }

    /// Whether the held input is a response up to the Esc of its terminator.
    public var holdsUnendedResponse: Bool {
        switch state {
        case .stringEscape, .brokenStringEscape: true
        default: false
        }
    }

    /// Ends the wait after a timeout: a lone Esc becomes a key press, and an incomplete sequence is dropped.
    public mutating func flush() -> [InputEvent] {
        guard isWaiting else { return [] }
        switch state {
        case .escape where expectsResponse:
            emit(.escape)
            begin(.reportRemainder)
            return drainEvents()
        case .escape, .stringEscape, .brokenStringEscape: emit(.escape)
        case .doubleEscape:
            emit(.escape)
            emit(.escape)
        case .character: emit(.character("\u{FFFD}"), hasAlt ? .alt : [])
        // Without a timely successor these were typed: Alt and a character.
        case .controlSequence where held.isEmpty && !isInString: emitAfterEscape("[")
        case .singleShift where held.isEmpty: emitAfterEscape("O")
        case .string: emitAfterEscape(string.kind.introducer)
        case .reportRemainder: restart(withTyped: held)
        default: break
        }
        state = .ground
        return drainEvents()
    }

    private mutating func consume(_ byte: UInt8) {
        switch state {
        case .ground: restart(with: byte)
        case .escape, .doubleEscape: consumeAfterEscape(byte)
        case .character: consumeInCharacter(byte)
        case .controlSequence: consumeInControlSequence(byte)
        case .endlessControlSequence:
            if byte < 0x20 { restart(with: byte) } else if 0x40...0x7E ~= byte { state = .ground }
        case .singleShift: consumeInSingleShift(byte)
        case .oldMouseReport: consumeInMouseReport(byte)
        case .string: consumeInString(byte)
        case .stringEscape, .brokenStringEscape: consumeAfterEscapeInString(byte)
        case .brokenString: consumeInBrokenString(byte)
        case .reportRemainder: consumeInReportRemainder(byte)
        case .paste:
            if let text = paste.consume(byte) {
                events.append(.paste(text))
                state = .ground
            }
        }
    }

    /// Drops the held bytes and processes a byte from the ground state.
    private mutating func restart(with byte: UInt8) {
        hasAlt = false
        consumeGround(byte)
    }

    /// Processes bytes that turned out to be typed.
    private mutating func restart(withTyped bytes: [UInt8]) {
        state = .ground
        for byte in bytes { consume(byte) }
    }

    private mutating func emit(_ code: Key.Code, _ modifiers: Key.Modifiers = []) {
        events.append(.key(Key(code, modifiers)))
    }

    private mutating func emitAfterEscape(_ character: Character) {
        if hasAlt { emit(.escape) }
        emit(.character(character), .alt)
    }

    private mutating func drainEvents() -> [InputEvent] {
        defer { events = [] }
        return events
    }

    // MARK: Characters

    private mutating func consumeGround(_ byte: UInt8) {
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
        case 0x80...0x9F: consumeC1(byte)
        default:
            if character.begin(with: byte) { state = .character } else { emit(.character("\u{FFFD}"), alt) }
        }
    }

    private mutating func consumeAfterEscape(_ byte: UInt8) {
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
            if let kind = ControlString.Kind(introducer: byte) {
                beginString(kind)
            } else {
                hasAlt = true
                consumeGround(byte)
            }
        }
    }

    private mutating func consumeInCharacter(_ byte: UInt8) {
        switch character.consume(byte) {
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
                consumeC1(UInt8(scalar.value))
            } else {
                emit(.character(Character(scalar)), hasAlt ? .alt : [])
            }
        }
    }

    private mutating func begin(_ state: State) {
        held.removeAll(keepingCapacity: true)
        isInString = false
        self.state = state
    }

    /// Handles C1 introducers, which never start a UTF-8 character.
    private mutating func consumeC1(_ byte: UInt8) {
        if let kind = ControlString.Kind(introducer: byte - 0x40) {
            hasAlt = false
            beginString(kind)
        } else if byte == 0x9B || byte == 0x8F {
            begin(byte == 0x9B ? .controlSequence : .singleShift)
        } else {
            emit(.character("\u{FFFD}"), hasAlt ? .alt : [])
        }
    }

    // MARK: Control sequences

    /// Every meaningful sequence is shorter.
    private static let maxBytes = 128

    /// Returns the terminfo key that the held bytes and the next one form; nil if there is none.
    private func key(after introducer: UInt8, endingWith byte: UInt8) -> Key? {
        lastBytes.contains(byte) ? keys[[introducer] + held + [byte]] : nil
    }

    private mutating func consumeInControlSequence(_ byte: UInt8) {
        if let key = key(after: UInt8(ascii: "["), endingWith: byte) { return finish(key) }
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

    private mutating func consumeInSingleShift(_ byte: UInt8) {
        if let key = key(after: UInt8(ascii: "O"), endingWith: byte) { return finish(key) }
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

    private mutating func consumeInMouseReport(_ byte: UInt8) {
        held.append(byte)
        guard held.count == 3 else { return }
        state = .ground
        if let report = MouseEvent(x10Report: held) { events.append(.mouse(report)) }
    }

    /// Matches a delayed status report, `CSI 0 n`.
    private mutating func consumeInReportRemainder(_ byte: UInt8) {
        held.append(byte)
        let remainder = Array("[0n".utf8)
        if held == remainder {
            state = .ground
            events.append(.response(.controlSequence("0n")))
        } else if !remainder.starts(with: held) {
            restart(withTyped: held)
        }
    }

    private mutating func endControlSequence(final: UInt8) {
        state = .ground
        if final == UInt8(ascii: "n"), held.count == 1 { return endStatusReport(held[0]) }
        let sequence = ControlSequence(body: held, final: final)
        let meaning = KeySequences.meaning(of: sequence)
        if case .key(let key) = meaning { return finish(key) }
        // No terminal sends two Esc before other sequences, so the first was a key press while the other was in
        // transit.
        if hasAlt { emit(.escape) }
        if sequence.isPasteStart {
            state = .paste
        } else if sequence.isMouseReport {
            if let report = MouseEvent(sgrReport: sequence) { events.append(.mouse(report)) }
        } else if meaning == .unknown {
            // Inside a string, a sequence that no terminal sends, such as a color, is part of its text.
            if isInString, !Self.responseEnds.contains(final) {
                state = .brokenString
            } else {
                events.append(.response(.controlSequence(sequence.text)))
            }
        }
    }

    /// The final bytes of responses.
    private static let responseEnds = Set("cnRStuy".utf8)

    /// Delivers a status report, the most frequent response, unless there are too many.
    private mutating func endStatusReport(_ status: UInt8) {
        if hasAlt { emit(.escape) }
        guard maxStatusReports > 0 else { return }
        maxStatusReports -= 1
        events.append(.response(.controlSequence(String(Character(Unicode.Scalar(status))) + "n")))
    }

    private mutating func finish(_ key: Key) {
        emit(key.code, hasAlt ? key.modifiers.union(.alt) : key.modifiers)
        state = .ground
    }

    // MARK: Control strings

    private mutating func beginString(_ kind: ControlString.Kind) {
        string = ControlString(kind: kind)
        state = .string
    }

    private mutating func consumeInString(_ byte: UInt8) {
        switch byte {
        case 0x1B: state = .stringEscape
        case 0x07: endString()
        // CAN and SUB abort any sequence.
        case 0x18, 0x1A: state = .ground
        case 0x00..<0x20: break
        default: if string.appendOrEnd(byte) { endString() }
        }
    }

    private mutating func consumeAfterEscapeInString(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\\"):
            if state == .stringEscape { endString() } else { state = .ground }
        case 0x1B: state = .brokenStringEscape
        case UInt8(ascii: "["):
            hasAlt = false
            begin(.controlSequence)
            isInString = true
        case _ where byte == UInt8(ascii: "O") || ControlString.Kind(introducer: byte) != nil:
            // Another sequence begins, so the string was truncated.
            state = .escape
            consumeAfterEscape(byte)
        default: state = .brokenString
        }
    }

    private mutating func consumeInBrokenString(_ byte: UInt8) {
        switch byte {
        case 0x1B: state = .brokenStringEscape
        case 0x07, 0x18, 0x1A, 0x9C: state = .ground
        default: break
        }
    }

    private mutating func endString() {
        if let event = string.event { events.append(event) }
        state = .ground
    }
}

/// Collects a bracketed paste up to its end marker, `CSI 201 ~`.
struct PasteCollector: Sendable {
    /// Far longer than any sensible paste into a photo album; the rest is dropped.
    static let maxBytes = 1 << 20

    private static let endMark = Array("\u{1B}[201~".utf8)

    private var bytes: [UInt8] = []
    /// The number of bytes of the end marker matched so far.
    private var matched = 0

    /// Returns the whole text, with invalid UTF-8 repaired, after its last byte; nil before.
    mutating func consume(_ byte: UInt8) -> String? {
        if byte == Self.endMark[matched] {
            matched += 1
            guard matched == Self.endMark.count else { return nil }
            defer { self = PasteCollector() }
            return String(decoding: bytes, as: UTF8.self)
        }
        append(Self.endMark.prefix(matched))
        // Only the marker's first byte can restart the match.
        matched = byte == Self.endMark[0] ? 1 : 0
        if matched == 0 { append(CollectionOfOne(byte)) }
        return nil
    }

    private mutating func append(_ more: some Collection<UInt8>) {
        bytes += more.prefix(Self.maxBytes - bytes.count)
    }
}

/// A parsed control sequence (ECMA-48, 5.4).
struct ControlSequence {
    /// The sequence without its introducer.
    let text: String
    /// The leading `<`, `=`, `>` or `?` of a private sequence.
    let prefix: UInt8?
    /// The parameters with their subparameters; nil for omitted ones.
    let parameters: [[Int?]]
    let intermediates: [UInt8]
    let final: UInt8

    init(body: [UInt8], final: UInt8) {
        text = String(decoding: body + [final], as: UTF8.self)
        self.final = final
        var remainder = body[...]
        prefix = remainder.first.flatMap { 0x3C...0x3F ~= $0 ? $0 : nil }
        if prefix != nil { remainder.removeFirst() }
        let end = remainder.firstIndex { !(0x30...0x3B ~= $0) } ?? remainder.endIndex
        intermediates = Array(remainder[end...])
        parameters = remainder[..<end].split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map {
            parameter in
            parameter.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false).map(Self.number)
        }
    }

    /// Returns the first subparameter of a parameter; nil if omitted.
    func parameter(_ index: Int) -> Int? {
        subparameter(index, 0)
    }

    func subparameter(_ index: Int, _ part: Int) -> Int? {
        guard index < parameters.count, part < parameters[index].count else { return nil }
        return parameters[index][part]
    }

    /// The second parameter in the modifier encoding of xterm and kitty: 1 plus a bit mask. Nil if it includes Super or
    /// Hyper, which `Key` doesn't support.
    var modifiers: Key.Modifiers? {
        let bits = max(1, parameter(1) ?? 1) - 1
        guard bits & 0b1_1000 == 0 else { return nil }
        var modifiers: Key.Modifiers = []
        if bits & 1 != 0 { modifiers.insert(.shift) }
        // Alt, or Meta in kitty's terms.
        if bits & 0b10_0010 != 0 { modifiers.insert(.alt) }
        if bits & 4 != 0 { modifiers.insert(.control) }
        return modifiers
    }

    /// Whether kitty reports the release of a key.
    var isRelease: Bool { subparameter(1, 1) == 3 }

    var isPasteStart: Bool { text == "200~" }

    var isMouseReport: Bool {
        prefix == UInt8(ascii: "<") && (final == UInt8(ascii: "M") || final == UInt8(ascii: "m"))
    }

    /// Parses a number of at most nine digits; longer ones are meaningless here.
    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        guard !digits.isEmpty, digits.count < 10 else { return nil }
        return digits.reduce(0) { 10 * $0 + Int($1) - 0x30 }
    }
}

/// A control string received from the terminal, between an introducer and a terminator.
struct ControlString: Sendable {
    enum Kind: Sendable {
        case deviceControl, operatingSystem, startOfString, privacyMessage, applicationProgram

        /// The kind introduced by Esc and this letter.
        init?(introducer: UInt8) {
            switch introducer {
            case UInt8(ascii: "P"): self = .deviceControl
            case UInt8(ascii: "]"): self = .operatingSystem
            case UInt8(ascii: "X"): self = .startOfString
            case UInt8(ascii: "^"): self = .privacyMessage
            case UInt8(ascii: "_"): self = .applicationProgram
            default: return nil
            }
        }

        var introducer: Character {
            switch self {
            case .deviceControl: "P"
            case .operatingSystem: "]"
            case .startOfString: "X"
            case .privacyMessage: "^"
            case .applicationProgram: "_"
            }
        }
    }

    /// Responses are short; longer strings are dropped.
    private static let maxBytes = 8192

    var kind = Kind.deviceControl
    private var bytes: [UInt8] = []
    /// The number of UTF-8 continuation bytes still expected, among which 0x9C is not a terminator.
    private var continuations = 0

    init(kind: Kind = .deviceControl) {
        self.kind = kind
    }

    var isEmpty: Bool { bytes.isEmpty }

    /// The event for the whole string; nil for kinds that aren't used.
    var event: InputEvent? {
        guard bytes.count <= Self.maxBytes else { return nil }
        let text = String(decoding: bytes, as: UTF8.self)
        return switch kind {
        case .deviceControl: .response(.deviceControl(text))
        case .operatingSystem: .response(.operatingSystem(text))
        case .applicationProgram: .response(.applicationProgram(text))
        case .startOfString, .privacyMessage: nil
        }
    }

    /// Appends a byte unless it ends the string. Returns whether it is the one-byte string terminator, plain or in
    /// UTF-8.
    mutating func appendOrEnd(_ byte: UInt8) -> Bool {
        if byte == 0x9C {
            if continuations == 0 { return true }
            if bytes.last == 0xC2 {
                bytes.removeLast()
                return true
            }
        }
        switch byte {
        case 0x80...0xBF: continuations = max(0, continuations - 1)
        case 0xC2...0xDF: continuations = 1
        case 0xE0...0xEF: continuations = 2
        case 0xF0...0xF4: continuations = 3
        default: continuations = 0
        }
        if bytes.count <= Self.maxBytes { bytes.append(byte) }
        return false
    }
}

/// Assembles a character from UTF-8 bytes according to table 3-7 of the Unicode Standard.
struct UTF8Decoder: Sendable {
    /// The result of a byte.
    enum Step: Equatable {
        case incomplete
        case complete(Unicode.Scalar)
        /// The byte doesn't belong to this character, which remains incomplete.
        case invalid
    }

    private var value: UInt32 = 0
    private var missing = 0
    private var allowed: ClosedRange<UInt8> = 0x80...0xBF

    /// Starts with the first byte of a multibyte character; returns false if no character starts with it.
    mutating func begin(with byte: UInt8) -> Bool {
        switch byte {
        case 0xC2...0xDF: (value, missing) = (UInt32(byte & 0x1F), 1)
        case 0xE0...0xEF: (value, missing) = (UInt32(byte & 0x0F), 2)
        case 0xF0...0xF4: (value, missing) = (UInt32(byte & 0x07), 3)
        default: return false
        }
        switch byte {
        case 0xE0: allowed = 0xA0...0xBF
        case 0xED: allowed = 0x80...0x9F
        case 0xF0: allowed = 0x90...0xBF
        case 0xF4: allowed = 0x80...0x8F
        default: allowed = 0x80...0xBF
        }
        return true
    }

    mutating func consume(_ byte: UInt8) -> Step {
        guard allowed.contains(byte) else { return .invalid }
        allowed = 0x80...0xBF
        value = value << 6 | UInt32(byte & 0x3F)
        missing -= 1
        guard missing == 0 else { return .incomplete }
        return Unicode.Scalar(value).map(Step.complete) ?? .invalid
    }
}
