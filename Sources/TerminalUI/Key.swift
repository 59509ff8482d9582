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

extension Key {
    /// The key that most terminals report for this one, because both send the same byte: Esc for Ctrl-[, Enter for
    /// Shift-Enter.
    var distinguishable: Key {
        switch code {
        case .enter, .escape, .backspace: return Key(code, modifiers.intersection(.alt))
        case .tab: return Key(code, modifiers.subtracting(.control))
        case .character(let character) where modifiers.contains(.control):
            let others = modifiers.subtracting(.shift)
            guard let named = Self.controlCharacters[character] else { return Key(code, others) }
            return Key(named, others.subtracting(.control))
        default: return self
        }
    }

    private static let controlCharacters: [Character: Code] = [
        "[": .escape, "h": .backspace, "i": .tab, "j": .enter, "m": .enter,
    ]

    /// Parses a key name such as `r`, `R`, `ctrl-r`, `shift-tab`, `pageup`, `space` or `f5`.
    ///
    /// Nil if the name is invalid, or if terminals can't distinguish the key, such as `ctrl-1` or `ctrl-i` (Tab).
    public init?(name: String) {
        var parts = name.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
        // The key `-` itself splits into two empty parts.
        if parts.suffix(2) == ["", ""] { parts.replaceSubrange((parts.count - 2)..., with: ["-"]) }
        guard let last = parts.popLast(), let code = Code(name: last) else { return nil }
        var modifiers: Modifiers = []
        for part in parts {
            switch part.lowercased() {
            case "ctrl": modifiers.insert(.control)
            case "alt": modifiers.insert(.alt)
            case "shift": modifiers.insert(.shift)
            default: return nil
            }
        }
        if case .character(let character) = code {
            // A character already implies shift, and control is supported only with letters.
            guard !modifiers.contains(.shift) else { return nil }
            if modifiers.contains(.control) {
                guard character.isASCII, character.isLetter else { return nil }
                self.init(.character(Character(character.lowercased())), modifiers)
                guard distinguishable == self else { return nil }
                return
            }
        }
        self.init(code, modifiers)
        guard distinguishable == self else { return nil }
    }

    /// The key's name in the configuration.
    public var name: String {
        let held: [(Modifiers, String)] = [(.control, "ctrl-"), (.alt, "alt-"), (.shift, "shift-")]
        return held.filter { modifiers.contains($0.0) }.map(\.1).joined() + code.name
    }
}

extension Key.Code {
    private static let names: [(name: String, code: Key.Code)] = [
        ("space", .character(" ")), ("enter", .enter), ("esc", .escape), ("tab", .tab), ("backspace", .backspace),
        ("delete", .delete), ("insert", .insert), ("up", .up), ("down", .down), ("left", .left), ("right", .right),
        ("home", .home), ("end", .end), ("pageup", .pageUp), ("pagedown", .pageDown),
    ]

    fileprivate init?(name: String) {
        if name.count == 1, let character = name.first, character != " " {
            self = .character(character)
        } else if let named = Self.names.first(where: { $0.name == name.lowercased() }) {
            self = named.code
        } else if name.lowercased().hasPrefix("f"), let number = Int(name.dropFirst()), (1...24).contains(number) {
            self = .function(number)
        } else {
            return nil
        }
    }

    fileprivate var name: String {
        if let named = Self.names.first(where: { $0.code == self }) { return named.name }
        return switch self {
        case .character(let character): String(character)
        case .function(let number): "f\(number)"
        default: ""
        }
    }
}
