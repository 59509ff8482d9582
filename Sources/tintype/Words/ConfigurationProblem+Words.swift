import Localization
import Storage

extension ConfigurationProblem {
    /// What a person is told.
    var words: String {
        switch self {
        case .syntax(let place, let text): "\(Self.where(place)): \(text)"
        case .wrongKind(let setting, let needed, let place):
            localized("\(Self.where(place)): \(setting) must be \(needed); the default is used")
        case .unknown(let setting, let place): localized("\(Self.where(place)): there is no setting \(setting)")
        case .unreadable(let path): localized("\(path) cannot be read; the defaults are used")
        }
    }

    private static func `where`(_ place: TextPlace?) -> String {
        place.map {
            localized("config.toml, line \(ungrouped: $0.line), column \(ungrouped: $0.column)")
        } ?? "config.toml"
    }
}
