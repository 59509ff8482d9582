import Albums

extension PhotoCommands {
    /// Keeps a photo, and rejects the rest of its burst or of the comparison. After a burst, goes to the next undecided
    /// one; after the last, returns to the list.
    func keepOne(_ photo: Photo, on screen: any PhotoChoosing) throws(NoEffect) {
        let position = screen.position
        guard case .burst(let ids) = position.list else {
            // Keeping the photo on top of a folded burst would reject photos unseen.
            guard screen.photoScreen == .compare, let compared = (screen as? any ViewerPresenting)?.state.panes else {
                throw .burstNeeded
            }
            let others = compared.compactMap(\.photo).filter { $0.id != photo.id }
            return screens.stores.edits.keep(photo, rejecting: others)
        }
        // Keys typed ahead are for the next burst.
        coordinator?.interact { [weak self] in
            let page = try? await screen.shown.library.photos(
                in: position.list, matching: .everything, in: 0..<ids.count)
            guard let self, let list = coordinator?.burstList, let photos = page?.items else { return }
            let left = await bursts(in: list).filter { !$0.isDecided }
            let here = await index(of: photo, in: list)
            let next = await self.photo(of: left.first { $0.index > here ?? .max }, in: list)
            guard coordinator?.isOnTop(screen) == true else { return }
            let count = left.count { $0.index != here }
            screens.stores.edits.keep(
                photo, rejecting: photos.filter { $0.id != photo.id },
                note: here == nil ? nil : UserFacingText.burstsLeft(count))
            if let next { return await show(next, insteadOf: screen, over: list) }
            coordinator?.goBack(to: list)
            list.reveal([photo.id])
        }
    }

    /// Selects the next burst of the list, or the previous one for a negative step. If a burst is opened or compared,
    /// replaces it.
    func goToBurst(by step: Int, from screen: any PhotoChoosing) throws(NoEffect) {
        let photo = try screen.currentPhoto()
        guard let list = coordinator?.burstList, list.shown.library.foldsBursts(in: list.position.list) else {
            throw .noBursts
        }
        coordinator?.lookUp { [weak self] in
            guard let self else { return }
            let bursts = await bursts(in: list)
            guard let here = await index(of: photo, in: list) else { return }
            let next = step > 0 ? bursts.first { $0.index > here } : bursts.last { $0.index < here }
            let photo = await self.photo(of: next, in: list)
            guard !Task.isCancelled, coordinator?.isOnTop(screen) == true else { return }
            guard let photo else { return screens.notices.explain(step > 0 ? .lastBurst : .firstBurst) }
            if screen === list { list.reveal([photo.id]) } else { await show(photo, insteadOf: screen, over: list) }
        }
    }

    // MARK: The list

    /// The query of a list, with its bursts folded.
    private func query(of list: any PhotoChoosing) -> ListQuery {
        var query = list.position.query
        query.foldsBursts = true
        return query
    }

    private func bursts(in list: any PhotoChoosing) async -> [ListedBurst] {
        (try? await list.shown.library.bursts(in: list.position.list, matching: query(of: list))) ?? []
    }

    /// Returns the index of a photo, or of the one that stands for its burst.
    private func index(of photo: Photo, in list: any PhotoChoosing) async -> Int? {
        let index = try? await list.shown.library.index(of: photo.id, in: list.position.list, matching: query(of: list))
        return index.flatMap { $0 }
    }

    /// Returns the photo that stands for a burst.
    private func photo(of burst: ListedBurst?, in list: any PhotoChoosing) async -> Photo? {
        guard let burst else { return nil }
        let range = burst.index..<burst.index + 1
        return try? await list.shown.library.photos(in: list.position.list, matching: query(of: list), in: range).first
    }

    // MARK: Screens

    /// Shows a burst in place of another one: compared, in a grid, or one photo of it.
    private func show(_ burst: Photo, insteadOf screen: any PhotoChoosing, over list: any PhotoChoosing) async {
        let photos = await list.shown.library.burst(of: burst)
        guard !Task.isCancelled else { return }
        coordinator?.goBack(to: list)
        guard screen.photoScreen != .compare else { return compare(photos, of: .burst(burst.burst), in: list.shown) }
        coordinator?.show(.burst(burst, in: list.shown) { [weak list] in list?.reveal([$0]) })
        // Going back then selects the burst.
        list.reveal([burst.id])
        guard screen.photoScreen != .photos, let grid = coordinator?.topPhotos else { return }
        let first = PhotoPosition(list: .burst(burst.burst), query: .everything, index: 0, photo: photos.first)
        coordinator?.show(.photo(first, playing: false, in: list.shown) { [weak grid] _, id in grid?.reveal([id]) })
    }
}
