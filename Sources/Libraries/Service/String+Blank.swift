extension String {
    /// The text, nil if it is only whitespace.
    var unlessBlank: String? { allSatisfy(\.isWhitespace) ? nil : self }
}
