/// What a service may use of time and memory before it is given up.
struct HTTPLimits: Sendable {
    /// Until there is a connection, with TLS.
    var connecting: Duration = .seconds(10)
    /// Between two pieces of an answer.
    var idle: Duration = .seconds(15)
    /// Until the other end's system has acknowledged what was sent. Less than the limits of a request, so that one on a lost
    /// connection is sent again on another.
    var unacknowledged: Duration = .seconds(8)
    /// From sending a request to the last byte of its answer; waiting for other requests does not count.
    var wholeData: Duration = .seconds(60)
    var wholePicture: Duration = .seconds(120)
    var wholeOriginal: Duration = .seconds(600)
    /// The body's bytes, unpacked.
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
