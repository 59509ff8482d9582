import CellArt
import TerminalUI

/// Byte budget for pixels on the screen: a second of the connection for all still pictures together, and a few seconds more
/// for better ones of pictures at rest. Animations have a `FrameBudget`.
struct PixelBudget {
    /// The rate of the connection in bytes per second; nil if it is unlimited or unknown.
    var rate: Double? {
        didSet { frames.reconsider(rate: rate) }
    }

    /// What a picture would have cost when it was encoded last, in bytes.
    private struct Cost {
        /// In the lowest resolution; zero if it fitted.
        var lowest = 0.0
        /// In a higher resolution than the one that was sent.
        var higher = 0.0
    }

    /// By `PixelPicture.key`.
    private var costs: [String: Cost] = [:]
    /// The pictures that may take longer, because the user has been looking at them for a while, by `PixelPicture.key`.
    private var lasting: Set<String> = []
    /// The number of pictures that share the time.
    private var pictureCount = 1
    /// That of the animation on the screen.
    var frames = FrameBudget()

    /// In seconds, how long sending a screen may take at the measured rate, which is the highest of the last moments: about
    /// a second in fact.
    static let maxTime = 0.9
    /// Budget factor for pictures at rest.
    private static let lastingFactor = 8.0
    /// The number of pictures above which the costs of others than those on the screen are forgotten.
    private static let maxCosts = 1000

    /// Records the pictures that are on the screen.
    /// - Parameter count: the number of pictures that share the time.
    mutating func show(_ pictures: [PixelPicture], sharedBy count: Int, at now: UInt64) {
        pictureCount = max(1, count)
        frames.show(pictures, at: now)
        guard costs.count > Self.maxCosts else { return }
        let keys = Set(pictures.map(\.key))
        costs = costs.filter { keys.contains($0.key) }
    }

    /// Lets the pictures on the screen take longer, and tries those again that couldn't be encoded.
    mutating func extend(for pictures: [PixelPicture]) {
        lasting = Set(pictures.map(\.key))
        costs = costs.filter { max($0.value.lowest, $0.value.higher).isFinite }
    }

    /// Returns whether a picture may be sent.
    func allows(_ picture: PixelPicture) -> Bool {
        switch picture.role {
        case .still: affords(costs[picture.key]?.lowest ?? 0, for: picture)
        case .preview: false
        case .frame: frames.allowsFrames
        }
    }

    /// Returns whether a picture may be sent again in a higher resolution.
    /// - Parameter reduction: the divisor of the width and the height with which it was sent.
    func allowsHigherResolution(of picture: PixelPicture, than reduction: Int) -> Bool {
        reduction > 1 && picture.role == .still && lasting.contains(picture.key)
            && affords(costs[picture.key]?.higher ?? 0, for: picture)
    }

    private func affords(_ cost: Double, for picture: PixelPicture) -> Bool {
        cost <= maxBytes(for: picture) ?? .greatestFiniteMagnitude
    }

    /// Returns how many bytes a picture may take; nil if the rate is unlimited or unknown.
    func maxBytes(for picture: PixelPicture) -> Double? {
        if picture.role == .frame { return frames.maxBytes(rate: rate) }
        let time = Self.maxTime * (lasting.contains(picture.key) ? Self.lastingFactor : 1)
        return rate.map { $0 * time / Double(pictureCount) }
    }

    /// Returns the resolutions in which to try a picture.
    /// - Parameter reduction: the divisor of the width and the height with which it was sent; nil before.
    func resolutions(for picture: PixelPicture, sentWith reduction: Int?) -> PixelResolutions {
        PixelResolutions(
            minReduction: picture.role == .frame ? frames.reduction : 1,
            maxReduction: picture.role == .still ? reduction.map { max(1, $0 / 2) } : nil,
            maxBytes: maxBytes(for: picture))
    }

    /// Returns whether the pieces of a picture that are left take much longer than they may, because the connection has become
    /// slower since their preparation, or its rate was unknown.
    func isExceeded(by pieces: ArraySlice<[UInt8]>, of picture: PixelPicture) -> Bool {
        guard picture.role != .frame, let maxBytes = maxBytes(for: picture) else { return false }
        return Double(pieces.byteCount) > 2 * maxBytes
    }

    /// Records what became of a picture.
    /// - Parameters:
    ///   - encoded: nil if its pixels are no longer known.
    ///   - isSent: whether it was sent before, in a lower resolution.
    ///   - time: how long encoding took, in nanoseconds.
    mutating func didEncode(_ picture: PixelPicture, as encoded: EncodedPixels?, isSent: Bool, taking time: UInt64) {
        let reduction = encoded?.best?.reduction
        if picture.role == .frame {
            guard let reduction else { return frames.refuse(rate: rate) }
            frames.didPrepare(reduction: reduction, taking: time)
        } else {
            let cost = encoded?.excess ?? (reduction == nil ? .infinity : 0)
            costs[picture.key] = reduction == nil && !isSent ? Cost(lowest: cost) : Cost(higher: cost)
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

/// Whether the connection to the terminal is too slow for uncompressed or losslessly compressed pixels.
struct ConnectionSpeed {
    private(set) var isSlow = false
    /// In seconds, the time for a screen of photos at the last decision.
    private var decidedTime: Double?

    /// The bytes that zlib needs for a pixel of a photo.
    private static let bytesPerPixel = 2.2
    /// The factor by which the time must change for another decision, so that the protocol doesn't go back and forth.
    private static let minChange = 2.0

    /// Decides whether a screen of photos fits the time that pixels may take.
    /// - Parameters:
    ///   - rate: the rate of the connection in bytes per second.
    ///   - pixels: the number of pixels of the screen.
    mutating func consider(rate: Double, pixels: Int) {
        let time = Double(pixels) * Self.bytesPerPixel / rate
        if let decidedTime, max(time / decidedTime, decidedTime / time) < Self.minChange { return }
        decidedTime = time
        isSlow = time > PixelBudget.maxTime
    }
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
