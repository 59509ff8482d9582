import Localization

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

    /// The maximum number of notices that are shown one by one; the others are counted.
    private static let maxWaiting = 8
    /// How long news is shown.
    private static var readingTime: Duration { .seconds(5) }

    private let clock: any Clock<Duration>
    private var activities: [Activity: String] = [:]
    private var waiting: [(notice: Notice, subject: Notice.Subject?)] = []
    /// The number of notices for which there was no room.
    private var overflow = 0
    /// Whether the current notice has been on the screen.
    private var wasShown = false
    /// Ends the time of news.
    private var reading: Task<Void, Never>?

    public init(clock: any Clock<Duration> = ContinuousClock()) {
        self.clock = clock
    }

    /// The notice to show now.
    public var current: Notice? {
        if let first = waiting.first { return first.notice }
        guard overflow > 0 else { return nil }
        return .failure(
            localized(
                overflow, one: "\(overflow) more message came than could be shown",
                other: "\(overflow) more messages came than could be shown"))
    }

    /// The number of notices after the current one.
    var moreCount: Int { max(0, waiting.count - 1) + (waiting.isEmpty ? 0 : overflow) }

    /// Shows a notice after those that are waiting, each once.
    ///
    /// It takes the place of one about the same subject, unless that is a failure that has not been seen and this is news.
    public func post(_ notice: Notice, about subject: Notice.Subject? = nil) {
        if let subject, let index = waiting.lastIndex(where: { $0.subject == subject }) {
            if notice.isFailure || !waiting[index].notice.isFailure || index == 0 && wasShown {
                return replace(at: index, with: notice)
            }
        }
        guard !waiting.contains(where: { $0.notice == notice }) else { return }
        if waiting.count < Self.maxWaiting {
            waiting.append((notice, subject))
            if waiting.count == 1 { endShowing() }
        } else {
            overflow += 1
        }
        onChange()
    }

    /// Whether the current notice is about a subject.
    func isCurrent(_ subject: Notice.Subject) -> Bool { waiting.first?.subject == subject }

    private func replace(at index: Int, with notice: Notice) {
        guard waiting[index].notice != notice else { return }
        waiting[index].notice = notice
        if index == 0 { endShowing() }
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
        guard wasShown, current != nil else { return }
        endShowing()
        if waiting.isEmpty { overflow = 0 } else { waiting.removeFirst() }
        onChange()
    }

    private func endShowing() {
        wasShown = false
        reading?.cancel()
    }
}
