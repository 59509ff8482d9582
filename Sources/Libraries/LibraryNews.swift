import Albums
import Dispatch
import Synchronization

/// Tells every listener what happens to a library, and those who come late what they missed.
final class LibraryNews: Sendable {
    private let shortestTimeBetweenChanges = Duration.milliseconds(100)
    /// Events are told on this queue alone, so all listeners hear them in one order.
    private let queue = DispatchQueue(label: "tintype.library-news")
    private let state = Mutex(State())

    private struct State {
        var listeners: [Int: AsyncStream<LibraryEvent>.Continuation] = [:]
        var nextListener = 0
        /// What those who come late are told too.
        var remembered: [LibraryEvent] = []
        var isComplete = false
        var isChangeDue = false
        var lastChange: ContinuousClock.Instant?
    }

    /// The news from now on, after what could not be read or shown so far; ends after `.completed`.
    func events() -> AsyncStream<LibraryEvent> {
        let (stream, listener) = AsyncStream.makeStream(of: LibraryEvent.self)
        let (number, isComplete) = state.withLock { state in
            state.remembered.forEach { listener.yield($0) }
            let number = state.nextListener
            state.nextListener += 1
            if !state.isComplete { state.listeners[number] = listener }
            return (number, state.isComplete)
        }
        if isComplete {
            listener.yield(.completed)
            listener.finish()
        } else {
            listener.onTermination = { [weak self] _ in
                self?.state.withLock { _ = $0.listeners.removeValue(forKey: number) }
            }
        }
        return stream
    }

    /// Tells of a change: at once when the last is long enough ago, else together with the next ones a little later.
    func change() {
        let delay: Duration? = state.withLock { state in
            guard !state.isChangeDue else { return nil }
            state.isChangeDue = true
            guard let lastChange = state.lastChange else { return .zero }
            return max(.zero, shortestTimeBetweenChanges - lastChange.duration(to: .now))
        }
        guard let delay else { return }
        queue.asyncAfter(deadline: .now() + delay.timeInterval) { self.tell(.changed) }
    }

    func folderIsUnreadable(path: String) {
        queue.async { self.tell(.unreadableFolder(path: path)) }
    }

    func partlyFailed(_ failure: LibraryFailure) {
        queue.async { self.tell(.partlyFailed(failure)) }
    }

    func complete(unshown: UnshownFiles = UnshownFiles()) {
        queue.async {
            if self.state.withLock({ $0.isChangeDue }) { self.tell(.changed) }
            if unshown.count > 0 { self.tell(.unshownFiles(unshown)) }
            self.tell(.completed)
        }
    }

    private func tell(_ event: LibraryEvent) {
        let listeners = state.withLock { state in
            switch event {
            case .changed:
                state.isChangeDue = false
                state.lastChange = .now
            case .unreadableFolder, .unshownFiles:
                state.remembered.append(event)
            case .partlyFailed:
                break
            case .completed:
                state.isComplete = true
            }
            return Array(state.listeners.values)
        }
        for listener in listeners {
            listener.yield(event)
            // Not under the lock: ending a stream calls back to remove its listener.
            if event == .completed { listener.finish() }
        }
    }
}

extension Duration {
    fileprivate var timeInterval: Double {
        Double(components.seconds) + Double(components.attoseconds) * 1e-18
    }
}
