/// The file `config.toml` in the XDG configuration directory.
///
///     theme = "dark"
///     mouse = true
///     animation = false
///     [theme-colors]
///     accent = "#f2b66d"
///     [cache]
///     disk = 512      # megabytes
///     memory = 64     # megabytes
///     [pictures]
///     symbols = "sextant"
///     dither = "ordered"
///     cell-aspect = 2.1
///     [slideshow]
///     interval = 5      # seconds
///     order = "shuffle"
///     [image-hosts]
///     "via.placeholder.com/{size}/{color}" = "picsum.photos/seed/{color}/{size}"
public struct ConfigurationFile: Sendable {
    /// The configuration, the problems found in the file, and the position of each setting.
    public struct Contents: Sendable {
        public var configuration = Configuration()
        /// The problems in file order.
        public private(set) var problems: [ConfigurationProblem] = []
        /// The positions of valid settings by full name, such as `cache.disk` or `theme`.
        public var positions: [String: TextPosition] = [:]

        public mutating func add(_ others: [ConfigurationProblem]) {
            let all = (problems + others).enumerated().sorted { first, second in
                switch (first.element.position, second.element.position) {
                case (let position?, let other?) where position != other: position < other
                case (nil, .some): false
                case (.some, nil): true
                default: first.offset < second.offset
                }
            }
            problems = all.map(\.element)
        }
    }

    /// The maximum size in bytes: larger than any file written by hand.
    private static let maxSize = 1 << 20

    public let path: String
    private let choices: ConfigurationChoices

    /// - Parameter choices: the valid names of enumerated settings.
    public init(folder: String = UserFolder.configuration.path, choices: ConfigurationChoices) {
        path = folder + "/config.toml"
        self.choices = choices
    }

    /// Reads the file; returns the defaults if it does not exist.
    public func read() -> Contents {
        do throws(ConfigurationProblem) {
            return try bytes().map { bytes throws(ConfigurationProblem) in try read(bytes) } ?? Contents()
        } catch {
            var contents = Contents()
            contents.add([error])
            return contents
        }
    }

    /// The file's contents; nil if it does not exist.
    private func bytes() throws(ConfigurationProblem) -> [UInt8]? {
        do {
            return try SmallFile.contents(of: path, atMost: Self.maxSize).bytes
        } catch {
            switch error {
            case .missing: return nil
            case .unreadable: throw .unreadable(path: path)
            case .tooLarge: throw .tooLarge(path: path, limit: Self.maxSize)
            }
        }
    }

    private func read(_ bytes: [UInt8]) throws(ConfigurationProblem) -> Contents {
        do throws(ConfigurationProblem.SyntaxError) {
            let document = try TOMLDocument(bytes)
            if let position = document.nulPosition { throw .nulCharacter(position) }
            var reader = ConfigurationReader(settings: Setting.all(choices), positions: document.positions)
            reader.read(document.values)
            return reader.contents
        } catch {
            throw .syntax(error)
        }
    }

    /// The descriptions of all settings, in the order of the file's sections.
    public var descriptions: [SettingDescription] {
        Setting.all(choices).map { setting in
            SettingDescription(
                name: setting.name, defaultValue: setting.value(Configuration()), type: setting.type,
                help: setting.help)
        }
    }

    /// Returns all settings with their names, values and defaults in TOML syntax, in the order of the file's sections.
    public func listing(of contents: Contents) -> [SettingListing] {
        let settings = Setting.all(choices).map { setting in
            SettingListing(
                name: setting.name, value: setting.value(contents.configuration),
                defaultValue: setting.value(Configuration()), position: contents.positions[setting.name])
        }
        let imageHosts = contents.configuration.imageHosts.map { host in
            SettingListing(
                name: "image-hosts.\(SettingListing.quoted(host.pattern))",
                value: SettingListing.quoted(host.replacement),
                defaultValue: nil, position: contents.positions["image-hosts.\(host.pattern)"])
        }
        let libraries = contents.configuration.libraries.sorted { $0.key < $1.key }.map { library in
            SettingListing(
                name: "libraries.\(SettingListing.key(library.key))", value: SettingListing.quoted(library.value),
                defaultValue: nil,
                position: contents.positions["libraries.\(library.key)"])
        }
        let authorization = contents.configuration.authorization.sorted { $0.key < $1.key }.map { service in
            SettingListing(
                name: "authorization.\(SettingListing.quoted(service.key))",
                value: SettingListing.quoted(service.value), defaultValue: nil,
                position: contents.positions["authorization.\(service.key)"])
        }
        let commands = contents.configuration.commands.sorted { $0.key < $1.key }.map { command in
            SettingListing(
                name: "commands.\(SettingListing.key(command.key))", value: SettingListing.quoted(command.value),
                defaultValue: nil,
                position: contents.positions["commands.\(command.key)"])
        }
        let templates = contents.configuration.templates.sorted { $0.key < $1.key }.flatMap { template in
            template.value.sorted { $0.key < $1.key }.map { field, text in
                SettingListing(
                    name: "templates.\(SettingListing.key(template.key)).\(field)", value: SettingListing.quoted(text),
                    defaultValue: nil, position: contents.positions["templates.\(template.key).\(field)"])
            }
        }
        return settings + libraries + commands + templates + authorization + imageHosts
    }
}

/// The valid names of enumerated settings, which the program interprets.
public struct ConfigurationChoices: Sendable {
    public var languages: [String]
    public var themes: [String]
    /// The roles of theme colors.
    public var themeColors: [String]
    public var colors: [String]
    public var symbols: [String]
    public var dithering: [String]
    public var graphics: [String]
    public var slideshowOrders: [String]
    public var keyPresets: [String]
    /// The settings that name a file with an access key, each with the service that needs it.
    public var keyFiles: [(setting: String, service: String)]

    public init(
        languages: [String], themes: [String], themeColors: [String], colors: [String], symbols: [String],
        dithering: [String], graphics: [String], slideshowOrders: [String], keyPresets: [String],
        keyFiles: [(setting: String, service: String)]
    ) {
        self.languages = languages
        self.themes = themes
        self.themeColors = themeColors
        self.colors = colors
        self.symbols = symbols
        self.dithering = dithering
        self.graphics = graphics
        self.slideshowOrders = slideshowOrders
        self.keyPresets = keyPresets
        self.keyFiles = keyFiles
    }
}
