import ArgumentParser
import Storage

/// The location of a library, as typed by the user.
enum LibraryLocation {
    case demo
    /// The path of a folder or a photo in bytes, since a file name need not be UTF-8.
    case path([UInt8])
    /// A JSONPlaceholder-style service, such as `https://jsonplaceholder.typicode.com`.
    case service(String)
    /// `unsplash:` or `unsplash:@USERNAME`.
    case unsplash(String)
    /// An address with an unsupported scheme, such as `gopher://host`.
    case unknown(String)

    /// Resolves an argument: a name from the configuration, otherwise a location.
    ///
    /// A folder with the same name as an entry can be opened as `./name`.
    init(_ argument: String, in configuration: Configuration) {
        self.init(configuration.libraries[argument].map(UserFolder.inHome) ?? argument)
    }

    /// Schemes are case-insensitive (RFC 3986).
    init(_ argument: String) {
        let scheme = argument.prefix { $0 != ":" }
        let remainder = argument[scheme.endIndex...]
        switch (scheme.lowercased(), remainder) {
        case ("demo", ":"): self = .demo
        case ("unsplash", let subject) where !subject.isEmpty: self = .unsplash("unsplash\(subject)")
        case ("http", let service) where service.hasPrefix("://"),
            ("https", let service) where service.hasPrefix("://"):
            self = .service("\(scheme.lowercased())\(service)")
        default:
            self = argument.contains("://") ? .unknown(argument) : .path([UInt8](argument: argument))
        }
    }
}

extension LibraryLocation {
    /// Completions for a library besides files: schemes, and names from the configuration.
    static func completions(in configuration: Configuration) -> [String] {
        // Skip names with shell metacharacters: a shell could run a command in them, or split them into words.
        let names = configuration.libraries.keys.filter { name in
            !name.hasPrefix("-")
                && name.unicodeScalars.allSatisfy {
                    $0.properties.isAlphabetic || "0123456789-_.+@".unicodeScalars.contains($0)
                }
        }
        let words = ["demo:", "unsplash:"] + names.sorted()
        // zsh treats text after a colon as a description.
        return CompletionShell.requesting == .zsh ? words.map { $0.replacing(":", with: "\\:") } : words
    }
}

/// A guess at the address of a service typed without its scheme, such as `http://127.0.0.1:8105`.
struct GuessedServiceAddress {
    let text: String

    /// Returns nil unless the host is an IP address, a domain name or `localhost`, or has a port.
    init?(_ argument: String) {
        guard
            let match = argument.wholeMatch(
                of: /(?<host>\[[0-9A-Fa-f:]+\]|[A-Za-z0-9][A-Za-z0-9.-]*)(:(?<port>[0-9]{1,5}))?(\/.*)?/)
        else { return nil }
        let host = match.host
        let labels = host.split(separator: ".", omittingEmptySubsequences: false)
        let isNumber = host.hasPrefix("[") || labels.count == 4 && labels.allSatisfy { UInt8($0) != nil }
        let isDomain =
            labels.count > 1 && labels.allSatisfy { !$0.isEmpty } && labels.last?.count ?? 0 > 1
            && labels.last?.allSatisfy(\.isLetter) == true
        guard isNumber || isDomain || host == "localhost" || match.port != nil else { return nil }
        // Hosts with an unusual port or without a domain seldom have a certificate.
        let isEncrypted = match.port.map { ["443", "8443"].contains($0) } ?? isDomain
        text = (isEncrypted ? "https://" : "http://") + argument
    }
}
