/// A labeled value, such as `Phone` and a number.
public struct Detail: Hashable, Sendable {
    public let label: String
    public let value: String

    public init(_ label: String, _ value: String) {
        self.label = label
        self.value = value
    }

    /// Returns nil if the value is missing or empty.
    init?(_ label: String, _ value: String?) {
        guard let value, !value.isEmpty else { return nil }
        self.init(label, value)
    }
}

/// A page of facts with a title and a subtitle.
public struct DetailSheet: Hashable, Sendable {
    public let title: String
    public let subtitle: String
    public let details: [Detail]

    public init(title: String, subtitle: String, details: [Detail]) {
        self.title = title
        self.subtitle = subtitle
        self.details = details
    }
}
