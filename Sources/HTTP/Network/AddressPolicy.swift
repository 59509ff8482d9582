import Basics
import FoundationEssentials
import Synchronization

/// Decides which addresses requests may go to, so that a public service cannot make the program send requests to the
/// user's network or computer: neither by URLs nor by redirects nor by changing its own address (DNS rebinding).
///
/// A library may use addresses within its own scope and larger ones. A library with a host name has the scope of the
/// addresses that sent its responses, including those stored by earlier runs. Once global, it stays global.
///
/// The addresses that sent data count, not the first one resolved: a hostile name server could return a private address
/// first.
final class AddressPolicy: Sendable {
    private let scope: @Sendable (IPAddress) -> AddressScope
    /// The largest scope that responses of each library came from.
    private let scopes = Mutex<[HTTPOrigin: AddressScope]>([:])

    init(scope: @escaping @Sendable (IPAddress) -> AddressScope = { AddressScope($0) }) {
        self.scope = scope
    }

    /// Checks the host before its name is resolved. A proxy resolves names itself, so this is the only check there.
    func check(_ origin: HTTPOrigin, of request: HTTPRequest) throws(LibraryFailure) {
        let scope = origin.literal == .ambiguous ? .loopback : scope(of: origin)
        guard let scope, scope > maxScope(of: request, to: origin) else { return }
        throw failure(of: request, to: origin, at: origin.host)
    }

    /// Checks the address of a connection, and returns its scope.
    @discardableResult
    func check(_ address: IPAddress, of request: HTTPRequest, to origin: HTTPOrigin) throws(LibraryFailure)
        -> AddressScope
    {
        let scope = scope(address)
        guard scope <= maxScope(of: request, to: origin) else {
            throw failure(of: request, to: origin, at: "\(address)")
        }
        // Credentials may go unencrypted to a name of this computer, so the name must not lead elsewhere.
        guard scope == .loopback || !origin.isLoopback else {
            throw .unreachable(host: origin.host, reason: .noSuchHost)
        }
        guard [.privateNetwork, .loopback].contains(scope) || !request.trustsName(of: origin) else {
            throw .unreachable(host: origin.host, reason: .noSuchHost)
        }
        return scope
    }

    /// Records the scope of a response, if it is a library's own; nil if a proxy has resolved the name.
    func record(_ scope: AddressScope?, of request: HTTPRequest) {
        guard let origin = try? request.origin, request.requester ?? origin == origin else { return }
        scopes.withLock { $0[origin] = min($0[origin] ?? .loopback, scope ?? .global) }
    }

    private func maxScope(of request: HTTPRequest, to origin: HTTPOrigin) -> AddressScope {
        let library = request.requester ?? origin
        if let scope = scope(of: library) { return scope }
        // The user named this host, and its certificate proves that it is the same one at any address.
        if library == origin, origin.isEncrypted { return .loopback }
        return scopes.withLock { $0[library] } ?? (library == origin ? .loopback : .global)
    }

    /// Returns the scope of a host that is an address or a name of this computer; nil for all other names.
    private func scope(of origin: HTTPOrigin) -> AddressScope? {
        switch origin.literal {
        case .address(let address): scope(address)
        case .thisComputer: .loopback
        case .name, .ambiguous: nil
        }
    }

    private func failure(of request: HTTPRequest, to origin: HTTPOrigin, at address: String) -> LibraryFailure {
        .privateAddress(library: (request.requester ?? origin).name, address: address)
    }
}

extension HTTPOrigin {
    /// Whether the host is an address of a private network, or an address or name of this computer.
    public var isPrivate: Bool {
        switch literal {
        case .address(let address): [.privateNetwork, .loopback].contains(AddressScope(address))
        case .thisComputer: true
        case .name, .ambiguous: false
        }
    }

    /// Whether the host is a name of a private network, such as `nas.local` or `nas`, which no public name server
    /// should resolve.
    public var isPrivateName: Bool {
        guard literal == .name, host.utf8.allSatisfy({ $0 < 0x80 && $0 != UInt8(ascii: "%") }) else { return false }
        let labels = host.split(separator: ".")
        return labels.count == 1 || labels.suffix(2) == ["home", "arpa"]
            || ["local", "lan", "home", "internal"].contains(labels.last)
    }

    /// The meaning of the host as text, before it is resolved.
    fileprivate enum Literal: Equatable {
        case address(IPAddress)
        /// `localhost` or a name below it.
        case thisComputer
        case name
        /// A name with characters that become others in the domain name system, such as fullwidth digits.
        case ambiguous
    }

    /// The host as libcurl reads it, which decodes percent-encoded characters and maps Unicode as in IDNA.
    fileprivate var literal: Literal {
        if host.hasPrefix("[") { return IPAddress(host.dropFirst().dropLast()).map { .address($0) } ?? .ambiguous }
        guard let decoded = PercentEncoding.decode(host),
            var name = String(validating: decoded, as: UTF8.self)?.lowercased()
        else { return .ambiguous }
        if name.hasSuffix(".") { name.removeLast() }
        // Case folding changes ß and ς, which IDNA keeps, and keeps U+3002, which IDNA reads as a dot.
        let changes = name.unicodeScalars.contains { scalar in
            !scalar.isASCII && scalar != "ß" && scalar != "ς"
                && (scalar.properties.changesWhenNFKCCaseFolded || scalar == "\u{3002}")
        }
        if changes { return .ambiguous }
        if name == "localhost" || name.hasSuffix(".localhost") { return .thisComputer }
        return IPAddress(name).map { .address($0) } ?? .name
    }
}
