/// Advances to the next photo after each has been visible for the configured interval.
@MainActor
public final class Slideshow {
    public enum Status: Sendable {
        case off, running, paused
    }

    /// The order of the photos.
    public enum Order: String, CaseIterable, Sendable {
        case list, shuffle
    }

    /// A position in a list of photos.
    struct Position {
        var index: Int
        /// The number of known photos.
        var count: Int
        /// Whether the known photos are the whole list.
        var isComplete: Bool
    }

    /// Called when the interval of the photo has elapsed.
    var onTurn: () -> Void = {}

    private(set) var status = Status.off

    private let settings: ViewingSettings
    private let clock: any Clock<Duration>
    private var shuffled: ShuffledOrder?
    /// The timer of the current photo.
    private var showing: Task<Void, Never>?

    init(settings: ViewingSettings, clock: any Clock<Duration>) {
        self.settings = settings
        self.clock = clock
    }

    /// Starts with the current photo, pauses or resumes.
    func toggle() {
        status = status == .running ? .paused : .running
        restart()
    }

    func end() {
        status = .off
        shuffled = nil
        restart()
    }

    /// Records whether the photo is fully loaded; its interval starts only then.
    func update(isShowing: Bool) {
        guard isShowing, status == .running else { return restart() }
        guard showing == nil else { return }
        showing = Task { [weak self, clock, settings] in
            try? await clock.sleep(for: settings.interval)
            guard !Task.isCancelled, let self else { return }
            self.showing = nil
            self.onTurn()
        }
    }

    /// Restarts the interval with the next update.
    func restart() {
        showing?.cancel()
        showing = nil
    }

    /// Returns the index of the next photo. At the end of an incomplete list, it is the first index not yet loaded.
    func next(after position: Position) -> Int {
        switch settings.order {
        case .list:
            return position.index + 1 < position.count || !position.isComplete ? position.index + 1 : 0
        case .shuffle:
            var order = shuffled ?? ShuffledOrder(from: position.index, count: position.count)
            defer { shuffled = order }
            return order.next(among: position.count)
        }
    }

    /// Returns the index of the previously shown photo; nil at the beginning.
    func previous(before index: Int) -> Int? {
        settings.order == .list ? index - 1 : shuffled?.goBack()
    }

    /// Records the move to the next photo.
    func advance() {
        shuffled?.advance()
    }
}
