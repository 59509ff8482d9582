/// Limits on the time and memory that a request may use.
struct HTTPLimits: Sendable {
    /// For connecting, including TLS.
    var connecting: Duration = .seconds(10)
    /// Between two parts of a response.
    var idle: Duration = .seconds(15)
    /// Until the peer's kernel acknowledges sent data. Shorter than the limits of a request, so that a request on a
    /// lost connection can be retried on another.
    var unacknowledged: Duration = .seconds(8)
    /// From sending a request to the last byte of its response, without time in the queue.
    var wholeData: Duration = .seconds(60)
    var wholePicture: Duration = .seconds(120)
    var wholeOriginal: Duration = .seconds(600)
    /// Maximum sizes of the decompressed body, in bytes.
    var dataSize = 16 << 20
    var pictureSize = 64 << 20

    func wholeRequest(_ kind: HTTPRequest.Kind) -> Duration {
        switch kind {
        case .data, .report: wholeData
        case .picture: wholePicture
        case .original: wholeOriginal
        }
    }

    func bodySize(_ kind: HTTPRequest.Kind) -> Int {
        switch kind {
        case .data, .report: dataSize
        case .picture, .original: pictureSize
        }
    }
}
