import Albums

/// The photos that the user has marked in a grid or in the viewer above it, for commands that act on several.
@MainActor
final class MultiSelection {
    /// The maximum number of photos; nil for any number.
    let max: Int?
    /// The marked photos, in the order they were marked.
    private(set) var photos: [Photo] = []
    private(set) var ids: Set<Photo.ID> = []

    init(max: Int? = nil) {
        self.max = max
    }

    func contains(_ photo: Photo) -> Bool {
        ids.contains(photo.id)
    }

    /// Marks all of these photos, or unmarks them if all are marked already. Throws if there would be too many.
    func toggle(_ shown: [Photo]) throws(NoEffect) {
        let unmarked = shown.filter { !contains($0) }
        if unmarked.isEmpty {
            let ids = Set(shown.map(\.id))
            photos.removeAll { ids.contains($0.id) }
            self.ids.subtract(ids)
        } else {
            if let max, photos.count + unmarked.count > max { throw .tooManyPicked(max: max) }
            photos += unmarked
            ids.formUnion(unmarked.map(\.id))
        }
    }

    func clear() {
        photos = []
        ids = []
    }
}
