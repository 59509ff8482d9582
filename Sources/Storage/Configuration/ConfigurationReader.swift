import Albums

/// Converts a TOML table to a `Configuration` and collects the problems.
struct ConfigurationReader {
    private(set) var contents = ConfigurationFile.Contents()
    private let settings: [Setting]
    private let positions: [String: TextPosition]
    private var problems: [ConfigurationProblem] = []

    private static let imageHosts = "image-hosts"
    private static let keys = "keys"
    private static let libraries = "libraries"
    private static let commands = "commands"
    private static let templates = "templates"
    private static let authorization = "authorization"

    init(settings: [Setting], positions: [String: TextPosition]) {
        self.settings = settings
        self.positions = positions
    }

    mutating func read(_ table: [String: TOMLValue]) {
        readSections(of: table)
        contents.add(problems)
        contents.configuration.imageHosts.sort { [positions] first, second in
            func position(_ host: ImageHostSetting) -> TextPosition {
                positions["\(Self.imageHosts).\(host.pattern)"] ?? TextPosition(line: 0, column: 0)
            }
            return position(first) < position(second)
        }
    }

    private mutating func readSections(of table: [String: TOMLValue]) {
        for section in table.keys.sorted() {
            guard let value = table[section] else { continue }
            guard let entries = value.table, isSection(section) else {
                read(section, value)
                continue
            }
            for key in entries.keys.sorted() {
                guard let value = entries[key] else { continue }
                if section == Self.imageHosts {
                    readImageHost(key, value)
                } else if section == Self.libraries {
                    readText(section, key, value, .location, \.libraries)
                } else if section == Self.commands {
                    readText(section, key, value, .commandLine, \.commands)
                } else if section == Self.templates {
                    readTemplate(key, value)
                } else if section == Self.authorization {
                    readText(section, key, value, .path, \.authorization)
                } else if section == Self.keys, key != "preset" {
                    readKeys(of: key, value)
                } else {
                    read("\(section).\(key)", value)
                }
            }
        }
    }

    private func isSection(_ name: String) -> Bool {
        [Self.imageHosts, Self.keys, Self.libraries, Self.commands, Self.templates, Self.authorization].contains(name)
            || settings.contains { $0.name.hasPrefix(name + ".") }
    }

    private mutating func read(_ name: String, _ value: TOMLValue) {
        guard let setting = settings.first(where: { $0.name == name }) else {
            problems.append(.unknown(setting: name, positions[name]))
            return
        }
        if setting.store(value, &contents.configuration) {
            contents.positions[name] = positions[name]
        } else {
            problems.append(.wrongType(setting: name, type: setting.type, positions[name]))
        }
    }

    /// Reads a string from a section with user-defined names.
    private mutating func readText(
        _ section: String, _ key: String, _ value: TOMLValue, _ type: SettingType,
        _ path: WritableKeyPath<Configuration, [String: String]>
    ) {
        let name = "\(section).\(key)"
        guard let text = value.string, text.contains(where: { !$0.isWhitespace }) else {
            problems.append(.wrongType(setting: name, type: type, positions[name]))
            return
        }
        contents.positions[name] = positions[name]
        contents.configuration[keyPath: path][key] = text
    }

    private mutating func readTemplate(_ template: String, _ value: TOMLValue) {
        let name = "\(Self.templates).\(template)"
        guard let texts = value.table else {
            problems.append(.unknown(setting: name, positions[name]))
            return
        }
        for (field, text) in texts.sorted(by: { $0.key < $1.key }) {
            let field = (name: "\(name).\(field)", key: field)
            let isKnown =
                field.key == PhotoField.tagsOfTemplate
                || PhotoField.described.contains { $0.rawValue == field.key }
            guard isKnown else {
                problems.append(.unknown(setting: field.name, positions[field.name]))
                continue
            }
            guard let text = text.string else {
                problems.append(.wrongType(setting: field.name, type: .text, positions[field.name]))
                continue
            }
            contents.positions[field.name] = positions[field.name]
            contents.configuration.templates[template, default: [:]][field.key] = text
        }
    }

    private mutating func readKeys(of screen: String, _ value: TOMLValue) {
        guard let commands = value.table else {
            problems.append(.unknown(setting: "\(Self.keys).\(screen)", positions["\(Self.keys).\(screen)"]))
            return
        }
        for command in commands.keys.sorted() {
            let name = "\(Self.keys).\(screen).\(command)"
            let names = commands[command]?.string.map { [$0] } ?? commands[command]?.array?.compactMap(\.string)
            guard let names, commands[command]?.array.map({ $0.count == names.count }) ?? true else {
                problems.append(.wrongType(setting: name, type: .keys, positions[name]))
                continue
            }
            contents.positions[name] = positions[name]
            contents.configuration.keys["\(screen).\(command)"] = names
        }
    }

    private mutating func readImageHost(_ pattern: String, _ value: TOMLValue) {
        let name = "\(Self.imageHosts).\(pattern)"
        guard let replacement = value.string else {
            problems.append(.wrongType(setting: name, type: .address, positions[name]))
            return
        }
        contents.positions[name] = positions[name]
        contents.configuration.imageHosts.append(ImageHostSetting(pattern: pattern, replacement: replacement))
    }
}
