import TOMLKit

/// Takes settings out of a TOML table, and notes what does not fit.
struct ConfigurationReader {
    private(set) var contents = ConfigurationFile.Contents()
    private let settings: [Setting]
    private let places: SettingPlaces

    private static let imageHosts = "image-hosts"

    init(settings: [Setting], places: SettingPlaces) {
        self.settings = settings
        self.places = places
    }

    mutating func read(_ table: TOMLTable) {
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
                } else {
                    read("\(section).\(key)", value)
                }
            }
        }
    }

    private func isSection(_ name: String) -> Bool {
        name == Self.imageHosts || settings.contains { $0.name.hasPrefix(name + ".") }
    }

    private mutating func read(_ name: String, _ value: any TOMLValueConvertible) {
        guard let setting = settings.first(where: { $0.name == name }) else {
            contents.problems.append(.unknown(setting: name, places[name]))
            return
        }
        if setting.take(value, &contents.configuration) {
            contents.places[name] = places[name]
        } else {
            contents.problems.append(.wrongKind(setting: name, needed: setting.needed, places[name]))
        }
    }

    private mutating func readImageHost(_ pattern: String, _ value: any TOMLValueConvertible) {
        let name = "\(Self.imageHosts).\(pattern)"
        guard let replacement = value.string else {
            contents.problems.append(.wrongKind(setting: name, needed: .address, places[name]))
            return
        }
        contents.places[name] = places[name]
        contents.configuration.imageHosts.append(ImageHostSetting(pattern: pattern, replacement: replacement))
    }
}
