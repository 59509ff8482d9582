/// A key press.
public struct Key: Hashable, Sendable {
    /// The key, without modifiers.
    public enum Code: Hashable, Sendable {
        /// The character that would be typed; with control, the lowercase letter.
        case character(Character)
        case enter, escape, tab, backspace, delete, insert
        case up, down, left, right, home, end, pageUp, pageDown
        /// F1 to F24.
        case function(Int)
    }

    /// Modifier keys; shift only if the character doesn't imply it.
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

    /// Creates the key that types a character, such as `Key("q")`.
    public init(_ character: Character) {
        self.init(.character(character))
    }
}
