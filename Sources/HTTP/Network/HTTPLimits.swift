/// Limits on the time and memory that a request may use.
struct HTTPLimits: Sendable {
    /// For connecting, including TLS.
    var connectTimeout: Duration = .seconds(10)
    /// Between two parts of a response.
    var idleTimeout: Duration = .seconds(15)
    /// Until the peer's kernel acknowledges sent data. Shorter than the limits of a request, so that a request on a
    /// lost connection can be retried on another.
    var unacknowledgedTimeout: Duration = .seconds(8)
    /// From sending a request to the last byte of its response, without time in the queue.
    var dataTimeout: Duration = .seconds(60)
    var pictureTimeout: Duration = .seconds(120)
    var originalTimeout: Duration = .seconds(600)
    /// Maximum sizes of the decompressed body, in bytes.
    var maxDataSize = 16 << 20
    var maxPictureSize = 64 << 20

    func requestTimeout(_ kind: HTTPRequest.Kind) -> Duration {
        switch kind {
        case .data, .report: dataTimeout
        case .picture: pictureTimeout
        case .original: originalTimeout
        }
    }

    func maxBodySize(_ kind: HTTPRequest.Kind) -> Int {
        switch kind {
        case .data, .report: maxDataSize
        case .picture, .original: maxPictureSize
        }
    }
}
