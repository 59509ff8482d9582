/// A control sequence (ECMA-48, 5.4) taken apart.
struct ControlSequence {
    /// Everything behind the introducer.
    let text: String
    /// One of `<`, `=`, `>` and `?`, by which private sequences begin.
    let prefix: UInt8?
    /// The parameters with their sub-parameters; nil where one is left out.
    let parameters: [[Int?]]
    let intermediates: [UInt8]
    let final: UInt8

    init(body: [UInt8], final: UInt8) {
        text = String(decoding: body + [final], as: UTF8.self)
        self.final = final
        var rest = body[...]
        prefix = rest.first.flatMap { 0x3C...0x3F ~= $0 ? $0 : nil }
        if prefix != nil { rest.removeFirst() }
        let end = rest.firstIndex { !(0x30...0x3B ~= $0) } ?? rest.endIndex
        intermediates = Array(rest[end...])
        parameters = rest[..<end].split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map {
            parameter in
            parameter.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false).map(Self.number)
        }
    }

    /// The first sub-parameter of a parameter; nil when it is left out.
    func parameter(_ place: Int) -> Int? {
        subparameter(place, 0)
    }

    func subparameter(_ place: Int, _ part: Int) -> Int? {
        guard place < parameters.count, part < parameters[place].count else { return nil }
        return parameters[place][part]
    }

    /// The second parameter as xterm and kitty encode modifiers: 1 and a bit for each. Nil with Super or Hyper, which no
    /// key here has.
    var modifiers: Key.Modifiers? {
        let bits = max(1, parameter(1) ?? 1) - 1
        guard bits & 0b1_1000 == 0 else { return nil }
        var modifiers: Key.Modifiers = []
        if bits & 1 != 0 { modifiers.insert(.shift) }
        // Alt, or what kitty calls Meta.
        if bits & 0b10_0010 != 0 { modifiers.insert(.alt) }
        if bits & 4 != 0 { modifiers.insert(.control) }
        return modifiers
    }

    /// kitty's report that a key was let go.
    var isRelease: Bool { subparameter(1, 1) == 3 }

    var isPasteStart: Bool { text == "200~" }

    var isMouseReport: Bool {
        prefix == UInt8(ascii: "<") && (final == UInt8(ascii: "M") || final == UInt8(ascii: "m"))
    }

    /// A number of at most nine digits; longer ones mean nothing here.
    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        guard !digits.isEmpty, digits.count < 10 else { return nil }
        return digits.reduce(0) { 10 * $0 + Int($1) - 0x30 }
    }
}
