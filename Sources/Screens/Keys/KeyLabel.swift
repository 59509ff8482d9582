import Localization
import TerminalUI

extension Key {
    /// The key's display name, such as `Ctrl-L` or `PgUp`.
    var label: String {
        var parts: [String] = []
        if modifiers.contains(.control) { parts.append(localized("Ctrl", context: "key")) }
        if modifiers.contains(.alt) { parts.append(localized("Alt", context: "key")) }
        if modifiers.contains(.shift) { parts.append(localized("Shift", context: "key")) }
        parts.append(code.label)
        return parts.joined(separator: "-")
    }
}

extension Key.Code {
    fileprivate var label: String {
        switch self {
        case .character(" "): localized("Space", context: "key")
        case .character(let character): String(character)
        case .enter: localized("Enter", context: "key")
        case .escape: localized("Esc", context: "key")
        case .tab: localized("Tab", context: "key")
        case .backspace: localized("Backspace", context: "key")
        case .delete: localized("Del", context: "key")
        case .insert: localized("Ins", context: "key")
        case .up: "\u{2191}"
        case .down: "\u{2193}"
        case .left: "\u{2190}"
        case .right: "\u{2192}"
        case .home: localized("Home", context: "key")
        case .end: localized("End", context: "key")
        case .pageUp: localized("PgUp", context: "key")
        case .pageDown: localized("PgDn", context: "key")
        case .function(let number): "F\(number)"
        }
    }
}
