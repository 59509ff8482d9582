/// A header field of a request or response.
public struct HTTPHeader: Hashable, Sendable {
    /// HTTP ignores its case, but `==` does not.
    public let name: String
    public let value: String

    public init(name: String, value: String) {
        self.name = name
        self.value = value
    }
}

extension [HTTPHeader] {
    /// Returns the value of the first header with this name, ignoring case.
    func value(of name: String) -> String? {
        let name = name.lowercased()
        return first { $0.name.lowercased() == name }?.value
    }
}

/// Descriptions omit the value: they may end up in logs and error messages, and the value may be a credential.
extension HTTPHeader: CustomStringConvertible, CustomReflectable {
    public var description: String { "\(name): …" }

    public var customMirror: Mirror { Mirror(self, children: ["name": name]) }
}
