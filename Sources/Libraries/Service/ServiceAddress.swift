import Basics
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
        let path = path.map { "/" + PercentEncoding.encode(Array($0.utf8)) }.joined()
        guard !query.isEmpty else { return text + path }
        return text + path + "?"
            + query.map { "\($0.name)=\(PercentEncoding.encode(Array($0.value.utf8)))" }.joined(separator: "&")
    }

    /// Resolves a URL sent by the service, which may be relative; nil if it is invalid.
    func resolved(_ url: String) -> WebURL? {
        guard url.utf8.count <= WebURL.maxBytes else { return nil }
        if let url = WebURL(url) { return url }
        return (URL(string: url, relativeTo: URL(string: text + "/"))?.absoluteString).flatMap(WebURL.init)
    }
}
