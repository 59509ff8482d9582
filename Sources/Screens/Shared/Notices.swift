/// Short messages for the person, shown in the bottom line one after the other.
@MainActor
public final class Notices {
    /// Called when what the bottom line shows has changed.
    public var onChange: () -> Void = {}

    /// Whether what is shown was kept from before, because the network does not answer.
    public var isOffline = false {
        didSet { if isOffline != oldValue { onChange() } }
    }

    /// Whether news stays until a key is pressed, for who needs time to read it.
    public var newsStays = false

    /// Work in the background.
    enum Activity {
        case favorites, saving
    }

    /// How far work has come that goes on in the background, such as `saving 3 of 12`; nil while there is none.
    var progress: String? {
        let texts = [Activity.favorites, .saving].compactMap { activities[$0] }
        return texts.isEmpty ? nil : texts.joined(separator: "  ")
    }

    /// More than a person reads before going on.
    private static let most = 8
    /// How long news is shown.
    private static var readingTime: Duration { .seconds(5) }

    private let clock: any Clock<Duration>
    private var activities: [Activity: String] = [:]
    private var waiting: [Notice] = []
    /// Whether the current notice has been on the screen.
    private var wasShown = false
    /// Ends the time of news.
    private var reading: Task<Void, Never>?

    public init(clock: any Clock<Duration> = ContinuousClock()) {
        self.clock = clock
    }

    /// The notice to show now.
    public var current: Notice? { waiting.first }

    /// How many wait behind the current one.
    var moreCount: Int { max(0, waiting.count - 1) }

    /// Shows a notice, after those that wait already; the same one is not shown twice in a row.
    public func post(_ notice: Notice) {
        guard waiting.last != notice, waiting.count < Self.most else { return }
        waiting.append(notice)
        onChange()
    }

    /// Shows how far work in the background has come, nil when it has ended.
    func show(_ progress: String?, of activity: Activity) {
        guard progress != activities[activity] else { return }
        activities[activity] = progress
        onChange()
    }

    /// The current notice is on the screen.
    func noteShown() {
        guard let current, !wasShown else { return }
        wasShown = true
        guard !current.isFailure, !newsStays else { return }
        reading = Task { [weak self, clock] in
            try? await clock.sleep(for: Self.readingTime)
            if !Task.isCancelled { self?.dismiss() }
        }
    }

    /// The person goes on: a notice that was on the screen gives way to the next.
    public func dismiss() {
        guard wasShown, !waiting.isEmpty else { return }
        wasShown = false
        reading?.cancel()
        waiting.removeFirst()
        onChange()
    }
}
