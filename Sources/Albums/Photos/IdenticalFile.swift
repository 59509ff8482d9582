/// Another photo whose file has the same contents.
public struct IdenticalFile: Hashable, Sendable {
    /// The path in the library, in UTF-8 as far as it is.
    public let path: String
    /// Whether it is the same file under another name: a link.
    public let isLink: Bool

    public init(path: String, isLink: Bool = false) {
        self.path = path
        self.isLink = isLink
    }
}
