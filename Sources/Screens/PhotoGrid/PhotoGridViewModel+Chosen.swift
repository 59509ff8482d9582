import Albums

/// What is done with the marked photos, or else with the selected one.
extension PhotoGridViewModel {
    public func showInformation() {
        if let photo = selected { actions.showInformation(photo) }
    }

    /// Marks the selected photo, or takes its mark away.
    public func toggleMark() {
        if let photo = selected { update { $0.marks.toggle(photo) } }
    }

    /// Marks all photos that are shown, in view or not; where all of them are marked, none.
    public func toggleAllMarks() {
        marking?.cancel()
        markingSign.update(isBusy: true)
        marking = Task { [weak self, photos] in
            let shown = (try? await photos.matching()) ?? []
            guard !Task.isCancelled, let self else { return }
            markingSign.update(isBusy: false)
            guard !shown.isEmpty else { return actions.explain(photos.contents.noSelection) }
            update { $0.marks.toggle(shown) }
        }
    }

    /// Shares the marked photos, or else the selected one.
    public func share(saving: Bool) {
        if let chosen { actions.share(chosen, saving) }
    }

    /// Makes a favorite of the photo at an index, or takes it from the favorites.
    public func toggleFavorite(at index: Int) {
        if let photo = photos.contents.window[index] { actions.toggleFavorite([photo]) }
    }

    /// Makes favorites of the marked photos, or else of the selected one, or takes them from the favorites.
    public func toggleFavorite() {
        if let chosen { actions.toggleFavorite(chosen) }
    }

    /// Takes the last change of favorites back.
    public func undoFavorite() {
        actions.undoFavorite()
    }

    /// What a command acts on: the marked photos, or else the selected one; nil, with the reason told, when there is none.
    private var chosen: [Photo]? {
        state.marks.photos.isEmpty ? selected.map { [$0] } : state.marks.photos
    }

    /// The selected photo; nil, with the reason told, when there is none.
    private var selected: Photo? {
        if let photo = photos.contents.selected { return photo }
        actions.explain(photos.contents.noSelection)
        return nil
    }
}
