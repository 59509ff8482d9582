/// One key as a person pressed it.
public struct Key: Hashable, Sendable {
    /// What was pressed, without modifiers.
    public enum Code: Hashable, Sendable {
        /// A character, as it would be typed; with control held, the lower-case letter.
        case character(Character)
        case enter, escape, tab, backspace, delete, insert
        case up, down, left, right, home, end, pageUp, pageDown
        /// F1 to F24.
        case function(Int)
    }

    /// Keys held down with another; shift only where the character does not tell it already.
    public struct Modifiers: OptionSet, Hashable, Sendable {
        public let rawValue: UInt8

        public init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        public static let shift = Modifiers(rawValue: 1)
        public static let alt = Modifiers(rawValue: 2)
        public static let control = Modifiers(rawValue: 4)
    }

    public var code: Code
    public var modifiers: Modifiers

    public init(_ code: Code, _ modifiers: Modifiers = []) {
        self.code = code
        self.modifiers = modifiers
    }

    /// The key that types a character, such as `Key("q")`.
    public init(_ character: Character) {
        self.init(.character(character))
    }
}
