import FoundationEssentials
import HTTP

/// The base URL of a service, http or https.
struct ServiceAddress: Sendable {
    /// Without trailing slash, such as `https://jsonplaceholder.typicode.com` or `http://localhost:3000/api`.
    let text: String
    let origin: HTTPOrigin
    /// The name in messages: without the scheme, such as `localhost:3000/api`.
    let name: String

    /// Returns nil unless the text is an http or https URL, without a user name and password, which would be shown with
    /// the address.
    init?(_ text: String) {
        guard var parts = URLComponents(string: text), let origin = HTTPOrigin(parts),
            parts.user == nil, parts.password == nil, parts.query == nil, parts.fragment == nil
        else {
            return nil
        }
        parts.scheme = parts.scheme?.lowercased()
        guard var address = parts.string else { return nil }
        while address.hasSuffix("/") { address.removeLast() }
        self.origin = origin
        self.text = address
        // Everything after the authority, which may or may not include the port.
        let path = address.dropFirst("\(parts.scheme ?? "")://".count).drop { $0 != "/" }
        name = origin.name + path
    }

    /// Returns the URL of a path below the address, with components and values escaped.
    func url(_ path: [String], _ query: [(name: String, value: String)] = []) -> String {
        let path = path.map { "/" + Self.escaped($0) }.joined()
        guard !query.isEmpty else { return text + path }
        return text + path + "?" + query.map { "\($0.name)=\(Self.escaped($0.value))" }.joined(separator: "&")
    }

    /// Resolves a URL sent by the service, which may be relative; nil if it is invalid.
    func resolved(_ url: String) -> String? {
        if url.hasPrefix("http://") || url.hasPrefix("https://") { return url }
        return URL(string: url, relativeTo: URL(string: text + "/"))?.absoluteString
    }

    /// Percent-encodes all but the unreserved characters (RFC 3986).
    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                escaped.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                let digits = String(byte, radix: 16, uppercase: true)
                escaped += digits.count == 1 ? "%0\(digits)" : "%\(digits)"
            }
        }
        return escaped
    }
}
