/// Short messages for the person, shown in the bottom line until the next key.
@MainActor
public final class Notices {
    /// Called when the notice to show has changed.
    public var onChange: () -> Void = {}

    /// Whether what is shown was kept from before, because the network does not answer.
    public var isOffline = false {
        didSet { if isOffline != oldValue { onChange() } }
    }

    /// More than a person reads before going on.
    private static let most = 8

    private var waiting: [String] = []
    /// Whether the current notice has been on the screen.
    private var wasShown = false

    public init() {}

    /// The notice to show now.
    public var current: String? { waiting.first }

    /// Shows a notice, after those that wait already; the same one is not shown twice in a row.
    public func post(_ text: String) {
        guard waiting.last != text, waiting.count < Self.most else { return }
        waiting.append(text)
        onChange()
    }

    /// The current notice is on the screen.
    func noteShown() {
        wasShown = !waiting.isEmpty
    }

    /// The person goes on: a notice that was on the screen gives way to the next.
    public func dismiss() {
        guard wasShown, !waiting.isEmpty else { return }
        wasShown = false
        waiting.removeFirst()
        onChange()
    }
}
