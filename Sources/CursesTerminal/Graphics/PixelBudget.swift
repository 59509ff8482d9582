import CellArt
import TerminalUI

/// What the pixels on the screen may cost on the connection, and the pictures that it is too slow for.
struct PixelBudget {
    /// The pictures that the connection was too slow for, by `PixelPicture.key`.
    private var refused: Set<String> = []
    /// The rate of the connection then, in bytes per second.
    private var refusedRate = Double.infinity
    /// Whether the next picture may take longer, to find out how fast the connection is now.
    private var isProbing = false

    /// In seconds, how long sending a screen may take.
    static let maxTime = 1.0
    /// In lower resolution than a quarter, pixels look no better than cells.
    private static let reductions = [1, 2, 4]
    /// How much longer a probe may take than other pictures.
    private static let probeFactor = 4.0

    /// Returns whether a picture may be sent.
    func allows(_ picture: PixelPicture) -> Bool { !refused.contains(picture.key) }

    /// Records that a picture was too large for the connection.
    mutating func refuse(_ picture: PixelPicture, rate: Double?) {
        refused.insert(picture.key)
        refusedRate = rate ?? .infinity
        isProbing = false
    }

    /// Allows all pictures again, of which the first one may take longer.
    mutating func retry() {
        self = PixelBudget()
        isProbing = true
    }

    /// Records that a picture has been sent.
    mutating func didSend() {
        isProbing = false
    }

    /// Allows all pictures again if the connection is twice as fast as when one was refused.
    mutating func reconsider(rate: Double?) {
        if let rate, rate > 2 * refusedRate { (refused, refusedRate) = ([], .infinity) }
    }

    /// Returns how many bytes a picture may take; nil if the rate is unlimited or unknown.
    func maxBytes(rate: Double?, pictureCount: Int) -> Double? {
        rate.map { (isProbing ? Self.probeFactor : 1) * $0 * Self.maxTime / Double(max(1, pictureCount)) }
    }

    /// Returns whether pieces take much longer than they may, because the connection has become slower since their
    /// preparation.
    func isExceeded(by pieces: ArraySlice<[UInt8]>, rate: Double?, pictureCount: Int) -> Bool {
        guard let maxBytes = maxBytes(rate: rate, pictureCount: pictureCount) else { return false }
        return Double(pieces.byteCount) > 2 * maxBytes
    }

    /// Returns what `encode` makes of a picture in the highest resolution that takes at most `maxBytes`; nil if there is
    /// none, or the task is cancelled.
    /// - Parameters:
    ///   - minReduction: the smallest divisor of the width and the height to try.
    ///   - encode: encodes the picture with its width and height divided by `reduction`.
    static func fitting(
        _ maxBytes: Double?, minReduction: Int = 1, _ encode: (_ reduction: Int) -> [[UInt8]]
    ) -> [[UInt8]]? {
        for reduction in reductions where reduction >= minReduction && !Task.isCancelled {
            let pieces = encode(reduction)
            guard let maxBytes, Double(pieces.byteCount) > maxBytes else { return pieces }
        }
        return nil
    }
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
