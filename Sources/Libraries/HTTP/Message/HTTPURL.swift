import FoundationEssentials

/// An absolute http or https URL, in the form in which it is sent.
struct HTTPURL: Hashable, Sendable {
    /// Without a fragment, and without a user's name and password.
    let text: String
    let origin: HTTPOrigin

    /// Nil for what is no URL, and for one of another scheme or without a host.
    ///
    /// - Parameter base: what a relative reference such as `../2.json` starts from.
    init?(_ text: String, relativeTo base: HTTPURL? = nil) {
        guard
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

    /// What may be shown of an address, whatever its kind: no name and no password in it.
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
