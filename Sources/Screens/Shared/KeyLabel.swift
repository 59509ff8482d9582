import TerminalUI

extension Key {
    /// The key's name as a person reads it, such as `Ctrl-L` or `PgUp`.
    var label: String {
        var parts: [String] = []
        if modifiers.contains(.control) { parts.append("Ctrl") }
        if modifiers.contains(.alt) { parts.append("Alt") }
        if modifiers.contains(.shift) { parts.append("Shift") }
        parts.append(code.label)
        return parts.joined(separator: "-")
    }
}

extension Key.Code {
    fileprivate var label: String {
        switch self {
        case .character(" "): "Space"
        case .character(let character): String(character)
        case .enter: "Enter"
        case .escape: "Esc"
        case .tab: "Tab"
        case .backspace: "Backspace"
        case .delete: "Del"
        case .insert: "Ins"
        case .up: "\u{2191}"
        case .down: "\u{2193}"
        case .left: "\u{2190}"
        case .right: "\u{2192}"
        case .home: "Home"
        case .end: "End"
        case .pageUp: "PgUp"
        case .pageDown: "PgDn"
        case .function(let number): "F\(number)"
        }
    }
}
