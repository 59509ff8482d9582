import Libraries
import Screens
import Storage

extension KeyOverrides {
    init(_ configuration: Configuration) {
        self.init(
            configuration.keys, preset: KeyPreset(rawValue: configuration.keyPreset) ?? .default,
            commands: configuration.commands, templates: configuration.templates)
    }
}

extension ConfigurationFile {
    /// Reads the file, and also validates its key bindings and image hosts.
    func readAndCheck() -> Contents {
        var contents = read()
        let positions = contents.positions
        contents.add(KeyOverrides(contents.configuration).problems.map { ConfigurationProblem($0, positions) })
        contents.add(
            contents.configuration.imageHosts.filter { ImageHostRule($0) == nil }
                .map { .unusableImageHost(pattern: $0.pattern, positions["image-hosts.\($0.pattern)"]) })
        return contents
    }
}

extension ConfigurationProblem {
    fileprivate init(_ problem: KeyOverrides.Problem, _ positions: [String: TextPosition]) {
        func setting(_ command: String) -> String { "keys.\(command)" }
        switch problem {
        case .unknownCommand(let command):
            self = .unknown(setting: setting(command), positions[setting(command)])
        case .unknownKey(let key, let command):
            self = .unknownKey(key, setting: setting(command), positions[setting(command)])
        case .conflictingKey(let key, let command, let other):
            self = .conflictingKey(key, setting: setting(command), by: other, positions[setting(command)])
        }
    }
}

extension SettingListing {
    /// The key bindings of all commands.
    static func keys(of contents: ConfigurationFile.Contents) -> [SettingListing] {
        func list(_ names: [String]) -> String { "[" + names.map(quoted).joined(separator: ", ") + "]" }
        return KeyOverrides(contents.configuration).listing.map { entry in
            let (screen, command) = (entry.command.prefix { $0 != "." }, entry.command.drop { $0 != "." }.dropFirst())
            return SettingListing(
                name: "keys.\(screen).\(key(String(command)))", value: list(entry.keys),
                defaultValue: list(entry.defaults),
                position: entry.overriddenBy.flatMap { contents.positions["keys.\($0)"] })
        }
    }
}

extension ImageHostRule {
    /// Returns nil if the pattern and the replacement don't fit together.
    init?(_ setting: ImageHostSetting) {
        self.init(pattern: setting.pattern, replacement: setting.replacement)
    }
}
