/// A table of keys that differ from the default ones.
public enum KeyPreset: String, CaseIterable, Sendable {
    case `default`
    /// Lightroom Classic's keys for rating.
    case lightroom

    /// The keys by command.
    var keys: [String: [String]] {
        switch self {
        case .default: [:]
        case .lightroom:
            [
                "photo.pick-flag": ["p", "P"],
                "photo.unflag": ["u"],
                "photos.open": ["enter", "e"],
                "photos.profile": ["U"],
                "program.undo": ["ctrl-u"],
                "reader.previous": ["pageup", "left", "backspace"],
                "viewer.actual-size": ["enter", "z"],
                "viewer.back": ["esc", "g"],
                "viewer.first": ["home"],
                "viewer.previous": ["pageup", "backspace"],
            ]
        }
    }
}
