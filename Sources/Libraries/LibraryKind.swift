import Albums
import Basics
import HTTP

/// A kind of library: its addresses, how to open one, and the keys it needs.
///
/// The program registers its kinds in one array, and derives command-line help, completions, settings and the manual
/// from it. docs/AddingALibrary.md says how to add one.
public struct LibraryKind: Sendable {
    /// The form of the kind's addresses.
    public enum AddressForm: Hashable, Sendable {
        /// A URI scheme of the program's own, such as `demo` in `demo:`.
        case scheme(String)
        /// An http or https URL.
        case url
        /// A path in the file system.
        case path
    }

    public let addresses: AddressForm
    /// The addresses, for the help of a command: `demo:`.
    public let example: String
    /// The addresses and their libraries, for the manual: `demo:, the built-in library`.
    public let summary: String
    /// The keys that the kind reads.
    public let keys: [AccessKey]
    /// Opens a library. Slow work starts with the first request, not here. Errors thrown here are reported before the
    /// first screen.
    public let open:
        @Sendable (_ address: LibraryAddress, _ resources: LibraryResources) throws(LibraryOpenFailure) -> OpenedLibrary

    public init(
        addresses: AddressForm, example: String, summary: String, keys: [AccessKey] = [],
        open:
            @escaping @Sendable (_ address: LibraryAddress, _ resources: LibraryResources) throws(LibraryOpenFailure)
            -> OpenedLibrary
    ) {
        self.addresses = addresses
        self.example = example
        self.summary = summary
        self.keys = keys
        self.open = open
    }

    /// The word that a shell completes to an address of this kind; nil for paths and URLs.
    public var completion: String? {
        if case .scheme(let scheme) = addresses { "\(scheme):" } else { nil }
    }

    fileprivate func accepts(_ address: LibraryAddress) -> Bool {
        switch addresses {
        case .scheme(let scheme): address.scheme == scheme
        case .url: ["http", "https"].contains(address.scheme) && address.hasAuthority
        case .path: !address.hasAuthority
        }
    }
}

extension [LibraryKind] {
    /// Returns the kind that opens an address; nil if its scheme is unknown. The path kind comes last.
    public func kind(of address: LibraryAddress) -> LibraryKind? {
        let candidates = filter { $0.accepts(address) }
        return candidates.first { $0.addresses != .path } ?? candidates.first
    }
}

/// The address of a library as the user typed it.
public struct LibraryAddress: Hashable, Sendable {
    /// The bytes of the address, because a path need not be UTF-8.
    public let bytes: [UInt8]
    /// The address for messages; may be inexact for a path.
    public let text: String

    public init(bytes: [UInt8]) {
        self.bytes = bytes
        text = String(decoding: bytes, as: UTF8.self)
    }

    public init(_ text: String) {
        self.init(bytes: Array(text.utf8))
    }

    /// The address with its scheme in lower case; schemes are case-insensitive (RFC 3986).
    public var normalized: String {
        scheme.map { $0 + text.dropFirst($0.count) } ?? text
    }

    /// The part before the first colon, in lower case; nil without a colon.
    var scheme: String? {
        text.firstIndex(of: ":").map { text[..<$0].lowercased() }
    }

    /// Whether the text is a URL with a host, or meant to be.
    var hasAuthority: Bool { text.contains("://") }
}

/// The program's services and the user's settings for opening a library.
public struct LibraryResources: Sendable {
    /// Sends requests.
    public var send: HTTPSend
    /// The keys that the user has supplied, by the name of their setting.
    public var keys: [String: String]
    /// The header that the configuration has for this address.
    public var authorization: HTTPHeader?
    /// Rules that rewrite the URLs of pictures.
    public var imageHosts: [ImageHostRule]
    /// A custom base URL of the service's API, for a proxy; nil for the default.
    public var api: String?
    /// Throws unless a file without a picture extension is a picture, in a supported or unsupported format.
    public var checkPicture: @Sendable (_ path: [UInt8]) throws(FolderFailure) -> Void
    public var folders: FolderLibrary.Options

    public init(
        send: @escaping HTTPSend, keys: [String: String] = [:], authorization: HTTPHeader? = nil,
        imageHosts: [ImageHostRule] = [], api: String? = nil,
        checkPicture: @escaping @Sendable (_ path: [UInt8]) throws(FolderFailure) -> Void = { _ in },
        folders: FolderLibrary.Options = FolderLibrary.Options()
    ) {
        self.send = send
        self.keys = keys
        self.authorization = authorization
        self.imageHosts = imageHosts
        self.api = api
        self.checkPicture = checkPicture
        self.folders = folders
    }
}

/// An open library, with the screen to show first.
public struct OpenedLibrary: Sendable {
    public let library: any PhotoLibrary
    /// The photo to show first, if the user named one.
    public var photo: Photo?
    /// Whether to show its feed first instead of its albums.
    public var startsWithFeed = false
    /// Whether to list a random owner's albums when no choice is stored, instead of everyone's.
    public var startsWithRandomOwner = false
    /// Whether to reopen it in the next run. False for the fallback after another library failed to open.
    public var isRemembered = true
    /// The service's name and request quota for the doctor's report; nil while unknown.
    public var quota: @Sendable () -> (service: String, limit: RateLimit)? = { nil }
    /// Asks the service for its version and for what the user's key permits, for the doctor's report; nil for other
    /// libraries. Throws `LibraryFailure`.
    public var report: (@Sendable () async throws -> ServiceReport)?
    /// How changes of a folder are noticed, for the doctor's report; nil for other libraries.
    public var watchCoverage: @Sendable () -> WatchCoverage? = { nil }

    public init(_ library: any PhotoLibrary) {
        self.library = library
    }

    /// Returns the service's report or its failure; nil for a library without a report.
    public func serviceReport() async -> Result<ServiceReport, any Error>? {
        guard let report else { return nil }
        do {
            let report = try await withSoftTimeout({ try await Task.sleep(for: Self.maxReportTime) }, report)
            guard let report else { throw LibraryFailure.timedOut(host: library.address) }
            return .success(report)
        } catch {
            return .failure(error)
        }
    }

    /// The page of the doctor waits for the report.
    private static let maxReportTime = Duration.seconds(5)
}

/// The reason a library cannot be opened.
public enum LibraryOpenFailure: Error, Hashable, Sendable {
    case folder(FolderFailure)
    /// The address is not like `example`.
    case malformedAddress(example: String)
    /// The address of the service or of its API is not usable. Messages must not repeat it: it may contain a password.
    case malformedServiceAddress
    /// The key or password would be sent to this host unencrypted.
    case unencryptedKey(host: String)
    case keyMissing(AccessKey)
}
