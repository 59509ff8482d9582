import Albums

/// How wide photos are for their height: as their library tells, else as their files do, which a waterfall waits for.
@MainActor
final class PhotoShapes {
    /// Called when the shapes of photos that were wanted are known.
    var onChange: () -> Void = {}

    private let pictures: PicturePort
    private var measured: [Photo.ID: Double] = [:]
    private var measuring: Task<Void, Never>?

    init(pictures: PicturePort) {
        self.pictures = pictures
    }

    /// Width divided by height; nil as long as it is not known.
    func aspect(of photo: Photo) -> Double? {
        photo.aspect ?? measured[photo.id]
    }

    /// Wants the shapes of these photos. While others are measured, the wish has to be repeated when that is done.
    func want(_ photos: [Photo]) {
        let unknown = photos.filter { aspect(of: $0) == nil }
        guard measuring == nil, !unknown.isEmpty else { return }
        measuring = Task { [weak self, pictures] in
            let found = await Self.measure(unknown, pictures: pictures)
            guard !Task.isCancelled, let self else { return }
            measuring = nil
            measured.merge(found) { $1 }
            onChange()
        }
    }

    /// Forgets what files said: they may have changed.
    func forget() {
        stop()
        measured = [:]
    }

    /// Waits for nothing any more.
    func stop() {
        measuring?.cancel()
        measuring = nil
    }

    private nonisolated static func measure(_ photos: [Photo], pictures: PicturePort) async -> [Photo.ID: Double] {
        await withTaskGroup(of: (Photo.ID, Double).self) { group in
            for photo in photos {
                group.addTask { (photo.id, await pictures.aspect(photo) ?? Self.usual) }
            }
            return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
    }

    /// Of most photos.
    private nonisolated static let usual = 4.0 / 3
}
