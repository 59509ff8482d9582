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
