import Localization

/// A short message for the user.
public enum Notice: Hashable, Sendable {
    /// Information: disappears after a few seconds, or when a key is pressed.
    case info(String)
    /// An error: stays until it has been seen and a key is pressed.
    case failure(String)

    /// A topic on which only the latest notice matters.
    public enum Subject: Hashable, Sendable {
        /// A change that the user has made, such as of favorites, or has undone.
        case changes
        /// Damaged or missing favorites.
        case favoritesDamage
        /// Whether marks are stored.
        case marks
        /// The characters for drawing pictures.
        case symbols
        /// Whether the viewer keeps zoom, position and rotation from photo to photo.
        case view
        /// The reason why the last command had no effect.
        case command
        /// Keys that were typed too early. Where a caption has the photo's title, the notice is beside it.
        case earlyKeys
        /// The result of sharing photos, or of passing them to a command.
        case sharing
        /// Whether the library loaded completely.
        case library
        /// How long a host asks clients to wait.
        case host(String)
    }

    var text: String {
        switch self {
        case .info(let text), .failure(let text): text
        }
    }

    var isFailure: Bool {
        if case .failure = self { true } else { false }
    }
}

/// A queue of notices for the bottom line, shown one at a time.
@MainActor
public final class Notices {
    /// Called when the content of the bottom line has changed.
    public var onChange: () -> Void = {}

    /// Whether the screen shows cached data because the network doesn't respond.
    public var isOffline = false {
        didSet { if isOffline != oldValue { onChange() } }
    }

    /// Whether messages stay until a key is pressed, because some users need more time to read.
    public var infoStays = false

    /// The content of the bottom line.
    struct State: Hashable, Sendable {
        /// The notice to show now.
        var current: Notice?
        /// The subject of the current notice.
        var subject: Notice.Subject?
        /// The number of notices after the current one.
        var moreCount = 0
        /// The progress of background work; nil when idle.
        var progress: String?
        var isOffline = false
    }

    /// A kind of background work, in the order of the bottom line.
    public enum Activity: CaseIterable {
        case favorites, edits, files, recovery, locating, saving, settings
    }

    /// The progress of background work, such as `saving 3 of 12`; nil when idle.
    var progress: String? {
        let texts = Activity.allCases.compactMap { activities[$0] }
        return texts.isEmpty ? nil : texts.joined(separator: Self.partSeparator)
    }

    /// Separates activities and the parts of their progress. A narrow bottom line leaves some of them out.
    nonisolated static let partSeparator = "  "

    /// The maximum number of notices shown individually; further ones are only counted.
    private static let maxWaiting = 8
    /// How long information is shown.
    private static var readingTime: Duration { .seconds(5) }
    /// How long the reason why a command had no effect is shown.
    static var explanationTime: Duration { .seconds(3) }

    private let clock: any Clock<Duration>
    private var activities: [Activity: String] = [:]
    private var waiting: [(notice: Notice, subject: Notice.Subject?)] = []
    /// The number of notices that didn't fit in the queue.
    private var overflow = 0
    /// Whether the current notice has been on the terminal.
    private var wasPresented = false
    /// Dismisses information after the reading time.
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
                overflow, one: "\(overflow) more message wasn't shown",
                other: "\(overflow) more messages weren't shown"))
    }

    /// The content of the bottom line.
    var state: State {
        State(
            current: current, subject: waiting.first?.subject, moreCount: moreCount, progress: progress,
            isOffline: isOffline)
    }

    /// The number of notices after the current one.
    var moreCount: Int { max(0, waiting.count - 1) + (waiting.isEmpty ? 0 : overflow) }

    /// Appends a notice to the queue unless it's already there.
    ///
    /// Replaces a queued notice on the same subject, except that information doesn't replace an unseen failure. The reason why
    /// a command had no effect gives way to failures, which may be the true cause.
    public func post(_ notice: Notice, about subject: Notice.Subject? = nil) {
        if let subject, let index = waiting.lastIndex(where: { $0.subject == subject }) {
            if notice.isFailure || !waiting[index].notice.isFailure || index == 0 && wasPresented {
                return replace(at: index, with: notice)
            }
        }
        guard !waiting.contains(where: { $0.notice == notice }) else { return }
        if subject == .command, waiting.contains(where: \.notice.isFailure) { return }
        if notice.isFailure, let index = waiting.firstIndex(where: { $0.subject == .command }) {
            waiting.remove(at: index)
            if index == 0 { endShowing() }
        }
        if waiting.count < Self.maxWaiting {
            waiting.append((notice, subject))
            if waiting.count == 1 { endShowing() }
        } else {
            overflow += 1
        }
        onChange()
    }

    /// Whether the current notice is about the given subject.
    func isCurrent(_ subject: Notice.Subject) -> Bool { waiting.first?.subject == subject }

    private func replace(at index: Int, with notice: Notice) {
        guard waiting[index].notice != notice else { return }
        waiting[index].notice = notice
        if index == 0 { endShowing() }
        onChange()
    }

    /// Shows the progress of background work; nil removes it.
    public func show(_ progress: String?, of activity: Activity) {
        guard progress != activities[activity] else { return }
        activities[activity] = progress
        onChange()
    }

    /// Called when the current notice is on the terminal: starts the reading time of information.
    func didPresent() {
        guard let current, !wasPresented else { return }
        wasPresented = true
        guard !current.isFailure, !infoStays else { return }
        let time = isCurrent(.command) || isCurrent(.earlyKeys) ? Self.explanationTime : Self.readingTime
        reading = Task { [weak self, clock] in
            try? await clock.sleep(for: time)
            if !Task.isCancelled { self?.dismiss() }
        }
    }

    /// Called when a key is pressed: removes the current notice if it has been on the terminal.
    public func dismiss() {
        guard wasPresented, current != nil else { return }
        endShowing()
        if waiting.isEmpty { overflow = 0 } else { waiting.removeFirst() }
        onChange()
    }

    /// Removes the notices that only make sense on the screen where the user caused them; called when another opens.
    func screenOpened() {
        let isFirstRemoved = waiting.first.map(isAboutScreen) == true
        guard waiting.contains(where: isAboutScreen) else { return }
        waiting.removeAll(where: isAboutScreen)
        if isFirstRemoved { endShowing() }
        onChange()
    }

    private func isAboutScreen(_ notice: Notice, _ subject: Notice.Subject?) -> Bool {
        switch subject {
        case .command, .earlyKeys, .sharing, .symbols, .view: true
        case .changes, .marks: !notice.isFailure
        case .favoritesDamage, .library, .host, nil: false
        }
    }

    private func endShowing() {
        wasPresented = false
        reading?.cancel()
    }
}
