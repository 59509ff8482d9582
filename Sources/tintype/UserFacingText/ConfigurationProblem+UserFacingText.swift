import Localization
import Storage

extension ConfigurationProblem {
    /// The message for the user.
    var message: String {
        switch self {
        case .syntax(.notTOML(let position, let text)): "\(Self.where(position)): \(text)"
        case .syntax(.invalidUTF8(let position)): localized("\(Self.where(position)): not UTF-8; using the defaults")
        case .syntax(.nulCharacter(let position)):
            localized("\(Self.where(position)): NUL characters are not allowed; using the defaults")
        case .syntax(.tooDeep(let position, let limit)):
            localized("\(Self.where(position)): nested more than \(limit) levels deep; using the defaults")
        case .wrongType(let setting, let type, let position):
            localized("\(Self.where(position)): \(setting) must be \(type.requirement); using the default")
        case .unknown(let setting, let position): localized("\(Self.where(position)): unknown setting \(setting)")
        case .unknownKey(let key, let setting, let position):
            localized("\(Self.where(position)): \(setting): unknown key \(key); using the default")
        case .conflictingKey(let key, let setting, let other, let position):
            localized("\(Self.where(position)): \(setting): key \(key) already belongs to \(other); using the default")
        case .unusableImageHost(let pattern, let position):
            localized(
                "\(Self.where(position)): image-hosts: \(pattern): both sides must be http or https addresses, with the same names in braces"
            )
        case .tooLarge(let path, let limit):
            localized("\(path) is larger than \(limit >> 20) MB; using the defaults")
        case .unreadable(let path): localized("can't read \(path); using the defaults")
        }
    }

    private static func `where`(_ position: TextPosition?) -> String {
        position.map {
            localized("config.toml, line \(ungrouped: $0.line), column \(ungrouped: $0.column)")
        } ?? "config.toml"
    }
}

extension SettingType {
    /// The value that is required, to follow `must be`.
    var requirement: String {
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
        case .commandLine: localized("a command line")
        case .text: localized("a text")
        case .keys: localized("a key name, or a list of key names")
        case .color: localized("a color such as #f2b66d")
        case .names: localized("a name, or a list of names")
        }
    }

    /// Formats a number without trailing zeros: `3`, `0.5`.
    private static func text(_ number: Double) -> String {
        Int(exactly: number).map { String($0) } ?? String(number)
    }
}
