import Basics
import CCurl

/// Sends single requests over the network with libcurl, without redirects, retries or cache.
///
/// Connections are pooled, and HTTP/2 connections carry concurrent requests. Proxies are taken from the environment
/// (`http_proxy`, `https_proxy`, `all_proxy`, `no_proxy`), except for hosts on this computer.
final class HTTPTransport: Sendable {
    let policy: AddressPolicy

    private let thread: CurlThread

    /// - Parameter idleTime: How long unused connections stay open.
    init(
        limits: HTTPLimits = HTTPLimits(), authorities: TrustedAuthorities = TrustedAuthorities(),
        userAgent: String = "Tintype", idleTime: Duration = .seconds(60), proxies: Proxies = Proxies(),
        policy: AddressPolicy = AddressPolicy()
    ) {
        self.policy = policy
        thread = CurlThread(
            CurlConfiguration(
                limits: limits, authorities: authorities, userAgent: userAgent, idleTime: idleTime, proxies: proxies,
                policy: policy))
    }

    deinit {
        thread.end()
    }

    /// Sends `request` and reads the whole response; throws as documented for `HTTPSend`.
    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        let url = try request.target
        guard request.hasValidHeaders else {
            throw LibraryFailure.unreachable(host: url.origin.host, reason: .notHTTP)
        }
        try policy.check(url.origin, of: request)
        let library = SystemLibrary.curl
        if let package = library.missingPackage {
            let reason = ConnectionFailure.missingLibrary(name: library.name, package: package)
            throw LibraryFailure.unreachable(host: url.origin.host, reason: reason)
        }
        let exchange = CurlExchange(request, to: url)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                if exchange.begin(continuation) { thread.start(exchange) }
            }
        } onCancel: {
            exchange.finish(.failure(CancellationError()))
            thread.cancel(exchange)
        }
    }
}

extension SystemLibrary {
    /// libcurl, which sends requests. Loads it, which takes some milliseconds.
    public static var curl: SystemLibrary {
        SystemLibrary(
            soname: String(cString: tintype_curl_soname()), version: tintype_curl_version().map { String(cString: $0) })
    }
}

extension HTTPRequest {
    /// Whether no header could end its line early and begin another.
    fileprivate var hasValidHeaders: Bool {
        (headers + (credential.map { [$0.header] } ?? [])).allSatisfy { header in
            !header.name.isEmpty && !"\(header.name)\(header.value)".utf8.contains { [0, 0x0A, 0x0D].contains($0) }
        }
    }
}
