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
