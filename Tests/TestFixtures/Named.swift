import Testing

/// An argument of a test with a name. Swift Testing prints every argument, and some have megabytes.
public struct Named<Value: Sendable>: CustomTestStringConvertible, Sendable {
    public let name: String
    public let value: Value

    public init(_ name: String, _ value: Value) {
        self.name = name
        self.value = value
    }

    public var testDescription: String { name }
}
