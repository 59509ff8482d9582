import Basics
import CCurl

/// The settings that all transfers of a transport share.
struct CurlConfiguration: Sendable {
    let limits: HTTPLimits
    let authorities: TrustedAuthorities
    let userAgent: String
    /// How long unused connections stay open.
    let idleTime: Duration
    let proxies: Proxies
    let policy: AddressPolicy
}

/// One request in progress. Belongs to the thread of its `CurlTransfers`.
final class CurlTransfer {
    let exchange: CurlExchange
    let handle: UnsafeMutableRawPointer

    private let limits: HTTPLimits
    private let policy: AddressPolicy
    private let proxy: String?
    private let headerLines: CurlHeaderLines
    private let errorMessage = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))
    private var response: ResponseReader
    /// Why the program itself ended the transfer.
    private var failure: LibraryFailure?
    /// Why an address of the host was not tried.
    private var refusal: LibraryFailure?
    /// The scope of the host's address; nil through a proxy.
    private var scope: AddressScope?
    private let start = SuspendingClock.now
    private var isConnected = false
    private var lastActivity = SuspendingClock.now

    /// Returns nil if memory is exhausted.
    init?(_ exchange: CurlExchange, _ configuration: CurlConfiguration) {
        guard let handle = tintype_curl_easy_init() else { return nil }
        self.exchange = exchange
        self.handle = handle
        limits = configuration.limits
        policy = configuration.policy
        proxy = configuration.proxies.proxy(for: exchange.url.origin)
        headerLines = CurlHeaderLines(of: exchange.request, to: exchange.url.origin)
        response = ResponseReader(
            host: exchange.url.origin.host, maxBodySize: limits.maxBodySize(exchange.request.kind),
            listener: exchange.request.listener)
        errorMessage.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        configure(configuration)
    }

    deinit {
        tintype_curl_easy_cleanup(handle)
        errorMessage.deallocate()
    }

    /// The transfer that a handle was made for.
    static func of(_ handle: UnsafeMutableRawPointer) -> CurlTransfer? {
        tintype_curl_get_private(handle).map { Unmanaged<CurlTransfer>.fromOpaque($0).takeUnretainedValue() }
    }

    /// When the request times out, unless something happens before.
    ///
    /// libcurl counts silence in whole seconds, and starts its connection timeout only when a request stops waiting for
    /// another's connection.
    var deadline: SuspendingClock.Instant {
        let end = start.advanced(by: limits.requestTimeout(exchange.request.kind))
        return min(
            end, isConnected ? lastActivity.advanced(by: limits.idleTimeout) : start.advanced(by: limits.connectTimeout)
        )
    }

    /// The response, or the reason why it is missing, once libcurl has ended the transfer with `result`.
    func outcome(_ result: CURLcode) -> Result<HTTPResponse, any Error> {
        do {
            if let failure { throw failure }
            if result == CURLE_COULDNT_CONNECT, let refusal { throw refusal }
            guard result == CURLE_OK else {
                throw LibraryFailure(
                    result, of: handle, message: String(cString: errorMessage), host: exchange.url.origin.host)
            }
            var response = try response.finish()
            response.scope = scope
            return .success(response)
        } catch {
            return .failure(error)
        }
    }

    private func configure(_ configuration: CurlConfiguration) {
        let origin = exchange.url.origin
        tintype_curl_set_string(handle, CURLOPT_URL, exchange.url.text)
        tintype_curl_set_string(handle, CURLOPT_PROTOCOLS_STR, "http,https")
        tintype_curl_set_long(handle, CURLOPT_PATH_AS_IS, 1)
        tintype_curl_set_string(handle, CURLOPT_USERAGENT, configuration.userAgent)
        tintype_curl_set_pointer(handle, CURLOPT_HTTPHEADER, headerLines.list)
        tintype_curl_set_long(
            handle, CURLOPT_HTTP_VERSION,
            origin.isEncrypted ? Int(CURL_HTTP_VERSION_2TLS) : Int(CURL_HTTP_VERSION_1_1))
        configureMethod()
        // Waits for the first connection to a host, which may turn out to serve all requests.
        tintype_curl_set_long(handle, CURLOPT_PIPEWAIT, 1)
        tintype_curl_set_long(handle, CURLOPT_MAXAGE_CONN, Int((configuration.idleTime / .seconds(1)).rounded(.up)))
        tintype_curl_set_long(handle, CURLOPT_BUFFERSIZE, 1 << 16)

        tintype_curl_set_long(handle, CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
        for option in [CURLOPT_CAINFO, CURLOPT_PROXY_CAINFO] {
            tintype_curl_set_string(handle, option, configuration.authorities.file)
        }
        // Debian's libcurl has a default folder of authorities, which SSL_CERT_FILE is meant to replace.
        for option in [CURLOPT_CAPATH, CURLOPT_PROXY_CAPATH] { tintype_curl_set_string(handle, option, nil) }

        // Empty strings keep libcurl from reading the environment.
        tintype_curl_set_string(handle, CURLOPT_PROXY, proxy ?? "")
        tintype_curl_set_string(handle, CURLOPT_NOPROXY, "")
        tintype_curl_set_long(handle, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)

        let context = Unmanaged.passUnretained(self).toOpaque()
        let options = [
            CURLOPT_PRIVATE, CURLOPT_HEADERDATA, CURLOPT_WRITEDATA, CURLOPT_PREREQDATA, CURLOPT_OPENSOCKETDATA,
        ]
        for option in options { tintype_curl_set_pointer(handle, option, context) }
        tintype_curl_set_pointer(handle, CURLOPT_ERRORBUFFER, errorMessage)
        tintype_curl_set_open_socket_callback(handle) { context, _, address in
            guard let context, let address else { return CURL_SOCKET_BAD }
            return Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue().openSocket(to: address)
        }
        tintype_curl_set_prerequest_callback(handle) { context, address, _, _, _ in
            let accepted = CurlTransfer.receive(context) { transfer throws(LibraryFailure) in
                try transfer.didConnect(to: address.flatMap { IPAddress(String(cString: $0)) })
            }
            return accepted ? CURL_PREREQFUNC_OK : 1
        }
        tintype_curl_set_write_callback(handle, CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
            let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
            let accepted = CurlTransfer.receive(context) { transfer throws(LibraryFailure) in
                try transfer.response.readHeadLine(line)
            }
            return accepted ? line.count : 0
        }
        tintype_curl_set_write_callback(handle, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
            let piece = UnsafeRawBufferPointer(start: bytes, count: size * count)
            let accepted = CurlTransfer.receive(context) { transfer throws(LibraryFailure) in
                try transfer.response.readBody(piece)
            }
            return accepted ? piece.count : 0
        }
    }

    /// Opens the socket of a connection; refuses addresses that the request may not use.
    private func openSocket(to socket: UnsafePointer<curl_sockaddr>) -> curl_socket_t {
        guard let address = IPAddress(socket) else { return CURL_SOCKET_BAD }
        do throws(LibraryFailure) {
            if proxy == nil { try policy.check(address, of: exchange.request, to: exchange.url.origin) }
        } catch {
            refusal = error
            return CURL_SOCKET_BAD
        }
        let unacknowledged = Int32(clamping: Int(limits.unacknowledgedTimeout / .milliseconds(1)))
        return tintype_curl_open_socket(socket, unacknowledged)
    }

    /// Called before the request is sent. The connection may be one that another library has opened.
    private func didConnect(to address: IPAddress?) throws(LibraryFailure) {
        if proxy == nil {
            guard let address else { throw .unreachable(host: exchange.url.origin.host, reason: .lost) }
            scope = try policy.check(address, of: exchange.request, to: exchange.url.origin)
        } else if exchange.request.trustsName(of: exchange.url.origin) {
            // A proxy resolves the name itself, perhaps to a host on the internet.
            throw .unreachable(host: exchange.url.origin.host, reason: .proxy)
        }
        policy.record(scope, of: exchange.request)
        isConnected = true
    }

    private func configureMethod() {
        let request = exchange.request
        guard request.method != .get else { return }
        if let body = request.body {
            tintype_curl_set_long(handle, CURLOPT_POSTFIELDSIZE, body.count)
            body.withUnsafeBytes { bytes in
                // Despite the parameter's type, libcurl copies the bytes.
                tintype_curl_set_pointer(
                    handle, CURLOPT_COPYPOSTFIELDS, UnsafeMutableRawPointer(mutating: bytes.baseAddress))
            }
        }
        tintype_curl_set_string(handle, CURLOPT_CUSTOMREQUEST, request.method.rawValue)
    }

    /// Handles what libcurl reports of a transfer; returns false if the transfer must end.
    private static func receive(
        _ context: UnsafeMutableRawPointer?, _ handle: (CurlTransfer) throws(LibraryFailure) -> Void
    ) -> Bool {
        guard let context else { return false }
        let transfer = Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
        transfer.lastActivity = .now
        do {
            try handle(transfer)
            return true
        } catch {
            transfer.failure = error
            return false
        }
    }
}

/// The header lines that a request adds to those of libcurl, in libcurl's form.
private final class CurlHeaderLines {
    private(set) var list: UnsafeMutablePointer<curl_slist>?

    init(of request: HTTPRequest, to origin: HTTPOrigin) {
        if request.kind == .data { append("Accept-Encoding: gzip") }
        if request.isReload { append("Cache-Control: no-cache") }
        for header in request.sentHeaders(to: origin) {
            // With nothing after the colon, libcurl removes a header instead of sending it.
            append(header.value.isEmpty ? "\(header.name);" : "\(header.name): \(header.value)")
        }
        // Removes the headers that libcurl adds by default: `*/*`, the type of a form, and `100-continue`.
        for name in ["Accept", "Content-Type", "Expect"] {
            if request.headers.value(of: name) == nil { append("\(name):") }
        }
    }

    deinit {
        tintype_curl_slist_free(list)
    }

    private func append(_ line: String) {
        list = tintype_curl_slist_append(list, line) ?? list
    }
}
