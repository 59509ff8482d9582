import Localization
import Storage

extension ConfigurationProblem {
    /// The message for the user.
    var words: String {
        switch self {
        case .syntax(.notTOML(let place, let text)): "\(Self.where(place)): \(text)"
        case .syntax(.invalidUTF8(let place)): localized("\(Self.where(place)): not UTF-8; using the defaults")
        case .syntax(.nulCharacter(let place)):
            localized("\(Self.where(place)): NUL characters are not allowed; using the defaults")
        case .syntax(.tooDeep(let place, let limit)):
            localized("\(Self.where(place)): nested more than \(limit) levels deep; using the defaults")
        case .wrongKind(let setting, let needed, let place):
            localized("\(Self.where(place)): \(setting) must be \(needed.words); using the default")
        case .unknown(let setting, let place): localized("\(Self.where(place)): unknown setting \(setting)")
        case .unknownKey(let key, let setting, let place):
            localized("\(Self.where(place)): \(setting): unknown key \(key); using the default")
        case .takenKey(let key, let setting, let other, let place):
            localized("\(Self.where(place)): \(setting): key \(key) already belongs to \(other); using the default")
        case .typingKey(let key, let setting, let place):
            localized("\(Self.where(place)): \(setting): key \(key) is needed for typing; using the default")
        case .unusableImageHost(let pattern, let place):
            localized(
                "\(Self.where(place)): image-hosts: \(pattern): both sides must be http or https addresses, with the same names in braces"
            )
        case .tooLarge(let path, let limit):
            localized("\(path) is larger than \(limit >> 20) MB; using the defaults")
        case .unreadable(let path): localized("can't read \(path); using the defaults")
        }
    }

    private static func `where`(_ place: TextPlace?) -> String {
        place.map {
            localized("config.toml, line \(ungrouped: $0.line), column \(ungrouped: $0.column)")
        } ?? "config.toml"
    }
}

extension SettingKind {
    /// The words that follow `must be`.
    var words: String {
        switch self {
        case .megabytes: localized("a whole number of megabytes from 0 to 1000000")
        case .choice(let names): localized("one of \(names.joined(separator: ", "))")
        case .number(let range):
            localized("a number from \(Self.text(range.lowerBound)) to \(Self.text(range.upperBound))")
        case .seconds(let range):
            localized("a number of seconds from \(Self.text(range.lowerBound)) to \(Self.text(range.upperBound))")
        case .flag: localized("true or false")
        case .path: localized("a path")
        case .location: localized("the path or address of a library")
        case .address: localized("an address")
        case .keys: localized("a key name, or a list of key names")
        case .color: localized("a color such as #f2b66d")
        }
    }

    /// Formats a number without trailing zeros: `3`, `0.5`.
    private static func text(_ number: Double) -> String {
        Int(exactly: number).map { String($0) } ?? String(number)
    }
}
