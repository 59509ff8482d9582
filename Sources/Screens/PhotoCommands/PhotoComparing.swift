import Albums

extension PhotoCommands {
    /// Compares the marked photos, the burst of the current one, or the current one with the next or, after the last,
    /// the previous one.
    func compare(from screen: any PhotoChoosing) throws(NoEffect) {
        let marked = screens.stores.marks.photos
        guard marked.count <= Comparison.maxPhotos else {
            return compare(marked, of: .feed, in: screens.markedPhotos)
        }
        let position = screen.position
        if marked.count > 1 {
            coordinator?.show(.comparison(marked, at: position, in: screen.shown))
            return
        }
        let first = if let photo = marked.first { photo } else { try screen.currentPhoto() }
        let candidates = Candidates(position, in: screen.shown.library)
        Task { [weak self, screens] in
            let burst = marked.isEmpty ? await Self.burst(of: first, at: position, in: screen.shown.library) : [first]
            if burst.count > 1 {
                guard let self, self.coordinator?.isOnTop(screen) == true else { return }
                return self.compare(burst, keeping: first.id, of: .burst(burst.map(\.id)), in: screen.shown)
            }
            let isOther = { (photo: Photo) in photo.id != first.id }
            var second = await candidates.next(from: position.index - (marked.isEmpty ? 0 : 1), by: 1, where: isOther)
            if second == nil { second = await candidates.next(from: position.index, by: -1, where: isOther) }
            guard let self, coordinator?.isOnTop(screen) == true else { return }
            guard let second else { return screens.notices.explain(.nothingToCompare) }
            let photos = second.index < position.index ? [second.photo, first] : [first, second.photo]
            coordinator?.show(.comparison(photos, at: position, in: screen.shown))
        }
    }

    /// Compares the photos of a list that aren't rejected. If they don't all fit, compares the first two, and then the
    /// others one by one.
    ///
    /// - Parameter kept: a photo to compare even if it is rejected.
    func compare(_ photos: [Photo], keeping kept: Photo.ID? = nil, of list: PhotoList, in shown: ShownLibrary) {
        let max = Comparison.maxPhotos
        let left = photos.filter { $0.id == kept || screens.stores.edits.assessment(of: $0).flag != .rejected }
        let photos = left.count > 1 ? left : photos
        // In the page of differences for screen readers, no photos follow.
        let count = photos.count <= max || screens.context.isForReaders ? max : 2
        let position = PhotoPosition(list: list, query: .everything, index: 0)
        coordinator?.show(.comparison(Array(photos.prefix(count)), at: position, in: shown))
    }

    /// Returns the burst for which a photo stands. In the list of an opened burst, returns its photos from this one on,
    /// followed by those before it.
    private static func burst(
        of photo: Photo, at position: PhotoPosition, in library: any PhotoLibrary
    ) async -> [Photo] {
        guard case .burst(let ids) = position.list else { return await library.burst(of: photo) }
        let page = try? await library.photos(in: position.list, matching: position.query, in: 0..<ids.count)
        guard let photos = page?.items, let start = photos.firstIndex(where: { $0.id == photo.id }) else {
            return [photo]
        }
        return Array(photos[start...] + photos[..<start])
    }
}
