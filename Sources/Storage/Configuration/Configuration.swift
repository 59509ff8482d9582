import Albums

/// The values of the configuration file, or their defaults.
public struct Configuration: Hashable, Sendable {
    /// The language of the interface; nil for the locale's.
    public var language: String?
    /// The library to open if the command line names none; nil for the one opened last.
    public var library: String?
    /// Locations of libraries by their user-defined names.
    public var libraries: [String: String] = [:]
    /// The maximum size of the disk cache for responses and pictures, in bytes.
    public var diskCacheBytes = 512 << 20
    /// The maximum size of the thumbnail cache in memory, in bytes.
    public var memoryCacheBytes = 64 << 20
    /// The use of the thumbnails that desktop programs share, by name: a `ThumbnailAccess`.
    public var thumbnailAccess = ThumbnailAccess.readWrite.rawValue
    /// The name of the theme; nil to match the terminal's background.
    public var theme: String?
    /// The user's color overrides by theme role.
    public var themeColors: [String: HexColor] = [:]
    /// The color depth by name; nil for the one that the terminal reports.
    public var colors: String?
    /// Whether to enable mouse reporting. While enabled, the terminal itself cannot select text with the mouse. If nil,
    /// it is enabled except inside GNU screen.
    public var usesMouse: Bool?
    /// Whether to show screens as plain lines of text, for screen readers and braille displays.
    public var isForReaders = false
    /// The name of the symbol set for pictures; nil for the best that the terminal supports.
    public var symbols: String?
    /// The name of the dithering method; nil for the best at the color depth.
    public var dithering: String?
    /// How pictures are shown, by name.
    public var graphics = "auto"
    /// The height of a cell divided by its width; nil for the ratio that the terminal reports.
    public var cellAspect: Double?
    /// Whether animations are enabled.
    public var isAnimated = true
    /// The time per photo in slideshows, in seconds.
    public var slideshowInterval = 5.0
    /// The order of slideshows by name, `list` or `shuffle`.
    public var slideshowOrder = "list"
    /// Whether folders with a file `.nomedia` are left out.
    public var hidesMarkedFolders = false
    /// The default folder for saved copies; nil for the download folder.
    public var saveFolder: String?
    /// The maximum width and height of the pictures that `Y` copies, as JPEGs; nil for exact copies.
    public var exportMaxSide: Double?
    /// Whether these JPEGs have no coordinates and no city.
    public var stripsPlacesFromExports = false
    /// Paths of files with access keys, by the setting of each.
    public var keyFiles: [String: String] = [:]
    /// Paths of files with authorization tokens, by the address of the service.
    public var authorization: [String: String] = [:]
    /// URL rewrite rules for pictures, in file order; the first match applies.
    public var imageHosts: [ImageHostSetting] = []

    /// The name of a new sidecar, by name: a `SidecarNaming`.
    public var sidecars = SidecarNaming.afterFile.rawValue
    /// Where assessments are written, by name: an `AssessmentStorage`.
    public var assessmentStorage = AssessmentStorage.sidecar.rawValue
    /// Whether pictures keep their modification times when assessments are written to them.
    public var keepsModificationTime = false
    /// The name of the key preset, which the user's own keys override.
    public var keyPreset = "default"
    /// The user's names of each color label, of which the first is written to files; empty for the defaults.
    public var labels: [ColorLabel: [String]] = [:]

    /// The user's command lines to run on photos, by the names of the commands.
    public var commands: [String: String] = [:]
    /// The user's templates: texts for photos, by the names of templates and fields.
    public var templates: [String: [String: String]] = [:]
    /// The user's keys by name for each command, such as `viewer.rotate` or `commands.resize`.
    public var keys: [String: [String]] = [:]

    public init() {}
}

/// A rule that rewrites picture URLs.
public struct ImageHostSetting: Hashable, Sendable {
    /// A URL with named parts in braces, such as `via.placeholder.com/{size}/{color}`.
    public var pattern: String
    /// The URL to fetch instead, such as `https://picsum.photos/seed/{color}/{size}`.
    public var replacement: String

    public init(pattern: String, replacement: String) {
        self.pattern = pattern
        self.replacement = replacement
    }
}
