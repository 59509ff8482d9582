import Screens
import Storage

extension ConfigurationFile {
    /// What the file says, and what is wrong with it, that of its keys included.
    func readWithKeys() -> Contents {
        var contents = read()
        contents.problems += KeyChoice(contents.configuration.keys).problems.map {
            ConfigurationProblem($0, contents.places)
        }
        return contents
    }
}

extension ConfigurationProblem {
    fileprivate init(_ problem: KeyChoice.Problem, _ places: [String: TextPlace]) {
        func setting(_ command: String) -> String { "keys.\(command)" }
        switch problem {
        case .unknownCommand(let command):
            self = .unknown(setting: setting(command), places[setting(command)])
        case .unknownKey(let key, let command):
            self = .unknownKey(key, setting: setting(command), places[setting(command)])
        case .takenKey(let key, let command, let other):
            self = .takenKey(key, setting: setting(command), by: other, places[setting(command)])
        }
    }
}

extension SettingListing {
    /// The keys of every command.
    static func keys(of contents: ConfigurationFile.Contents) -> [SettingListing] {
        func list(_ names: [String]) -> String { "[" + names.map(quoted).joined(separator: ", ") + "]" }
        return KeyChoice(contents.configuration.keys).listing.map { command, keys, usual in
            SettingListing(
                name: "keys.\(command)", value: list(keys), standard: list(usual),
                place: contents.places["keys.\(command)"])
        }
    }
}
