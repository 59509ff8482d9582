import ArgumentParser
import Basics
import Libraries
import Storage

extension LibraryAddress {
    /// Creates the address that an argument names: that of an entry in the configuration, otherwise the argument.
    ///
    /// A folder with the same name as an entry can be opened as `./name`.
    init(_ argument: String, in configuration: Configuration) {
        self.init(argument: configuration.libraries[argument].map { HomePath.expanded($0) } ?? argument)
    }

    init(argument: String) {
        self.init(bytes: [UInt8](argument: argument))
    }
}

extension LibraryAddress {
    /// Completions for a library besides files: schemes, and names from the configuration.
    static func completions(in configuration: Configuration) -> [String] {
        // Skip names with shell metacharacters: a shell could run a command in them, or split them into words.
        let names = configuration.libraries.keys.filter { name in
            !name.hasPrefix("-")
                && name.unicodeScalars.allSatisfy {
                    $0.properties.isAlphabetic || "0123456789-_.+@".unicodeScalars.contains($0)
                }
        }
        let candidates = LibraryKind.all.compactMap(\.completion).sorted() + names.sorted()
        return CompletionShell.escapingColons(in: candidates)
    }
}

extension ArgumentHelp {
    /// The help of a library's argument.
    static var library: ArgumentHelp {
        "\(LibraryKind.all.map(\.example).joined(separator: ", ")) or a name from the configuration."
    }
}

extension CompletionKind {
    /// The completions of a library's argument.
    static var library: CompletionKind {
        .custom { _, _, _ in LibraryAddress.completions(in: ConfigurationFile.ofUser.read().configuration) }
    }
}

extension CompletionShell {
    /// Returns candidates in the form that the requesting shell expects. zsh treats text after a colon as a
    /// description.
    static func escapingColons(in candidates: [String]) -> [String] {
        requesting == .zsh ? candidates.map { $0.replacing(":", with: "\\:") } : candidates
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
