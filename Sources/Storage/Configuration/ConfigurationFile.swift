import TOMLKit

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
///     [unsplash]
///     key-file = "~/.config/tintype/unsplash-key"
///     [image-hosts]
///     "via.placeholder.com/{size}/{color}" = "picsum.photos/seed/{color}/{size}"
public struct ConfigurationFile: Sendable {
    /// What the file says, what is wrong with it, and where each setting that is in it is.
    public struct Contents: Sendable {
        public var configuration = Configuration()
        public var problems: [ConfigurationProblem] = []
        /// By `section.name`, or `name` where there is no section, those that could be used.
        public var places: [String: TextPlace] = [:]
    }

    /// More than a person writes by hand.
    private static let greatestSize = 1 << 20

    public let path: String
    private let choices: ConfigurationChoices

    /// - Parameter choices: the names that settings may have which are one of some.
    public init(folder: String = UserFolder.configuration.path, choices: ConfigurationChoices) {
        path = folder + "/config.toml"
        self.choices = choices
    }

    /// What the file says; without a file, the defaults.
    public func read() -> Contents {
        guard SmallFile.exists(path) else { return Contents() }
        guard let bytes = SmallFile.read(path, atMost: Self.greatestSize) else {
            return Contents(problems: [.unreadable(path: path)])
        }
        let text = String(decoding: bytes, as: UTF8.self)
        do {
            var reader = ConfigurationReader(settings: Setting.all(choices), places: SettingPlaces(text))
            reader.read(try TOMLTable(string: text))
            return reader.contents
        } catch let error as TOMLParseError {
            let begin = error.source.begin
            let place = TextPlace(line: begin.line, column: begin.column)
            return Contents(problems: [.syntax(place, text: error.description)])
        } catch {
            return Contents(problems: [.unreadable(path: path)])
        }
    }

    /// Every setting with its value and its default, as the file has them, in the order of the file's sections.
    public func listing(of contents: Contents) -> [SettingListing] {
        let settings = Setting.all(choices).map { setting in
            SettingListing(
                name: setting.name, value: setting.value(contents.configuration),
                standard: setting.value(Configuration()), place: contents.places[setting.name])
        }
        let imageHosts = contents.configuration.imageHosts.map { host in
            SettingListing(
                name: "image-hosts.\(SettingListing.quoted(host.pattern))",
                value: SettingListing.quoted(host.replacement),
                standard: nil, place: contents.places["image-hosts.\(host.pattern)"])
        }
        let libraries = contents.configuration.libraries.sorted { $0.key < $1.key }.map { library in
            SettingListing(
                name: "libraries.\(library.key)", value: SettingListing.quoted(library.value), standard: nil,
                place: contents.places["libraries.\(library.key)"])
        }
        return settings + libraries + imageHosts
    }
}
