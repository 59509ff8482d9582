import CellArt

/// Share of the connection an animation may use: half of the time, at the highest resolution that still gives a smooth
/// sequence of frames.
///
/// The rate of many connections is unknown, so how long the last frames took decides. Times are in nanoseconds of uptime.
struct FrameBudget {
    /// The slot of the frames.
    private var slot: String?
    private var lastKey = ""
    private var lastShownAt: UInt64 = 0
    /// How long the last frame but one was on the screen.
    private var interval: UInt64 = 0
    /// The divisor of the width and the height of the next frame, and its minimum.
    private(set) var reduction = 1
    private var minReduction = 1
    /// Whether frames in a higher resolution took too long.
    private var wasSlow = false
    private var slowFrames = 0
    private var quickFrames = 0
    private var isRefused = false
    /// The rate of the connection then, in bytes per second.
    private var refusedRate = Double.infinity
    private var preparationTime: UInt64 = 0
    private var sending: (since: UInt64, bytes: Int) = (0, 0)
    /// Since when the sending of a frame has been interrupted.
    private var pausedAt: UInt64?
    /// When the next frame may be sent.
    private(set) var startsAt: UInt64 = 0

    /// Frames that are slower than this look worse than characters, unless the animation itself is that slow.
    private static let maxPeriod: UInt64 = 150_000_000
    /// Up to this time, a frame of a slow animation may take as long as it is shown.
    private static let maxSlowPeriod: UInt64 = 1_000_000_000
    private static let maxReduction = 4
    /// After this many frames in a row that took too long, the next ones have fewer pixels.
    private static let maxSlowFrames = 3
    /// In nanoseconds, how long the connection is left to others after a frame.
    private static let maxPause: UInt64 = 1_000_000_000
    /// After this many frames in a row that would be quick enough with four times the pixels, the next ones have them.
    private static let minQuickFrames = 10

    /// Records the pictures that are on the screen, which may be frames of an animation.
    mutating func show(_ pictures: [PixelPicture], at now: UInt64) {
        // A paused animation is a still picture in the same slot.
        if !pictures.contains(where: { $0.slot == slot }) {
            let startsAt = startsAt
            let frame = pictures.first { $0.role == .frame }
            self = FrameBudget()
            self.startsAt = startsAt
            slot = frame?.slot
            minReduction = frame.flatMap { frame in [4, 2].first { $0 <= frame.enlargement } } ?? 1
            reduction = minReduction
        }
        let frame = pictures.first { $0.role == .frame && $0.slot == slot }
        guard let frame, frame.key != lastKey else { return }
        interval = lastKey.isEmpty ? 0 : now - min(now, lastShownAt)
        (lastKey, lastShownAt) = (frame.key, now)
    }

    /// Whether frames may be sent.
    var allowsFrames: Bool { !isRefused }

    /// Records that even few pixels take too long. The frames stay characters.
    mutating func refuse(rate: Double?) {
        isRefused = true
        refusedRate = rate ?? .infinity
    }

    /// Allows frames again if the connection is twice as fast as when they were refused.
    mutating func reconsider(rate: Double?) {
        guard isRefused, let rate, rate > 2 * refusedRate else { return }
        self = FrameBudget()
    }

    /// Returns how many bytes a frame may take; nil if the rate is unlimited or unknown.
    func maxBytes(rate: Double?) -> Double? { rate.map { $0 * Double(maxPeriod / 2) / 1e9 } }

    /// Records how long it took to encode a frame, and in which resolution it needs few enough bytes.
    mutating func didPrepare(reduction: Int, taking time: UInt64) {
        self.reduction = max(reduction, minReduction)
        preparationTime = time
    }

    /// Records that the first bytes of a frame are being sent.
    mutating func didBegin(bytes: Int, at now: UInt64) {
        sending = (now, bytes)
        pausedAt = nil
    }

    /// Records that the rest of a frame waits for the user. That says nothing about the connection.
    mutating func pause(at now: UInt64) {
        pausedAt = pausedAt ?? now
    }

    /// Records that the rest of a frame is being sent.
    mutating func resume(at now: UInt64) {
        if let pausedAt { sending.since += now - min(now, pausedAt) }
        pausedAt = nil
    }

    /// Records that all bytes of a frame have been sent.
    mutating func didEnd(rate: Double?, at now: UInt64) {
        // Buffers take a small frame at once.
        let least = rate.map { UInt64(min(Double(sending.bytes) / $0, 10) * 1e9) } ?? 0
        let time = max(now - min(now, sending.since), least)
        // After a pause of the terminal, the next frame needn't wait as long again.
        startsAt = max(now, sending.since + time) + min(time, Self.maxPause)
        // The next frame is prepared during the pause.
        let period = time + max(time, preparationTime)
        if period > maxPeriod {
            slowFrames += 1
            quickFrames = 0
            if slowFrames >= Self.maxSlowFrames {
                if reduction < Self.maxReduction { reduction *= 2 } else { refuse(rate: rate) }
                (slowFrames, wasSlow) = (0, true)
            } else if period > 4 * maxPeriod {
                // Perhaps it was only a pause of the terminal.
                reduction = min(2 * reduction, Self.maxReduction)
            }
        } else {
            slowFrames = 0
            quickFrames = 4 * period < maxPeriod ? quickFrames + 1 : 0
            if quickFrames >= Self.minQuickFrames, !wasSlow, reduction > minReduction {
                reduction /= 2
                quickFrames = 0
            }
        }
    }

    /// How long the sending of a frame and the pause after it may take.
    private var maxPeriod: UInt64 { max(Self.maxPeriod, min(interval, Self.maxSlowPeriod)) }
}
