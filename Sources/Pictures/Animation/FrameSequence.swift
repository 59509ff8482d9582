import Albums
import CellArt

/// Where an animation is on its way through its frames.
struct FrameSequence {
    /// For how long the frame is to be seen at which it stands.
    private(set) var delay: Duration

    private let decoder: any AnimationDecoder
    /// What all frames lie on, chosen by the first; nil before there is one.
    private var ground: ContrastingGround?
    /// How often it has begun again.
    private var rounds = 0

    /// More frames are not passed over at once: each costs as much as one that is shown.
    private static let mostPassed = 8

    /// Stands at the first frame.
    /// - Throws: `PictureFailure.damaged` when there is none.
    init(_ decoder: any AnimationDecoder, stop: DecodeStop) throws {
        self.decoder = decoder
        guard let delay = try decoder.next(stop: stop) else { throw PictureFailure.damaged(format: "animation") }
        self.delay = Self.shown(delay)
        ground = ContrastingGround(for: frame.bitmap)
    }

    /// The frame at which it stands.
    var frame: PictureLevel {
        let pixels = DecodedPixels(size: decoder.size, bytes: decoder.canvas, model: .rgba, hasAlpha: true)
        var bitmap = pixels.convertedToSRGB(profile: decoder.profile).turned(decoder.orientation)
        if !bitmap.isOpaque, let ground { bitmap = bitmap.laid(on: ground) }
        let size = PixelSize(width: bitmap.width, height: bitmap.height)
        return PictureLevel(
            bitmap: bitmap, region: PixelRegion(all: size), pictureSize: size, origin: .fullDecode)
    }

    /// Goes to the next frame whose time is not over, `lateness` after its predecessor's was, or to the last one; returns
    /// what is left of it, nil when there is none.
    mutating func advance(lateness: Duration, stop: DecodeStop) throws -> Duration? {
        var lateness = lateness
        for passed in 0..<Self.mostPassed {
            guard try step(stop: stop) else { return passed == 0 ? nil : delay }
            if lateness < delay { return delay - lateness }
            lateness -= delay
        }
        return delay
    }

    private mutating func step(stop: DecodeStop) throws -> Bool {
        if let next = try decoder.next(stop: stop) {
            delay = Self.shown(next)
            return true
        }
        rounds += 1
        if let plays = decoder.plays, rounds >= plays { return false }
        decoder.rewind()
        guard let first = try decoder.next(stop: stop) else { return false }
        delay = Self.shown(first)
        return true
    }

    /// Delays of hardly any time are meant as the usual one: so do browsers.
    private static func shown(_ delay: Duration) -> Duration {
        delay <= .milliseconds(10) ? .milliseconds(100) : delay
    }
}
