/// Parses the `Link` header of a page (RFC 8288), such as `<https://host/photos?page=2>; rel="next"`.
enum LinkHeader {
    /// Whether the header links to a next page. Its URL is not used: a proxy may have changed the scheme or host.
    static func namesNext(_ value: String) -> Bool {
        value.split(separator: ",").contains { link in
            link.split(separator: ";").dropFirst().contains { parameter in
                let parameter = parameter.lowercased().filter { $0 != "\"" }
                let parts = parameter.split(separator: "=", maxSplits: 1).map { $0.split(separator: " ") }
                return parts.count == 2 && parts[0] == ["rel"] && parts[1].contains("next")
            }
        }
    }
}
