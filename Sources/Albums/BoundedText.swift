extension String {
    /// The text, without what no screen has room for: services can send megabytes as a title, which would be measured, folded
    /// and copied with every key.
    var bounded: String {
        guard utf8.count > Self.maxBytes else { return self }
        var end = utf8.index(startIndex, offsetBy: Self.maxBytes)
        while end.samePosition(in: unicodeScalars) == nil { end = utf8.index(before: end) }
        return String(self[..<end])
    }

    private static let maxBytes = 8192
}
