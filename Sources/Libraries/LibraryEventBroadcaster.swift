import Albums
import Basics
import Dispatch
import Synchronization

/// Broadcasts the events of a library, and replays problems to late subscribers.
final class LibraryEventBroadcaster: Sendable {
    private let minChangeInterval = Duration.milliseconds(100)
    /// Events are sent on this serial queue, so all subscribers receive them in the same order.
    private let queue = DispatchQueue(label: "tintype.library-events")
    private let state = Mutex(State())

    private struct State {
        var listeners: [Int: AsyncStream<LibraryEvent>.Continuation] = [:]
        var nextListener = 0
        /// Events replayed to late subscribers.
        var remembered: [LibraryEvent] = []
        var isComplete = false
        /// Whether streams end with `.completed`.
        var isFinal = true
        var isChangeDue = false
        var lastChange: ContinuousClock.Instant?
    }

    /// Returns a stream that replays problems, continues with live events, and ends after `.completed` if that is
    /// final.
    func events() -> AsyncStream<LibraryEvent> {
        let (stream, listener) = AsyncStream.makeStream(of: LibraryEvent.self)
        let (number, isComplete, isOver) = state.withLock { state in
            state.remembered.forEach { listener.yield($0) }
            let number = state.nextListener
            state.nextListener += 1
            let isOver = state.isComplete && state.isFinal
            if !isOver { state.listeners[number] = listener }
            return (number, state.isComplete, isOver)
        }
        if isComplete { listener.yield(.completed) }
        if isOver {
            listener.finish()
        } else {
            listener.onTermination = { [weak self] _ in
                self?.state.withLock { _ = $0.listeners.removeValue(forKey: number) }
            }
        }
        return stream
    }

    /// Sends `.changed` immediately, or coalesces it with later changes if the last was less than 100 ms ago.
    func change() {
        let delay: Duration? = state.withLock { state in
            guard !state.isChangeDue else { return nil }
            state.isChangeDue = true
            guard let lastChange = state.lastChange else { return .zero }
            return max(.zero, minChangeInterval - lastChange.duration(to: .now))
        }
        guard let delay else { return }
        queue.asyncAfter(deadline: .now() + delay.timeInterval) { self.send(.changed) }
    }

    func folderIsUnreadable(path: String) {
        queue.async { self.send(.unreadableFolder(path: path)) }
    }

    func folderIsGone(path: String) {
        queue.async { self.send(.folderGone(path: path)) }
    }

    func folderHasReturned(path: String) {
        queue.async { self.send(.folderReturned(path: path)) }
    }

    func folderIsReplaced(path: String) {
        queue.async { self.send(.folderReplaced(path: path)) }
    }

    func partlyFailed(_ failure: LibraryFailure) {
        queue.async { self.send(.partlyFailed(failure)) }
    }

    func ownersFailed(_ failure: LibraryFailure) {
        queue.async { self.send(.ownersFailed(failure)) }
    }

    /// - Parameter isFinal: whether nothing changes afterwards, so that the streams end.
    func complete(isFinal: Bool = true) {
        queue.async {
            self.state.withLock { $0.isFinal = isFinal }
            if self.state.withLock({ $0.isChangeDue }) { self.send(.changed) }
            self.send(.completed)
        }
    }

    private func send(_ event: LibraryEvent) {
        let (listeners, isFinal) = state.withLock { state in
            switch event {
            case .changed:
                state.isChangeDue = false
                state.lastChange = .now
            case .unreadableFolder:
                state.remembered.append(event)
            case .folderGone, .folderReturned, .folderReplaced, .partlyFailed, .ownersFailed, .changesAreTemporary:
                break
            case .completed:
                state.isComplete = true
            }
            return (Array(state.listeners.values), state.isFinal)
        }
        for listener in listeners {
            listener.yield(event)
            // Outside the lock, because finishing a stream calls back to remove its listener.
            if event == .completed, isFinal { listener.finish() }
        }
    }
}

extension Duration {
    fileprivate var timeInterval: Double {
        Double(components.seconds) + Double(components.attoseconds) * 1e-18
    }
}
