import Albums

/// Searches the listed photos, or hands the search over to the library.
extension PhotoGridViewModel {
    /// Edits, opens, keeps or clears the search line; the grid updates immediately.
    public func changeSearch(_ change: (inout TextLine) -> Void) {
        let wasTyping = state.search.isTyping
        update { change(&$0.search) }
        let text = state.search.text
        let isKept = wasTyping && !state.search.isTyping
        if answersSearches, isKept, !SearchQuery(text).words.isEmpty {
            update { $0.search.clear() }
            actions.searchLibrary(text)
        }
        photos.show(SearchQuery(state.search.text))
    }
}
