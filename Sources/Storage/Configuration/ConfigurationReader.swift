import TOMLKit

/// Takes settings out of a TOML table, and notes what does not fit.
struct ConfigurationReader {
    private(set) var problems: [ConfigurationProblem] = []
    private let table: TOMLTable

    init(table: TOMLTable) {
        self.table = table
    }

    mutating func read() -> Configuration {
        var configuration = Configuration()
        for section in table.keys {
            guard let settings = table[section]?.table else {
                problems.append(.unknown(setting: section))
                continue
            }
            switch section {
            case "cache": readCache(settings, into: &configuration)
            case "pictures": readPictures(settings, into: &configuration)
            case "unsplash": readUnsplash(settings, into: &configuration)
            case "image-hosts": readImageHosts(settings, into: &configuration)
            default: problems.append(.unknown(setting: section))
            }
        }
        return configuration
    }

    private mutating func readCache(_ settings: TOMLTable, into configuration: inout Configuration) {
        for key in settings.keys {
            switch key {
            case "disk": readMegabytes(settings, key, "cache.disk", into: &configuration.diskCacheBytes)
            case "memory": readMegabytes(settings, key, "cache.memory", into: &configuration.memoryCacheBytes)
            default: problems.append(.unknown(setting: "cache.\(key)"))
            }
        }
    }

    private mutating func readMegabytes(
        _ settings: TOMLTable, _ key: String, _ setting: String, into bytes: inout Int
    ) {
        guard let megabytes = settings[key]?.int, (0...1_000_000).contains(megabytes) else {
            problems.append(.wrongKind(setting: setting, needed: "a number of megabytes"))
            return
        }
        bytes = megabytes << 20
    }

    private mutating func readPictures(_ settings: TOMLTable, into configuration: inout Configuration) {
        for key in settings.keys {
            switch key {
            case "symbols": readName(settings, key, "pictures.symbols", into: &configuration.symbols)
            case "dither": readName(settings, key, "pictures.dither", into: &configuration.dithering)
            case "cell-aspect":
                let number = settings[key]?.double ?? settings[key]?.int.map(Double.init)
                guard let number, (0.5...4).contains(number) else {
                    problems.append(.wrongKind(setting: "pictures.cell-aspect", needed: "a number from 0.5 to 4"))
                    continue
                }
                configuration.cellAspect = number
            default: problems.append(.unknown(setting: "pictures.\(key)"))
            }
        }
    }

    /// `auto` is the default of all settings that are names.
    private mutating func readName(
        _ settings: TOMLTable, _ key: String, _ setting: String, into name: inout String?
    ) {
        guard let text = settings[key]?.string else {
            problems.append(.wrongKind(setting: setting, needed: "a name"))
            return
        }
        name = text == "auto" ? nil : text
    }

    private mutating func readUnsplash(_ settings: TOMLTable, into configuration: inout Configuration) {
        for key in settings.keys {
            guard key == "key-file" else {
                problems.append(.unknown(setting: "unsplash.\(key)"))
                continue
            }
            guard let path = settings[key]?.string else {
                problems.append(.wrongKind(setting: "unsplash.key-file", needed: "a path"))
                continue
            }
            configuration.unsplashKeyFile = path
        }
    }

    private mutating func readImageHosts(_ settings: TOMLTable, into configuration: inout Configuration) {
        for pattern in settings.keys.sorted() {
            guard let replacement = settings[pattern]?.string else {
                problems.append(.wrongKind(setting: "image-hosts.\"\(pattern)\"", needed: "an address"))
                continue
            }
            configuration.imageHosts.append(ImageHostSetting(pattern: pattern, replacement: replacement))
        }
    }
}
