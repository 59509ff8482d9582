import Albums
import Synchronization

/// The user's changes of the demo's photos. They are kept in memory, and end with the run.
final class DemoChanges: Sendable {
    fileprivate struct State {
        var assessments: [Photo.ID: Assessment] = [:]
        /// The texts that the user has set.
        var texts: [Photo.ID: PhotoValues] = [:]
        /// The tags of photos whose tags the user has changed.
        var tags: [Photo.ID: [String]] = [:]
        /// Incremented by each change that affects lists.
        var revision = 0
        var trashed: Set<Photo.ID> = []
        var listeners: [AsyncStream<LibraryEvent>.Continuation] = []
        /// Whether changes have been reported.
        var isReported = false
    }

    private let state = Mutex(State())

    /// The photos in the trash.
    var trashed: Set<Photo.ID> { state.withLock { $0.trashed } }

    func assessment(of photo: Photo.ID) -> Assessment { state.withLock { $0.assessments[photo] ?? Assessment() } }

    /// Incremented by each change that affects lists.
    var revision: Int { state.withLock { $0.revision } }

    func texts(of photo: Photo.ID) -> PhotoValues { state.withLock { $0.texts[photo] ?? [:] } }

    /// Returns the tags of a photo; nil if the user hasn't changed them.
    func tags(of photo: Photo.ID) -> [String]? { state.withLock { $0.tags[photo] } }

    /// Returns a photo with the user's changes.
    func applied(to photo: Photo) -> Photo {
        state.withLock { photo.with($0.texts[photo.id] ?? [:], tags: $0.tags[photo.id]) }
    }

    /// - Parameter originals: the photos whose texts or tags change, without any changes.
    func apply(_ changes: [PhotoChange], originals: [Photo.ID: Photo]) -> EditResult {
        state.withLock { state in
            var result = EditResult()
            state.revision += 1
            for change in changes {
                if let inverse = state.apply(change, original: originals[change.photo]) {
                    result.didApply(inverse: inverse, fileCount: 1)
                } else if DemoAlbum.number(of: change.photo) == nil {
                    result.refuse(change, .inAnotherLibrary)
                } else {
                    result.refuse(change, DemoLibrary.kinds.contains(change.edit.kind) ? .gone : .unsupported)
                }
            }
            return result
        }
    }

    /// Sends an event about changes.
    func report() {
        let (listeners, isFirst) = state.withLock { state in
            defer { state.isReported = true }
            return (state.listeners, !state.isReported)
        }
        for listener in listeners {
            listener.yield(.changed)
            if isFirst { listener.yield(.changesAreTemporary) }
        }
    }

    func events() -> AsyncStream<LibraryEvent> {
        let (events, listener) = AsyncStream.makeStream(of: LibraryEvent.self)
        listener.yield(.completed)
        state.withLock { $0.listeners.append(listener) }
        return events
    }
}

extension DemoChanges.State {
    /// Returns the changes that undo the one made; nil if it can't be made.
    fileprivate mutating func apply(_ change: PhotoChange, original: Photo?) -> [PhotoChange]? {
        let photo = change.photo
        guard DemoAlbum.number(of: photo) != nil else { return nil }
        switch change.edit {
        case .rate, .flag, .label:
            let old = assessments[photo] ?? Assessment()
            let new = old.applying(change.edit)
            assessments[photo] = new == Assessment() ? nil : new
            return change.inverse(from: old, to: new)
        case .set(let values):
            guard let original else { return nil }
            let old = original.with(texts[photo] ?? [:], tags: nil)
            var former = PhotoProperties()
            for field in values.keys {
                former.values[field] =
                    switch field {
                    case .title: old.title
                    case .description: old.description
                    case .creator: old.author
                    default: texts[photo]?[field]
                    }
            }
            texts[photo, default: [:]].merge(values) { $1 }
            return change.inverse(former).map { [$0] }
        case .tag(let tags):
            guard let original else { return nil }
            let old = self.tags[photo] ?? original.tags
            let new = tags.applied(to: old)
            self.tags[photo] = new
            let made = TagChange(add: new.filter { !old.contains($0) }, remove: old.filter { !new.contains($0) })
            return change.inverse(PhotoProperties(tags: made.inverse)).map { [$0] }
        case .trash: return trashed.insert(photo).inserted ? [PhotoChange(photo, .restore)] : nil
        case .restore: return trashed.remove(photo) == nil ? nil : [PhotoChange(photo, .trash)]
        case .favorite, .album, .move, .copy, .rename: return nil
        }
    }
}
