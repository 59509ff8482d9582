/// The user's settings for the viewer.
public struct ViewingSettings: Sendable {
    /// How long a slideshow shows each photo.
    public var interval: Duration
    public var order: Slideshow.Order

    /// Whether motion is enabled: animated photos and zoom transitions.
    public var isAnimated: Bool

    public init(interval: Duration = .seconds(5), order: Slideshow.Order = .list, isAnimated: Bool = true) {
        self.interval = interval
        self.order = order
        self.isAnimated = isAnimated
    }
}

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
    var onAdvance: () -> Void = {}

    private(set) var status = Status.off

    private let settings: ViewingSettings
    private let clock: any Clock<Duration>
    private var shuffled: ShuffledOrder?
    /// The timer of the current photo.
    private var timer: Task<Void, Never>?

    init(settings: ViewingSettings, clock: any Clock<Duration>) {
        self.settings = settings
        self.clock = clock
    }

    /// Starts with the current photo, pauses or resumes.
    func toggle() {
        status = status == .running ? .paused : .running
        restart()
    }

    /// Records whether the photo is on the screen, fully loaded; its interval starts only then.
    func update(isShowing: Bool) {
        guard isShowing, status == .running else { return restart() }
        guard timer == nil else { return }
        timer = Task { [weak self, clock, settings] in
            try? await clock.sleep(for: settings.interval)
            guard !Task.isCancelled, let self else { return }
            self.timer = nil
            self.onAdvance()
        }
    }

    /// Restarts the interval with the next update.
    func restart() {
        timer?.cancel()
        timer = nil
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

/// A shuffled order through a list that may still grow: visits every index once before repeating any.
struct ShuffledOrder {
    /// The visited indices, then the upcoming ones.
    private var sequence: [Int]
    private var position = 0
    /// The last known length of the list.
    private var count: Int

    init(from index: Int, count: Int) {
        sequence = [index] + (0..<count).filter { $0 != index }.shuffled()
        self.count = count
    }

    /// Returns the next index in a list of `count` elements; the current index if there is no other.
    mutating func next(among count: Int) -> Int {
        if count != self.count {
            let new = min(self.count, count)..<count
            self.count = count
            appendShuffled(sequence[(position + 1)...].filter { $0 < count } + new)
        }
        if position + 1 == sequence.count, count > 1 { appendShuffled(Array(0..<count)) }
        return sequence[min(position + 1, sequence.count - 1)]
    }

    /// Moves to the next index.
    mutating func advance() {
        position = min(position + 1, sequence.count - 1)
    }

    /// Moves back to the previous index and returns it; nil at the beginning.
    mutating func goBack() -> Int? {
        guard position > 0 else { return nil }
        position -= 1
        return sequence[position]
    }

    /// Shuffles the given indices and puts them next, starting with another one than the current if possible.
    private mutating func appendShuffled(_ indices: [Int]) {
        var upcoming = indices.shuffled()
        if upcoming.count > 1, upcoming[0] == sequence[position] {
            upcoming.swapAt(0, Int.random(in: 1..<upcoming.count))
        }
        sequence.replaceSubrange((position + 1)..., with: upcoming)
    }
}
