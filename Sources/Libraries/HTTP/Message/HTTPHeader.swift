/// A line of a request's or a response's head.
public struct HTTPHeader: Hashable, Sendable {
    /// Compared without regard to case by HTTP, but not by `==`.
    public let name: String
    public let value: String

    public init(name: String, value: String) {
        self.name = name
        self.value = value
    }
}

/// Descriptions end in logs and error messages, and any value may be a credential.
extension HTTPHeader: CustomStringConvertible, CustomReflectable {
    public var description: String { "\(name): …" }

    public var customMirror: Mirror { Mirror(self, children: ["name": name]) }
}
