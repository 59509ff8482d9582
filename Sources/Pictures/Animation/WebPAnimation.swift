import Basics
import CWebP

/// The frames of an animated WebP, composited by libwebp.
final class WebPAnimation: AnimationDecoder {
    let size: PixelSize
    let orientation: Orientation
    let profile: [UInt8]?
    let plays: Int?
    private(set) var canvas: [UInt8] = []
    private let file: FileBytes
    private let decoder: OpaquePointer
    /// The end time of the current frame, in milliseconds from the start.
    private var end: Int32 = 0

    /// Returns nil for a WebP that has a single frame, is damaged, or needs too much memory.
    init?(_ file: FileBytes, limits: DecodeLimits) throws {
        let still = try WebPDecoder(file, limits: limits)
        guard still.frameCount > 1, Self.memory(still.size, file) <= limits.animationBytes else { return nil }
        var options = WebPAnimDecoderOptions()
        guard WebPAnimDecoderOptionsInit(&options) != 0 else { return nil }
        options.color_mode = MODE_RGBA
        var data = WebPData(bytes: file.start, size: file.count)
        guard let decoder = WebPAnimDecoderNew(&data, &options) else { return nil }
        var info = WebPAnimInfo()
        WebPAnimDecoderGetInfo(decoder, &info)
        size = still.size
        orientation = still.orientation
        profile = still.profile
        plays = info.loop_count == 0 ? nil : Int(info.loop_count)
        self.file = file
        self.decoder = decoder
    }

    deinit {
        WebPAnimDecoderDelete(decoder)
    }

    func next(cancellation: DecodeCancellation) throws -> Duration? {
        try cancellation.check()
        var pixels: UnsafeMutablePointer<UInt8>?
        var end: Int32 = 0
        guard WebPAnimDecoderGetNext(decoder, &pixels, &end) != 0, let pixels else { return nil }
        canvas = Array(UnsafeBufferPointer(start: pixels, count: 4 * size.count))
        defer { self.end = end }
        // libwebp's sum of frame times can overflow.
        return .milliseconds(end &- self.end)
    }

    func rewind() {
        WebPAnimDecoderReset(decoder)
        end = 0
    }

    /// Returns the memory needed during playback, in bytes: the file, libwebp's two canvases, and a copy for drawing.
    private static func memory(_ size: PixelSize, _ file: FileBytes) -> Int {
        file.count + 3 * DecodePlan(region: PixelRegion(all: size), factor: 1).bytes
    }
}
