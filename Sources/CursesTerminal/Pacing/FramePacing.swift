import Dispatch

/// Decides how exact a frame's colors are: coarse during motion on a slow connection.
struct FramePacing {
    /// Pictures that follow each other within this time are motion. After it, a coarse frame is refined.
    static let idle = DispatchTimeInterval.milliseconds(150)

    private static let idleNanoseconds: UInt64 = 150_000_000
    /// In seconds: up to this frame time, motion stays smooth with exact colors.
    private static let maxSmoothTime = 0.03
    /// In seconds: above this frame time, indistinguishable colors are merged.
    private static let maxExactTime = 0.05

    private var lastPictureEnded: UInt64?
    private var last = ColorCoalescing.exact
    /// Whether the frame being sent contains a new picture.
    private var sendsPicture = false

    /// Whether the terminal shows a coarse frame.
    var isCoarse: Bool { last == .moving }

    /// Returns how to merge the colors of a frame drawn now.
    /// - Parameters:
    ///   - now: nanoseconds of uptime.
    ///   - time: the time to send a complete exact frame, in seconds; nil if unknown.
    ///   - hasNewPicture: whether pictures have changed; a change of text alone isn't motion.
    mutating func joining(at now: UInt64, wholeFrameTime time: Double?, hasNewPicture: Bool) -> ColorCoalescing {
        if hasNewPicture { sendsPicture = true }
        let isMoving = lastPictureEnded.map { now < $0 + Self.idleNanoseconds } ?? false
        let time = time ?? 0
        if isMoving, !hasNewPicture { return last }
        if isMoving, time > Self.maxSmoothTime {
            last = .moving
        } else {
            last = time > Self.maxExactTime ? .near : .exact
        }
        return last
    }

    /// Records that output has been written.
    /// - Parameter isWhole: whether the frame has been written completely.
    mutating func didWrite(at now: UInt64, isWhole: Bool) {
        if sendsPicture { lastPictureEnded = now }
        if isWhole { sendsPicture = false }
    }
}
