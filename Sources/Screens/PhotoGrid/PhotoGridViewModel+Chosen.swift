import Albums

/// The commands that act on the marked photos, or else on the selected one.
extension PhotoGridViewModel {
    public func showInformation() {
        if let photo = selected { actions.showInformation(photo) }
    }

    /// Marks or unmarks the selected photo.
    public func toggleMark() {
        if let photo = selected { update { $0.marks.toggle(photo) } }
    }

    /// Marks all matching photos, in view or not, or unmarks them if all are marked already.
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

    /// Adds the photo at an index to favorites, or removes it.
    public func toggleFavorite(at index: Int) {
        if let photo = photos.contents.window[index] { actions.toggleFavorite([photo]) }
    }

    /// Adds the marked photos, or else the selected one, to favorites, or removes them.
    public func toggleFavorite() {
        if let chosen { actions.toggleFavorite(chosen) }
    }

    /// Undoes the last change of favorites.
    public func undoFavorite() {
        actions.undoFavorite()
    }

    /// The marked photos, or else the selected one. If there are none, reports the reason and returns nil.
    private var chosen: [Photo]? {
        state.marks.photos.isEmpty ? selected.map { [$0] } : state.marks.photos
    }

    /// The selected photo. If there is none, reports the reason and returns nil.
    private var selected: Photo? {
        if let photo = photos.contents.selected { return photo }
        actions.explain(photos.contents.noSelection)
        return nil
    }
}
