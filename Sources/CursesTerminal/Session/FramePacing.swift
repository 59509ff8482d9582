import Dispatch

/// When a frame may be coarse: while frames follow each other on a line that takes long to carry them.
struct FramePacing {
    /// Frames closer together than this are motion; after it, a coarse frame is made exact.
    static let rest = DispatchTimeInterval.milliseconds(150)

    private static let restNanoseconds: UInt64 = 150_000_000
    /// A frame that needs longer than this to go out shows that the line is slow.
    private static let slowNanoseconds: UInt64 = 30_000_000
    /// What fits the system's buffers says nothing about the line behind them.
    private static let tellingBytes = 32 * 1024

    private var lineIsSlow = false
    private var lastFrameEnded: UInt64?
    private var lastFrameBegan: UInt64 = 0
    /// Whether the terminal shows a coarse frame.
    private(set) var isCoarse = false

    /// How a frame that is drawn now (in nanoseconds of uptime) should be.
    mutating func joining(at now: UInt64) -> ColorJoining {
        let isMoving = lastFrameEnded.map { now < $0 + Self.restNanoseconds } ?? false
        isCoarse = isMoving && lineIsSlow
        return isCoarse ? .moving : .exact
    }

    mutating func frameBegan(at now: UInt64) {
        lastFrameBegan = now
    }

    mutating func frameEnded(at now: UInt64, bytes: Int) {
        lastFrameEnded = now
        if bytes >= Self.tellingBytes { lineIsSlow = now - lastFrameBegan > Self.slowNanoseconds }
    }
}
