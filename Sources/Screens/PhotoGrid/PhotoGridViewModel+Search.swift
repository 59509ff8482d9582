import Albums

/// The search among the photos that are listed, and the way to that of the library.
extension PhotoGridViewModel {
    /// Types into the search line, opens, keeps or clears it; the grid follows at once.
    public func changeSearch(_ change: (inout TextLine) -> Void) {
        let wasTyping = state.search.isTyping
        update { change(&$0.search) }
        let text = state.search.text
        let isKept = wasTyping && !state.search.isTyping
        if answersSearches, isKept, !SearchQuery(text).words.isEmpty {
            update { $0.search.clear() }
            actions.askLibrary(text)
        }
        photos.show(SearchQuery(state.search.text))
    }
}
