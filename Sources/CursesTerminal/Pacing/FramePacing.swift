import Dispatch

/// How exact a frame's colors are: coarse while frames follow each other on a line that takes long to carry them.
struct FramePacing {
    /// Pictures closer together than this are motion; after it, a coarse frame is refined.
    static let idle = DispatchTimeInterval.milliseconds(150)

    private static let idleNanoseconds: UInt64 = 150_000_000
    /// In seconds: motion stays smooth with exact frames that take no longer.
    private static let maxSmoothTime = 0.03
    /// In seconds: a frame that takes longer has colors joined that look the same.
    private static let maxExactTime = 0.05

    private var lastPictureEnded: UInt64?
    private var last = ColorJoining.exact
    /// Whether the frame that is being sent has a new picture.
    private var sendsPicture = false

    /// Whether the terminal shows a coarse frame.
    var isCoarse: Bool { last == .moving }

    /// How a frame that is drawn now should be.
    /// - Parameters:
    ///   - now: nanoseconds of uptime.
    ///   - time: what a whole exact frame takes, in seconds; nil while that is unknown.
    ///   - hasNewPicture: whether pictures have changed; beside them texts change without motion.
    mutating func joining(at now: UInt64, wholeFrameTime time: Double?, hasNewPicture: Bool) -> ColorJoining {
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

    /// Notes that output has been written.
    /// - Parameter isWhole: whether nothing of the frame is left.
    mutating func wrote(at now: UInt64, isWhole: Bool) {
        if sendsPicture { lastPictureEnded = now }
        if isWhole { sendsPicture = false }
    }
}
