import TOMLKit

/// The file `config.toml` in the XDG configuration directory.
///
///     [cache]
///     disk = 512      # megabytes
///     memory = 64     # megabytes
///     [pictures]
///     symbols = "sextant"
///     dither = "ordered"
///     cell-aspect = 2.1
///     [unsplash]
///     key-file = "~/.config/tintype/unsplash-key"
///     [image-hosts]
///     "via.placeholder.com/{size}/{color}" = "picsum.photos/seed/{color}/{size}"
public struct ConfigurationFile: Sendable {
    /// More than a person writes by hand.
    private static let greatestSize = 1 << 20

    public let path: String

    public init(folder: String = UserFolder.configuration.path) {
        path = folder + "/config.toml"
    }

    /// What the file says, and what is wrong with it; without a file, the defaults.
    public func read() -> (configuration: Configuration, problems: [ConfigurationProblem]) {
        guard SmallFile.exists(path) else { return (Configuration(), []) }
        guard let bytes = SmallFile.read(path, atMost: Self.greatestSize) else {
            return (Configuration(), [.unreadable(path: path)])
        }
        do {
            var reader = ConfigurationReader(table: try TOMLTable(string: String(decoding: bytes, as: UTF8.self)))
            return (reader.read(), reader.problems)
        } catch let error as TOMLParseError {
            let place = error.source.begin
            return (
                Configuration(), [.syntax(line: place.line, column: place.column, text: error.description)]
            )
        } catch {
            return (Configuration(), [.unreadable(path: path)])
        }
    }
}
