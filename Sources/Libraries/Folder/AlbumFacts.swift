import Albums
import Synchronization

/// What is known about the photos of an album, by their index in it.
final class AlbumFacts: Sendable {
    private struct State {
        var facts: [PhotoFacts?]
        /// The content of the files that the facts are about; empty once all of them have been checked.
        var stamps: [FileStamp?]
        var unchecked: Set<Int>
    }

    private let state: Mutex<State>

    init(_ known: [PictureIndex.Known?]) {
        state = Mutex(
            State(facts: known.map { $0?.facts }, stamps: known.map { $0?.stamp }, unchecked: Set(known.indices)))
    }

    subscript(index: Int) -> PhotoFacts? { state.withLock { $0.facts[index] } }

    /// Returns those of these photos whose files haven't been compared with the facts in this run, with the content that
    /// the facts are about. They count as checked from now on.
    func takeUnchecked(_ indices: some Sequence<Int>) -> [(index: Int, known: FileStamp?)] {
        state.withLock { state in
            let taken = indices.compactMap { index in
                state.unchecked.remove(index).map { (index: $0, known: state.stamps[$0]) }
            }
            if state.unchecked.isEmpty { state.stamps = [] }
            return taken
        }
    }

    func set(_ facts: [(index: Int, facts: PhotoFacts?)]) {
        state.withLock { state in
            for (index, facts) in facts { state.facts[index] = facts }
        }
    }
}
