extension String {
    /// The text truncated to 8 KB at a character boundary. Services can send titles of megabytes, which would be
    /// measured, folded and copied on every key press.
    var bounded: String {
        guard utf8.count > Self.maxBytes else { return self }
        var end = utf8.index(startIndex, offsetBy: Self.maxBytes)
        while end.samePosition(in: unicodeScalars) == nil { end = utf8.index(before: end) }
        return String(self[..<end])
    }

    private static let maxBytes = 8192
}
