/// A whole answer, in memory.
public struct HTTPResponse: Sendable {
    /// Such as 200 or 404.
    public let status: Int
    public let headers: [HTTPHeader]
    /// Without the compression that it may have been sent with.
    public let body: [UInt8]
    public let origin: Origin
    /// What becomes of the answer once its reader has seen it.
    var keeping: ResponseKeeping?

    public init(status: Int, headers: [HTTPHeader] = [], body: [UInt8] = [], origin: Origin = .network) {
        self.status = status
        self.headers = headers
        self.body = body
        self.origin = origin
    }

    /// Keeps the answer for later, because its reader found that it is what was asked for.
    public func accept() async {
        await keeping?.accept()
    }

    /// Forgets the answer, because its reader cannot use it; returns the one kept from before, to be shown in its place.
    public func reject() async -> HTTPResponse? {
        await keeping?.forget()
        return await keeping?.replacement()
    }

    /// The value of the first header of this name in any case.
    public func value(of name: String) -> String? {
        let name = name.lowercased()
        return headers.first { $0.name.lowercased() == name }?.value
    }

    /// Where an answer comes from.
    public enum Origin: Hashable, Sendable {
        /// The service has just sent it, or confirmed that what is kept is still right.
        case network
        /// Kept, and fresh by what the service said.
        case cache
        /// Kept, and shown although the service does not say, or not soon, whether it is still right.
        case staleCache
    }
}
