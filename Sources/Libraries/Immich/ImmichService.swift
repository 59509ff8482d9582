import Basics
import FoundationEssentials
import HTTP
import Synchronization

/// A client for the API of an Immich server (api.immich.app).
final class ImmichService: Sendable {
    /// The address that the user named: the web pages, with the API below it.
    let address: ServiceAddress
    private let key: String
    private let send: HTTPSend
    private let connected = Mutex<Connection?>(nil)
    private let connecting = SharedWork<String, Connection>()

    /// The API of a server of known version.
    struct Connection: Sendable {
        let version: ImmichVersion
        let features: ImmichFeatures
        let json: JSONService
        let pictures: PictureFetch
    }

    /// - Parameter address: an https URL, or an http URL on this computer or in a private network.
    init(address: String, key: String, send: @escaping HTTPSend) throws(LibraryOpenFailure) {
        guard let address = ServiceAddress(address) else { throw .malformedServiceAddress }
        let origin = address.origin
        guard origin.isPotentiallyTrustworthy || origin.isPrivate || origin.isPrivateName else {
            throw .unencryptedKey(host: address.name)
        }
        self.address = address
        self.key = key
        self.send = send
    }

    /// Finds the API and its version, once for all requests.
    /// - Throws: `LibraryFailure`, or `CancellationError`.
    func connection() async throws -> Connection {
        if let connected = connected.withLock({ $0 }) { return connected }
        return try await connecting.value(for: address.text) { [self] in
            let api = try await findAPI()
            let credential = HTTPCredential(
                HTTPHeader(name: "x-api-key", value: key), scope: address.origin, allowsPrivateNetwork: true)
            // The stored lists are shown only while the server is unreachable, too busy or slow.
            let json = JSONService(
                address: api, credential: credential, storesForOffline: true, send: send,
                failure: { response, _ in LibraryFailure(immich: response) })
            async let features = json.get(ImmichFeatures.self, ["server", "features"]).body
            let version = try await json.get(ImmichVersion.self, ["server", "version"]).body
            guard version >= .oldest else {
                throw LibraryFailure.unsupportedVersion(
                    service: AccessKey.immich.service, version: version.text, oldest: ImmichVersion.oldest.text)
            }
            let found = Connection(
                version: version, features: (try? await features) ?? ImmichFeatures(), json: json,
                pictures: PictureFetch(
                    send: send, library: address.origin, credential: credential,
                    failure: { LibraryFailure(immich: $0) }))
            connected.withLock { $0 = found }
            return found
        }
    }

    /// What the server offers; nil while unknown.
    var features: ImmichFeatures? { connected.withLock { $0?.features } }

    /// The server's version; nil while unknown.
    var version: ImmichVersion? { connected.withLock { $0?.version } }

    /// Returns the decoded answer to a GET request.
    func get<Body: Decodable & Sendable>(
        _ type: Body.Type, _ path: [String], _ query: [(name: String, value: String)] = [],
        priority: LoadPriority = .visible, isReload: Bool = false
    ) async throws -> Body {
        try await connection().json.get(type, path, query, priority: priority, isReload: isReload).body
    }

    /// Returns the decoded answer to a search.
    func query<Body: Decodable & Sendable>(
        _ type: Body.Type, _ path: [String], _ body: JSONValue, priority: LoadPriority = .visible
    ) async throws -> Body {
        try await connection().json.query(type, path, body, priority: priority)
    }

    /// Returns the present edits of a photo's picture. They are sent back with a change, so the cache must not answer.
    func edits(of asset: ImmichAsset.ID) async throws -> ImmichEdits {
        try await connection().json.get(ImmichEdits.self, ["assets", asset.text, "edits"], kind: .report).body
    }

    /// Sends a change, once: it may have been made even if no answer arrives.
    func change(_ method: HTTPRequest.Method, _ path: [String], _ body: JSONValue?) async throws -> HTTPResponse {
        try await connection().json.send(method, path, body)
    }

    /// Sends a change, once, and returns the decoded answer.
    func change<Body: Decodable & Sendable>(
        _ type: Body.Type, _ method: HTTPRequest.Method, _ path: [String], _ body: JSONValue
    ) async throws -> Body {
        try await connection().json.send(type, method, path, body)
    }

    /// Cancels hanging requests, and asks for the version again.
    func restart() {
        connected.withLock { $0 = nil }
        connecting.restart()
    }

    /// The web page of a photo. It asks for a login, and carries no key.
    func link(to asset: ImmichAsset.ID) -> String { address.url(["photos", asset.text]) }

    /// Creates a link to photos that needs no login, and carries a key of its own.
    func createPublicLink(to ids: [String]) async throws -> String {
        struct Link: Decodable { let key: Identity }
        let link = try await change(
            Link.self, .post, ["shared-links"], ["type": "INDIVIDUAL", "assetIds": .strings(ids)])
        return address.url(["share", link.key.text])
    }

    /// The API that the server names in `/.well-known/immich`; otherwise `/api` below the address.
    private func findAPI() async throws -> ServiceAddress {
        if address.text.hasSuffix("/api") { return address }
        let service = JSONService(address: address, storesForOffline: true, send: send)
        let named: String
        do {
            named = try await service.get(WellKnown.self, [".well-known", "immich"]).body.api.endpoint.text
        } catch LibraryFailure.unexpectedResponse, LibraryFailure.errorResponse(_, 400..<500, _) {
            named = "/api"
        }
        guard let api = ServiceAddress(named.hasPrefix("/") ? address.text + named : named) else {
            throw LibraryFailure.unexpectedResponse(host: address.name)
        }
        // The key may not leave the origin that the user named.
        guard api.origin == address.origin else { throw LibraryFailure.unsafeRedirect(host: address.name) }
        return api
    }

    private struct WellKnown: Decodable, Sendable {
        let api: API

        struct API: Decodable, Sendable {
            let endpoint: Identity
        }
    }
}

extension LibraryFailure {
    /// Maps an error response of Immich; nil for the default mapping.
    init?(immich response: HTTPResponse) {
        let message = Self.message(of: response)
        switch response.status {
        case 401: self = .keyRejected(service: AccessKey.immich.service)
        case 403:
            self = .permissionMissing(
                service: AccessKey.immich.service,
                permission: message?.split(separator: " ").last.map(String.init) ?? "")
        // The server doesn't say which of several photos is gone, or whether it belongs to another user.
        case 400 where message?.hasPrefix("Not found") == true, 404 where message == "Not Found": self = .gone
        default: return nil
        }
    }

    private static func message(of response: HTTPResponse) -> String? {
        struct Body: Decodable { let message: BoundedText }
        return try? JSONDecoder().decode(Body.self, from: Data(response.body)).message.text
    }
}
