/// What a person has set in the configuration file, and the defaults of what they have not.
public struct Configuration: Hashable, Sendable {
    /// How much disk the cache of answers and pictures may take, in bytes.
    public var diskCacheBytes = 512 << 20
    /// How much memory thumbnails may take, in bytes.
    public var memoryCacheBytes = 64 << 20
    /// The file that holds the Unsplash access key; nil when none is named.
    public var unsplashKeyFile: String?
    /// Where pictures of a host are really fetched from, in the order of the patterns.
    public var imageHosts: [ImageHostRule] = []

    public init() {}
}

/// Replaces the addresses of pictures that match a pattern.
public struct ImageHostRule: Hashable, Sendable {
    /// An address in which each `*` stands for any characters but a slash, such as `https://via.placeholder.com/*/*`.
    public var pattern: String
    /// What to fetch, with `$1` for what the first `*` stands for, such as `https://picsum.photos/seed/$2/$1`.
    public var replacement: String

    public init(pattern: String, replacement: String) {
        self.pattern = pattern
        self.replacement = replacement
    }
}
