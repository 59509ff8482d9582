/// Short messages for the person, shown in the bottom line until the next key.
@MainActor
public final class Notices {
    /// Called when the notice to show has changed.
    public var onChange: () -> Void = {}

    /// Whether what is shown was kept from before, because the network does not answer.
    public var isOffline = false {
        didSet { if isOffline != oldValue { onChange() } }
    }

    private var waiting: [String] = []

    public init() {}

    /// The notice to show now.
    public var current: String? { waiting.first }

    /// Shows a notice, after those that wait already; the same one is not shown twice in a row.
    public func post(_ text: String) {
        guard waiting.last != text else { return }
        waiting.append(text)
        onChange()
    }

    /// The person has seen the current notice.
    public func dismiss() {
        guard !waiting.isEmpty else { return }
        waiting.removeFirst()
        onChange()
    }
}
