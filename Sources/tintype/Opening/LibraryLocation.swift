import ArgumentParser
import Storage

/// What a person wrote to say which library to open.
enum LibraryLocation {
    case demo
    /// A folder or a photo, in bytes, because a file name need not be UTF-8.
    case path([UInt8])
    /// A JSONPlaceholder-style service, such as `https://jsonplaceholder.typicode.com`.
    case service(String)
    /// `unsplash:` or `unsplash:@USERNAME`.
    case unsplash(String)
    /// An address of a kind that is not known, such as `gopher://host`.
    case unknown(String)

    /// What a person means: a name of the configuration, or else where a library is.
    ///
    /// A folder that is called like a name is written `./name`.
    init(_ argument: String, in configuration: Configuration) {
        self.init(configuration.libraries[argument].map(UserFolder.inHome) ?? argument)
    }

    /// Schemes are not case-sensitive (RFC 3986).
    init(_ argument: String) {
        let scheme = argument.prefix { $0 != ":" }
        let rest = argument[scheme.endIndex...]
        switch (scheme.lowercased(), rest) {
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
    /// What a shell may complete to a library, besides files: schemes, and names of the configuration.
    static func completions(in configuration: Configuration) -> [String] {
        // A shell might run a command in another name, or take it for two words.
        let names = configuration.libraries.keys.filter { name in
            !name.hasPrefix("-")
                && name.unicodeScalars.allSatisfy {
                    $0.properties.isAlphabetic || "0123456789-_.+@".unicodeScalars.contains($0)
                }
        }
        let words = ["demo:", "unsplash:"] + names.sorted()
        // zsh takes what follows a colon for a description.
        return CompletionShell.requesting == .zsh ? words.map { $0.replacing(":", with: "\\:") } : words
    }
}

/// The address that somebody may have meant who left out its scheme, such as `http://127.0.0.1:8105`.
struct GuessedServiceAddress {
    let text: String

    /// Nil for what is not a host's name or number with a port or a domain.
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
        // A host with a port of its own, or without a domain, seldom has a certificate.
        let isEncrypted = match.port.map { ["443", "8443"].contains($0) } ?? isDomain
        text = (isEncrypted ? "https://" : "http://") + argument
    }
}
