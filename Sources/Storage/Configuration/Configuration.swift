/// What a person has set in the configuration file, and the defaults of what they have not.
public struct Configuration: Hashable, Sendable {
    /// The name of the language of the interface; nil for that of the environment.
    public var language: String?
    /// The library to open when none is named; nil for the one that was open last.
    public var library: String?
    /// Where libraries are, by the names that a person gave them.
    public var libraries: [String: String] = [:]
    /// How much disk the cache of answers and pictures may take, in bytes.
    public var diskCacheBytes = 512 << 20
    /// How much memory thumbnails may take, in bytes.
    public var memoryCacheBytes = 64 << 20
    /// The name of the theme; nil for the one that goes with the terminal's background.
    public var theme: String?
    /// A person's own colors in the theme, by what they are for.
    public var themeColors: [String: HexColor] = [:]
    /// How many colors the terminal has, by name; nil for as many as it says.
    public var colors: String?
    /// Whether the program is told of the mouse, which marks text in the terminal otherwise.
    public var usesMouse = true
    /// Whether screens are text in lines, for screen readers and braille.
    public var isForReaders = false
    /// The name of the characters that pictures are drawn with; nil for what is best on the terminal.
    public var symbols: String?
    /// The name of the way in which colors are mixed; nil for what is best for so many.
    public var dithering: String?
    /// How many times as high as wide a cell is; nil for what the terminal tells.
    public var cellAspect: Double?
    /// Whether anything moves by itself.
    public var isAnimated = true
    /// How long a slideshow shows each photo, in seconds.
    public var slideshowInterval = 5.0
    /// The name of the order in which a slideshow goes through photos.
    public var slideshowOrder = "list"
    /// Where copies of photos are saved unless a person says otherwise; nil for the folder of downloads.
    public var saveFolder: String?
    /// The file that holds the Unsplash access key; nil when none is named.
    public var unsplashKeyFile: String?
    /// The files with what proves to services who asks, by their addresses.
    public var authorization: [String: String] = [:]
    /// Where pictures of a host are really fetched from, in the order of the file: the first that matches counts.
    public var imageHosts: [ImageHostSetting] = []

    /// Names of keys by what they are for, such as `viewer.rotate`.
    public var keys: [String: [String]] = [:]

    public init() {}
}

/// Replaces the addresses of pictures that match a pattern.
public struct ImageHostSetting: Hashable, Sendable {
    /// An address with names in braces for parts of it, such as `via.placeholder.com/{size}/{color}`.
    public var pattern: String
    /// What to fetch in its place, such as `https://picsum.photos/seed/{color}/{size}`.
    public var replacement: String

    public init(pattern: String, replacement: String) {
        self.pattern = pattern
        self.replacement = replacement
    }
}
