/// A color in hexadecimal notation, such as `#f2b66d`.
public struct HexColor: Hashable, Sendable, CustomStringConvertible {
    public let red: UInt8
    public let green: UInt8
    public let blue: UInt8

    public init(red: UInt8, green: UInt8, blue: UInt8) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// Returns nil unless the text is a number sign and six hexadecimal digits.
    public init?(_ text: String) {
        let digits = text.dropFirst().compactMap(\.hexDigitValue)
        guard text.first == "#", text.count == 7, digits.count == 6 else { return nil }
        red = UInt8(digits[0] * 16 + digits[1])
        green = UInt8(digits[2] * 16 + digits[3])
        blue = UInt8(digits[4] * 16 + digits[5])
    }

    public var description: String {
        "#" + [red, green, blue].hexadecimal
    }
}
