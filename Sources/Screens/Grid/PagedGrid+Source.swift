import Albums

extension PagedGrid {
    /// The source of a grid's elements.
    struct Source: Sendable {
        /// Loads a range of the list.
        let load: @Sendable (Query, Range<Int>) async throws -> Page<Element>
        /// Finds the index of an element in the list.
        let locate: @Sendable (Element.ID, Query) async throws -> Int?
        /// Counts the matching elements in each section; nil for a list without sections.
        let sections: (@Sendable (Query) async throws -> [Int])?
        /// Whether the library can read the end of a list of known length without the pages before it.
        var skipsPages: @Sendable (Query) -> Bool = { _ in false }
        /// Whether the library keeps reading an incomplete list for a query.
        var keepsLoading: @Sendable (Query) -> Bool = { _ in true }

        /// Returns the number of elements in each section; a list without sections counts as one.
        func knownSections(_ query: Query) async throws -> [Int] {
            if let sections { return try await sections(query) }
            return try await [load(query, 0..<0).matching]
        }
    }
}
