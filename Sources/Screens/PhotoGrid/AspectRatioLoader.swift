import Albums

/// The aspect ratios of photos: from the library, or else measured from the files. The masonry layout waits for them.
@MainActor
final class AspectRatioLoader {
    /// Called when requested aspect ratios have been measured.
    var onChange: () -> Void = {}

    private let pictures: PicturePort
    private var measured: [Photo.ID: Measurement] = [:]
    private var measuring: Task<Void, Never>?

    private struct Measurement {
        /// See `Photo.version`.
        let version: Int
        let aspect: Double
    }

    init(pictures: PicturePort) {
        self.pictures = pictures
    }

    /// Width divided by height; nil while unknown.
    func aspect(of photo: Photo) -> Double? {
        photo.aspect ?? measured[photo.id].flatMap { $0.version == photo.version ? $0.aspect : nil }
    }

    /// Measures the unknown aspect ratios of these photos; those that can't be measured get the default. Does nothing
    /// during another measurement: call again after `onChange`.
    func load(_ photos: [Photo]) {
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

    /// Discards measured aspect ratios, because the files may have changed.
    func forget() {
        stop()
        measured = [:]
    }

    /// Cancels outstanding measurements.
    func stop() {
        measuring?.cancel()
        measuring = nil
    }

    private nonisolated static func measure(_ photos: [Photo], pictures: PicturePort) async -> [Photo.ID: Measurement] {
        await withTaskGroup(of: (Photo.ID, Measurement).self) { group in
            for photo in photos {
                group.addTask {
                    let aspect = await pictures.aspect(photo) ?? AspectRatios.default
                    return (photo.id, Measurement(version: photo.version, aspect: aspect))
                }
            }
            return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
    }
}
