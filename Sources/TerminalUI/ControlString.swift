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
