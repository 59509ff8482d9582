extension String {
    /// The text, unless nothing can be seen of it.
    var unlessBlank: String? { allSatisfy(\.isWhitespace) ? nil : self }
}
