import Albums

/// The known aspect ratios of the first elements of a list: those of loaded elements, and of the elements before
/// them. Takes 4 bytes for each element.
struct AspectRatios: Hashable, Sendable {
    /// The stand-in for an unknown one: the aspect ratio of most photos.
    static let `default` = 4.0 / 3

    /// Width divided by height; 0 while unknown.
    private var values: [Float] = []

    /// The number of elements, with known and unknown aspect ratios.
    var count: Int { values.count }

    /// Width divided by height; nil while unknown.
    subscript(index: Int) -> Double? {
        values.indices.contains(index) && values[index] != 0 ? Double(values[index]) : nil
    }

    /// Sets or appends the aspect ratios of a range. Ignored if elements before the range are missing.
    ///
    /// - Parameter keepsKnown: whether nil keeps a known one. False for a changed list, in which another element may have had it.
    mutating func set(_ new: some Collection<Double?>, from start: Int, keepsKnown: Bool) {
        guard start <= count else { return }
        for (index, aspect) in zip(start..., new) {
            let value = aspect.map { Float($0) }
            if index == count {
                values.append(value ?? 0)
            } else if value != nil || !keepsKnown {
                values[index] = value ?? 0
            }
        }
    }

    /// Appends unknown aspect ratios, up to a number of elements.
    mutating func extend(to count: Int) {
        if count > self.count { values += repeatElement(0, count: count - self.count) }
    }

    /// Removes the elements after this number.
    mutating func limit(to count: Int) {
        if count < self.count { values.removeLast(self.count - count) }
    }
}

/// The aspect ratios of photos: from the library, or else measured from the files. The masonry layout waits for them.
@MainActor
final class AspectRatioLoader {
    /// Called when requested aspect ratios have been measured.
    var onChange: () -> Void = {}

    private let pictures: PicturePort
    private var measured: [Photo.ID: Measurement] = [:]
    private var measuring: Task<Void, Never>?

    private struct Measurement {
        let version: PhotoVersion
        let aspect: Double
    }

    init(pictures: PicturePort) {
        self.pictures = pictures
    }

    /// Width divided by height; nil while unknown.
    func aspect(of photo: Photo) -> Double? {
        photo.aspect ?? measured[photo.id].flatMap { $0.version.isOutdated(by: photo.pixelVersion) ? nil : $0.aspect }
    }

    /// Measures the unknown aspect ratios of these photos; those that can't be measured get the default. Does nothing
    /// during another measurement: call again after `onChange`.
    func load(_ photos: [Photo]) {
        let unknown = photos.filter { aspect(of: $0) == nil }
        guard measuring == nil, !unknown.isEmpty else { return }
        measuring = Task { [weak self, pictures] in
            let found = await unknown.loadEach { photo in
                let aspect = await pictures.aspect(photo) ?? AspectRatios.default
                return Measurement(version: photo.pixelVersion, aspect: aspect)
            }
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
}
