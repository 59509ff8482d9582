import FoundationEssentials
import HTTP

/// A credential for a service: a bearer token (RFC 6750), or a user name and password (RFC 7617).
public struct ServiceAuthorization: Sendable {
    /// The header to send.
    public let header: HTTPHeader

    /// - Parameter text: `bearer TOKEN`, `basic USER:PASSWORD`, or only a token; the result is nil for anything else.
    public init?(_ text: String) {
        let parts = text.split(separator: " ", maxSplits: 1).map(String.init)
        let value: String
        switch (parts.first?.lowercased(), parts.count) {
        case ("bearer", 2): value = "Bearer \(parts[1])"
        case ("basic", 2) where parts[1].contains(":"):
            value = "Basic \(Data(parts[1].utf8).base64EncodedString())"
        case (_, 1): value = "Bearer \(parts[0])"
        default: return nil
        }
        guard value.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else { return nil }
        header = HTTPHeader(name: "Authorization", value: value)
    }
}
