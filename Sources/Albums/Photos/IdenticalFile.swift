/// Another photo with an identical file.
public struct IdenticalFile: Hashable, Sendable {
    /// The path in the library; bytes that aren't UTF-8 are replaced.
    public let path: String
    /// Whether it is the same file under another name: a link.
    public let isLink: Bool

    public init(path: String, isLink: Bool = false) {
        self.path = path
        self.isLink = isLink
    }
}
