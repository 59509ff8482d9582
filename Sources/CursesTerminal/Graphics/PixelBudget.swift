import CellArt
import TerminalUI

/// Byte budget for pixels on the screen: about a second of the connection for all still pictures together, and a few
/// seconds more to refine pictures that stay. An animation gets half of the time, at the highest resolution that still
/// plays smoothly.
///
/// The rate of many connections is unknown, so how long the last frames took decides about the next one. Times are in
/// nanoseconds of uptime.
struct PixelBudget {
    /// The rate of the connection in bytes per second; nil if it is unlimited or unknown.
    var rate: Double? {
        didSet {
            // Frames get another chance on a connection that is twice as fast.
            if let refusedRate = animation.refusedRate, let rate, rate > 2 * refusedRate { animation = Animation() }
        }
    }

    /// The cost of a picture in bytes, when it was encoded last.
    private struct Cost {
        /// In the lowest resolution, if even that exceeded the budget; otherwise 0.
        var lowest = 0.0
        /// In a higher resolution than the one that was sent.
        var higher = 0.0
    }

    /// The animation on the screen, with the measured cost of its frames.
    private struct Animation {
        /// The view of the frames.
        var view: PixelView?
        var lastFrame: PixelIdentity?
        var lastShownAt: UInt64 = 0
        /// How long the last frame but one was on the screen.
        var interval: UInt64 = 0
        /// The divisor of the width and the height of the next frame, and its minimum.
        var reduction = 1
        var minReduction = 1
        /// Whether frames in a higher resolution took too long.
        var wasSlow = false
        var slowFrames = 0
        var quickFrames = 0
        /// The rate of the connection when even few pixels took too long; nil if they haven't.
        var refusedRate: Double?
        var preparationTime: UInt64 = 0
        var sending: (since: UInt64, bytes: Int) = (0, 0)
        /// Since when the sending of a frame has been interrupted.
        var pausedAt: UInt64?
        /// When the next frame may be sent.
        var startsAt: UInt64 = 0

        /// How long the sending of a frame and the pause after it may take.
        var maxPeriod: UInt64 { max(PixelBudget.maxPeriod, min(interval, PixelBudget.maxSlowPeriod)) }
    }

    private var costs: [PixelIdentity: Cost] = [:]
    /// The pictures that may take longer, because the user has been looking at them for a while.
    private var lasting: Set<PixelIdentity> = []
    /// The pictures that the user may turn to next. They are sent while nothing else is, and may take as long as pictures at
    /// rest.
    private var ahead: Set<PixelIdentity> = []
    /// The middles of pictures, which are sent first and only in full resolution.
    private var centers: Set<PixelIdentity> = []
    /// The number of other pictures, which share the time.
    private var pictureCount = 1
    private var animation = Animation()

    /// The maximum time in seconds to send a screen. In practice about a second, because the rate is the highest measured
    /// recently.
    static let maxTime = 0.9
    /// Budget factor for pictures at rest.
    private static let lastingFactor = 8.0
    /// Above this number, only the costs of pictures on the screen are kept.
    private static let maxCosts = 1000
    /// Frames that are slower than this look worse than characters, unless the animation itself is that slow.
    private static let maxPeriod: UInt64 = 150_000_000
    /// The maximum time for a frame of an animation that is slower than `maxPeriod` itself.
    private static let maxSlowPeriod: UInt64 = 1_000_000_000
    private static let maxReduction = 4
    /// After this many frames in a row that took too long, the next ones have fewer pixels.
    private static let maxSlowFrames = 3
    /// The maximum pause after a frame, in which the connection is free for other output.
    private static let maxPause: UInt64 = 1_000_000_000
    /// After this many frames in a row that would be quick enough with four times the pixels, the next ones have them.
    private static let minQuickFrames = 10

    /// Records the pictures that are on the screen.
    /// - Parameters:
    ///   - ahead: pictures that may be on the screen next.
    ///   - count: the number of still pictures that share the time, middles included.
    ///   - centers: the middles of pictures, which have a separate share.
    mutating func show(
        _ pictures: [PixelPicture], ahead: [PixelPicture] = [], sharedBy count: Int, centers: Set<PixelIdentity> = [],
        at now: UInt64
    ) {
        self.ahead = Set(ahead.map(\.identity))
        self.centers = centers
        pictureCount = max(1, count - centers.count)
        if costs.count > Self.maxCosts {
            let identities = Set(pictures.map(\.identity)).union(self.ahead)
            costs = costs.filter { identities.contains($0.key) }
        }
        // A paused animation is a still picture of the same view.
        if !pictures.contains(where: { $0.view == animation.view }) {
            let frame = pictures.first { $0.role == .frame }
            let minReduction = frame.flatMap { frame in [4, 2].first { $0 <= frame.enlargement } } ?? 1
            animation = Animation(
                view: frame?.view, reduction: minReduction, minReduction: minReduction, startsAt: animation.startsAt)
        }
        let frame = pictures.first { $0.role == .frame && $0.view == animation.view }
        guard let frame, frame.identity != animation.lastFrame else { return }
        animation.interval = animation.lastFrame == nil ? 0 : now - min(now, animation.lastShownAt)
        (animation.lastFrame, animation.lastShownAt) = (frame.identity, now)
    }

    /// Lets the pictures on the screen take longer, and tries those again that couldn't be encoded.
    mutating func extend(for pictures: [PixelPicture]) {
        lasting = Set(pictures.map(\.identity))
        costs = costs.filter { max($0.value.lowest, $0.value.higher).isFinite }
    }

    /// Returns whether a picture may be sent.
    func allows(_ picture: PixelPicture) -> Bool {
        switch picture.role {
        case .still: affords(costs[picture.identity]?.lowest ?? 0, for: picture)
        case .preview: false
        case .frame: animation.refusedRate == nil
        }
    }

    /// Returns whether a picture may be sent again in a higher resolution.
    /// - Parameter reduction: the divisor of the width and the height with which it was sent.
    func allowsHigherResolution(of picture: PixelPicture, than reduction: Int) -> Bool {
        reduction > 1 && picture.role == .still && lasting.contains(picture.identity)
            && affords(costs[picture.identity]?.higher ?? 0, for: picture)
    }

    private func affords(_ cost: Double, for picture: PixelPicture) -> Bool {
        cost <= maxBytes(for: picture) ?? .greatestFiniteMagnitude
    }

    /// Returns how many bytes a picture may take; nil if the rate is unlimited or unknown.
    private func maxBytes(for picture: PixelPicture) -> Double? {
        guard picture.role != .frame else { return rate.map { $0 * Double(animation.maxPeriod / 2) / 1e9 } }
        let mayLast = lasting.contains(picture.identity) || ahead.contains(picture.identity)
        let time = Self.maxTime * (mayLast ? Self.lastingFactor : 1)
        let count = centers.contains(picture.identity) ? centers.count : pictureCount
        return rate.map { $0 * time / Double(count) }
    }

    /// Returns the resolutions in which to try a picture.
    /// - Parameter reduction: the divisor of the width and the height with which it was sent; nil before.
    func resolutions(for picture: PixelPicture, sentWith reduction: Int?) -> PixelResolutions {
        PixelResolutions(
            minReduction: picture.role == .frame ? animation.reduction : 1,
            maxReduction: centers.contains(picture.identity)
                ? 1 : picture.role == .still ? reduction.map { max(1, $0 / 2) } : nil,
            maxBytes: maxBytes(for: picture))
    }

    /// Returns whether a picture's remaining pieces far exceed the budget, because the connection has slowed down since
    /// they were prepared, or its rate was unknown.
    func isExceeded(by pieces: ArraySlice<[UInt8]>, of picture: PixelPicture) -> Bool {
        guard picture.role != .frame, let maxBytes = maxBytes(for: picture) else { return false }
        return Double(pieces.byteCount) > 2 * maxBytes
    }

    /// Records what became of a picture.
    /// - Parameters:
    ///   - encoded: nil if its pixels are no longer known.
    ///   - isSent: whether it was sent before, in a lower resolution.
    ///   - time: how long encoding took.
    mutating func didEncode(_ picture: PixelPicture, as encoded: EncodedPixels?, isSent: Bool, taking time: UInt64) {
        let reduction = encoded?.best?.reduction
        if picture.role == .frame {
            guard let reduction else { return refuseFrames() }
            animation.reduction = max(reduction, animation.minReduction)
            animation.preparationTime = time
        } else {
            let cost = encoded?.excess ?? (reduction == nil ? .infinity : 0)
            costs[picture.identity] = reduction == nil && !isSent ? Cost(lowest: cost) : Cost(higher: cost)
        }
    }

    /// Leaves frames as characters, because even few pixels take too long.
    private mutating func refuseFrames() { animation.refusedRate = rate ?? .infinity }

    /// Returns when the next frame of an animation may be sent; nil if it may be now.
    func frameStart(after now: UInt64) -> UInt64? { now < animation.startsAt ? animation.startsAt : nil }

    /// Records that the remaining pieces of a frame are being sent.
    /// - Parameter isBeginning: whether none of the frame has been sent yet.
    mutating func willSendFrame(_ pieces: ArraySlice<[UInt8]>, isBeginning: Bool, at now: UInt64) {
        if isBeginning {
            animation.sending = (now, pieces.byteCount)
        } else if let pausedAt = animation.pausedAt {
            animation.sending.since += now - min(now, pausedAt)
        }
        animation.pausedAt = nil
    }

    /// Records that the remaining pieces of a frame wait for the user. That says nothing about the connection.
    mutating func pauseFrame(at now: UInt64) { animation.pausedAt = animation.pausedAt ?? now }

    /// Records that all bytes of a frame have been sent.
    mutating func didSendFrame(at now: UInt64) {
        // Buffers accept a small frame at once, so the measured time is too short.
        let least = rate.map { UInt64(min(Double(animation.sending.bytes) / $0, 10) * 1e9) } ?? 0
        let time = max(now - min(now, animation.sending.since), least)
        // After a pause of the terminal, the next frame needn't wait as long again.
        animation.startsAt = max(now, animation.sending.since + time) + min(time, Self.maxPause)
        // The next frame is prepared during the pause.
        let period = time + max(time, animation.preparationTime)
        if period > animation.maxPeriod {
            animation.slowFrames += 1
            animation.quickFrames = 0
            if animation.slowFrames >= Self.maxSlowFrames {
                if animation.reduction < Self.maxReduction { animation.reduction *= 2 } else { refuseFrames() }
                (animation.slowFrames, animation.wasSlow) = (0, true)
            } else if period > 4 * animation.maxPeriod {
                // Perhaps it was only a pause of the terminal.
                animation.reduction = min(2 * animation.reduction, Self.maxReduction)
            }
        } else {
            animation.slowFrames = 0
            animation.quickFrames = 4 * period < animation.maxPeriod ? animation.quickFrames + 1 : 0
            if animation.quickFrames >= Self.minQuickFrames, !animation.wasSlow,
                animation.reduction > animation.minReduction
            {
                animation.reduction /= 2
                animation.quickFrames = 0
            }
        }
    }
}

/// The resolutions in which to encode a picture: the width and the height are divided by powers of two.
struct PixelResolutions {
    var minReduction = 1
    /// In lower resolution than a quarter, pixels look no better than cells.
    var maxReduction: Int?
    /// Nil if there is no limit.
    var maxBytes: Double?

    /// Returns what `encode` makes of a picture in the highest resolution that takes few enough bytes.
    /// - Parameter encode: encodes the picture with its width and height divided by `reduction`.
    func encoded(_ encode: (_ reduction: Int) -> [[UInt8]]) -> EncodedPixels {
        var excess: Double?
        for reduction in [1, 2, 4]
        where reduction >= minReduction && reduction <= maxReduction ?? 4 && !Task.isCancelled {
            let pieces = encode(reduction)
            guard !pieces.isEmpty else { break }
            guard let maxBytes, Double(pieces.byteCount) > maxBytes else {
                return EncodedPixels(best: (pieces, reduction), excess: excess)
            }
            excess = Double(pieces.byteCount)
        }
        return EncodedPixels(best: nil, excess: excess)
    }
}

/// A picture in the highest resolution that takes few enough bytes.
struct EncodedPixels: Sendable {
    /// Nil if there is none.
    let best: (pieces: [[UInt8]], reduction: Int)?
    /// The bytes that the next higher resolution takes, which are too many; nil if there is none.
    let excess: Double?
}

extension Bitmap {
    /// Returns the bitmap with its width and height divided by a number.
    func reduced(by reduction: Int) -> Bitmap {
        reduction == 1
            ? self : scaled(toWidth: max(1, width / reduction), height: max(1, height / reduction))
    }
}

extension Collection<[UInt8]> {
    var byteCount: Int { reduce(0) { $0 + $1.count } }
}

extension ArraySlice<[UInt8]> {
    /// Removes and returns the first pieces that have at most `limit` bytes, but at least one.
    mutating func removeFirst(upTo limit: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        while let piece = first, bytes.isEmpty || bytes.count + piece.count <= limit {
            bytes += piece
            removeFirst()
        }
        return bytes
    }
}
