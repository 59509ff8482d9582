import Albums

/// What is done with the marked photos, or else with the selected one.
extension PhotoGridViewModel {
    public func showInformation() {
        if let photo = photos.contents.selected { actions.showInformation(photo) }
    }

    /// Marks the selected photo, or takes its mark away.
    public func toggleMark() {
        if let photo = photos.contents.selected { update { $0.marks.toggle(photo) } }
    }

    /// Marks all photos that are shown, in view or not; where all of them are marked, none.
    public func toggleAllMarks() {
        marking?.cancel()
        marking = Task { [weak self, photos] in
            guard let shown = try? await photos.matching(), !Task.isCancelled else { return }
            self?.update { $0.marks.toggle(shown) }
        }
    }

    /// Shares the marked photos, or else the selected one.
    public func share(saving: Bool) {
        if !chosen.isEmpty { actions.share(chosen, saving) }
    }

    /// Makes a favorite of the photo at an index, or takes it from the favorites.
    public func toggleFavorite(at index: Int) {
        if let photo = photos.contents.window[index] { actions.toggleFavorite([photo]) }
    }

    /// Makes favorites of the marked photos, or else of the selected one, or takes them from the favorites.
    public func toggleFavorite() {
        if !chosen.isEmpty { actions.toggleFavorite(chosen) }
    }

    /// Takes the last change of favorites back.
    public func undoFavorite() {
        actions.undoFavorite()
    }

    /// What a command acts on: the marked photos, or else the selected one.
    private var chosen: [Photo] {
        state.marks.photos.isEmpty ? photos.contents.selected.map { [$0] } ?? [] : state.marks.photos
    }
}
