import Albums

/// The photos that the user has marked, for commands that act on several.
struct MultiSelection: Sendable {
    /// The marked photos, in the order they were marked.
    private(set) var photos: [Photo] = []
    private(set) var ids: Set<Photo.ID> = []

    func contains(_ photo: Photo) -> Bool {
        ids.contains(photo.id)
    }

    mutating func toggle(_ photo: Photo) {
        if ids.remove(photo.id) == nil {
            ids.insert(photo.id)
            photos.append(photo)
        } else {
            photos.removeAll { $0.id == photo.id }
        }
    }

    /// Marks all of these photos, or unmarks them if all are marked already.
    mutating func toggle(_ shown: [Photo]) {
        let unmarked = shown.filter { !contains($0) }
        if unmarked.isEmpty {
            let ids = Set(shown.map(\.id))
            photos.removeAll { ids.contains($0.id) }
            self.ids.subtract(ids)
        } else {
            photos += unmarked
            ids.formUnion(unmarked.map(\.id))
        }
    }

    mutating func clear() {
        self = MultiSelection()
    }
}
