/// A complete response in memory.
public struct HTTPResponse: Sendable {
    /// The status code, such as 200 or 404.
    public let status: Int
    public let headers: [HTTPHeader]
    /// The decompressed body.
    public let body: [UInt8]
    public let origin: Origin
    /// Cache actions that follow the reader's verdict.
    var keeping: ResponseKeeping?

    public init(status: Int, headers: [HTTPHeader] = [], body: [UInt8] = [], origin: Origin = .network) {
        self.status = status
        self.headers = headers
        self.body = body
        self.origin = origin
    }

    /// Stores the response, because its reader could use it.
    public func accept() async {
        await keeping?.accept()
    }

    /// Discards the response, because its reader could not use it. Returns the previously stored one to show instead.
    public func reject() async -> HTTPResponse? {
        await keeping?.forget()
        return await keeping?.replacement()
    }

    /// Returns the value of the first header with this name, ignoring case.
    public func value(of name: String) -> String? {
        let name = name.lowercased()
        return headers.first { $0.name.lowercased() == name }?.value
    }

    /// The source of a response.
    public enum Origin: Hashable, Sendable {
        /// The service has just sent or confirmed it.
        case network
        /// The cache, and the response is fresh.
        case cache
        /// The cache, and the response is stale, because the service did not confirm it in time.
        case staleCache
    }
}
