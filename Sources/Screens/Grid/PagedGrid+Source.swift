import Albums

extension PagedGrid {
    /// Where the elements come from.
    struct Source: Sendable {
        /// Reads a range of the list.
        let load: @Sendable (Query, Range<Int>) async throws -> Page<Element>
        /// Finds where an element stands in the list.
        let locate: @Sendable (Element.ID, Query) async throws -> Int?
        /// How many matching elements each section of the list has; nil for a list without sections.
        let sections: (@Sendable (Query) async throws -> [Int])?
        /// Whether the end of the list can be read without what comes before, where its length is known.
        var skipsPages: @Sendable (Query) -> Bool = { _ in false }
        /// Whether a list that is not known to its end is read on for a query.
        var readsOn: @Sendable (Query) -> Bool = { _ in true }

        /// As many sections as the list has, one for a list without.
        func knownSections(_ query: Query) async throws -> [Int] {
            if let sections { return try await sections(query) }
            return try await [load(query, 0..<0).matching]
        }
    }
}
