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

/// Parses the unsigned decimal numbers of HTTP headers.
public enum DecimalNumber {
    /// The maximum value (RFC 9111, section 1.2.2); sums of such numbers cannot overflow.
    public static let maxValue = 1 << 31

    /// Parses a string of digits, clamped to `maxValue`; returns nil for anything else.
    public static func parse(_ text: some StringProtocol) -> Int? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
            return nil
        }
        return min(Int(text) ?? .max, maxValue)
    }
}
