import Albums
import Basics

/// The frames of an animated JPEG XL, composited by libjxl.
final class JPEGXLAnimation: AnimationDecoder {
    let size: PixelSize
    let orientation: Orientation
    /// The frames are converted to sRGB one by one.
    let profile: [UInt8]? = nil
    let plays: Int?
    private(set) var canvas: [UInt8] = []
    private let file: FileBytes
    private let limits: DecodeLimits
    /// The decoder at the current frame; nil if it could not be rewound.
    private var decoder: JPEGXLDecoder?

    /// Returns nil for a still JPEG XL, or one that needs too much memory.
    init?(_ file: FileBytes, limits: DecodeLimits) throws {
        let decoder = try JPEGXLDecoder(file, limits: limits)
        let plan = DecodePlan(region: PixelRegion(all: decoder.size), factor: 1)
        guard decoder.isAnimated, file.count + decoder.memory(for: plan) + 2 * plan.bytes <= limits.animationBytes
        else { return nil }
        size = decoder.size
        orientation = decoder.orientation
        plays = decoder.plays
        self.decoder = decoder
        self.file = file
        self.limits = limits
    }

    func next(cancellation: DecodeCancellation) throws -> Duration? {
        guard let decoder else { return nil }
        let plan = DecodePlan(region: PixelRegion(all: size), factor: 1)
        do {
            let pixels = try decoder.decode(plan, limits: limits, cancellation: cancellation)
            if pixels.isTruncated, !canvas.isEmpty { return nil }
            canvas = pixels.convertedToSRGB(profile: decoder.profile).bytes
            return decoder.frameDuration
        } catch PictureFailure.damaged {
            // Also after the last frame.
            return nil
        }
    }

    func rewind() {
        decoder = try? JPEGXLDecoder(file, limits: limits)
    }
}
