/// Goes on to the next photo by itself, once each has been seen for a while.
@MainActor
public final class Slideshow {
    public enum Status: Sendable {
        case off, running, paused
    }

    /// Which photo follows which.
    public enum Order: String, CaseIterable, Sendable {
        case list, shuffle
    }

    /// Where a slideshow stands in a list.
    struct Place {
        var index: Int
        /// How many photos of the list are known.
        var count: Int
        /// Whether there are no others.
        var isComplete: Bool
    }

    /// Called when the photo has been seen for as long as it should be.
    var onTurn: () -> Void = {}

    private(set) var status = Status.off

    private let settings: ViewingSettings
    private let clock: any Clock<Duration>
    private var shuffled: ShuffledOrder?
    /// Ends the time of the photo.
    private var showing: Task<Void, Never>?

    init(settings: ViewingSettings, clock: any Clock<Duration>) {
        self.settings = settings
        self.clock = clock
    }

    /// Begins with the photo that is shown, pauses, or goes on.
    func toggle() {
        status = status == .running ? .paused : .running
        restart()
    }

    func end() {
        status = .off
        shuffled = nil
        restart()
    }

    /// Tells whether the photo is there to be looked at: only then its time runs.
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

    /// The time of the photo begins anew with the next update.
    func restart() {
        showing?.cancel()
        showing = nil
    }

    /// The index of the photo that follows; after the last of a list that may go on, the one that would be next.
    func next(after place: Place) -> Int {
        switch settings.order {
        case .list:
            return place.index + 1 < place.count || !place.isComplete ? place.index + 1 : 0
        case .shuffle:
            var order = shuffled ?? ShuffledOrder(from: place.index, count: place.count)
            defer { shuffled = order }
            return order.next(among: place.count)
        }
    }

    /// The index of the photo before, as they followed each other; nil when there was none.
    func previous(before index: Int) -> Int? {
        settings.order == .list ? index - 1 : shuffled?.goBack()
    }

    /// The photo that follows is gone to.
    func advance() {
        shuffled?.advance()
    }
}
