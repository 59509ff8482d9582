import Basics
import FoundationEssentials

/// An absolute http or https URL, normalized for sending.
public struct HTTPURL: Hashable, Sendable {
    /// Without fragment, user name and password.
    public let text: String
    public let origin: HTTPOrigin

    /// Returns nil if the text is not a URL, has another scheme, lacks a host, or is longer than a `WebURL`.
    ///
    /// - Parameter base: the URL that relative references such as `../2.json` are resolved against.
    public init?(_ text: String, relativeTo base: HTTPURL? = nil) {
        guard
            text.utf8.count <= WebURL.maxBytes,
            let url = URL(string: text, relativeTo: base.flatMap { URL(string: $0.text) }),
            var components = URLComponents(url: url, resolvingAgainstBaseURL: true),
            let origin = HTTPOrigin(components)
        else { return nil }
        components.removeUser()
        components.fragment = nil
        guard let sent = components.string else { return nil }
        self.text = sent
        self.origin = origin
    }

    /// Returns a URL of any scheme without user name and password, for display.
    static func withoutUser(_ text: String) -> String {
        guard var components = URLComponents(string: text) else { return "" }
        components.removeUser()
        return components.string ?? ""
    }
}

extension URLComponents {
    fileprivate mutating func removeUser() {
        user = nil
        password = nil
    }
}
