import Dispatch

/// Decides how exact a frame's colors are: coarse during motion on a slow connection.
struct FramePacing {
    /// Pictures that follow each other within this time are motion. After it, a coarse frame is refined.
    static let idle = DispatchTimeInterval.milliseconds(150)

    private static let idleNanoseconds: UInt64 = 150_000_000

    private var lastPictureEnded: UInt64?
    private var last = ColorCoalescing.exact
    /// Whether the frame being sent contains a new picture.
    private var sendsPicture = false

    /// Whether the terminal shows a coarse frame.
    var isCoarse: Bool { last == .moving }

    /// Returns how to merge the colors of a frame drawn now.
    /// - Parameters:
    ///   - now: nanoseconds of uptime.
    ///   - link: judged by a complete exact frame.
    ///   - hasNewPicture: whether pictures have changed; a change of text alone isn't motion.
    mutating func joining(at now: UInt64, over link: LinkQuality, hasNewPicture: Bool) -> ColorCoalescing {
        if hasNewPicture { sendsPicture = true }
        let isMoving = lastPictureEnded.map { now < $0 + Self.idleNanoseconds } ?? false
        if isMoving, !hasNewPicture { return last }
        if isMoving, !link.isSmooth {
            last = .moving
        } else {
            last = link.isQuick ? .exact : .near
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
