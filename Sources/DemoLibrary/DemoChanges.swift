import Albums
import Synchronization

/// The user's changes of the demo's photos. They are kept in memory, and end with the run.
final class DemoChanges: Sendable {
    fileprivate struct State {
        var assessments: [Photo.ID: Assessment] = [:]
        var trashed: Set<Photo.ID> = []
        var listeners: [AsyncStream<LibraryEvent>.Continuation] = []
        /// Whether changes have been reported.
        var isReported = false
    }

    private let state = Mutex(State())

    /// The photos in the trash.
    var trashed: Set<Photo.ID> { state.withLock { $0.trashed } }

    func assessment(of photo: Photo.ID) -> Assessment { state.withLock { $0.assessments[photo] ?? Assessment() } }

    func apply(_ changes: [PhotoChange]) -> EditResult {
        state.withLock { state in
            var result = EditResult()
            for change in changes {
                if let inverse = state.apply(change) {
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
    fileprivate mutating func apply(_ change: PhotoChange) -> [PhotoChange]? {
        let photo = change.photo
        guard DemoAlbum.number(of: photo) != nil else { return nil }
        switch change.edit {
        case .rate, .flag, .label:
            let old = assessments[photo] ?? Assessment()
            let new = old.applying(change.edit)
            assessments[photo] = new == Assessment() ? nil : new
            return change.inverse(from: old, to: new)
        case .trash: return trashed.insert(photo).inserted ? [PhotoChange(photo, .restore)] : nil
        case .restore: return trashed.remove(photo) == nil ? nil : [PhotoChange(photo, .trash)]
        case .favorite, .move, .copy, .rename: return nil
        }
    }
}
