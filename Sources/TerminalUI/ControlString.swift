/// A string that a terminal sends between an introducer and a terminator, as it comes in.
struct ControlString: Sendable {
    enum Kind: Sendable {
        case deviceControl, operatingSystem, startOfString, privacyMessage, applicationProgram

        /// The kind that Esc and this letter begin.
        init?(letter: UInt8) {
            switch letter {
            case UInt8(ascii: "P"): self = .deviceControl
            case UInt8(ascii: "]"): self = .operatingSystem
            case UInt8(ascii: "X"): self = .startOfString
            case UInt8(ascii: "^"): self = .privacyMessage
            case UInt8(ascii: "_"): self = .applicationProgram
            default: return nil
            }
        }

        var letter: Character {
            switch self {
            case .deviceControl: "P"
            case .operatingSystem: "]"
            case .startOfString: "X"
            case .privacyMessage: "^"
            case .applicationProgram: "_"
            }
        }
    }

    /// Answers are short; one that is longer is not delivered.
    private static let mostBytes = 8192

    var kind = Kind.deviceControl
    private var bytes: [UInt8] = []
    /// Bytes of a character of UTF-8 that are still to come, among which 0x9C is no terminator.
    private var continuations = 0

    init(kind: Kind = .deviceControl) {
        self.kind = kind
    }

    var isEmpty: Bool { bytes.isEmpty }

    /// The event that the whole string is; nil when nobody asked for one of its kind.
    var event: InputEvent? {
        guard bytes.count <= Self.mostBytes else { return nil }
        let text = String(decoding: bytes, as: UTF8.self)
        return switch kind {
        case .deviceControl: .answer(.deviceControl(text))
        case .operatingSystem: .answer(.operatingSystem(text))
        case .startOfString, .privacyMessage, .applicationProgram: nil
        }
    }

    /// Takes a byte, and returns whether it is the one-byte string terminator, plain or in UTF-8.
    mutating func takeOrEnd(_ byte: UInt8) -> Bool {
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
        if bytes.count <= Self.mostBytes { bytes.append(byte) }
        return false
    }
}
