import CGIF

/// A GIF frame, encoded by giflib. The palette is red, green, blue, yellow and black.
struct SampleGIF {
    var canvas: (width: Int, height: Int)
    var frame: (x: Int, y: Int, width: Int, height: Int)
    var isInterlaced = false
    /// The index of the transparent color.
    var transparent: Int?
    /// The delay in hundredths of a second.
    var delay = 0
    /// The disposal method of GIF89a: 2 clears the frame's area, 3 restores the area below it.
    var disposal = 0

    private final class Sink {
        var bytes: [UInt8] = []
    }

    /// Encodes a GIF of this frame.
    /// - Parameter indices: the color indices of the frame, row by row.
    func encode(_ indices: [UInt8]) -> [UInt8] {
        Self.encode([(self, indices)])
    }

    /// Encodes an animation on the canvas of its first frame.
    /// - Parameter repeats: the repeat count, 0 for forever; nil to omit the loop extension.
    static func encode(_ frames: [(frame: SampleGIF, indices: [UInt8])], repeats: Int? = nil) -> [UInt8] {
        let sink = Sink()
        var failure: Int32 = 0
        let gif = EGifOpen(
            Unmanaged.passUnretained(sink).toOpaque(),
            { gif, bytes, count in
                guard let context = gif?.pointee.UserData else { return 0 }
                Unmanaged<Sink>.fromOpaque(context).takeUnretainedValue().bytes += UnsafeBufferPointer(
                    start: bytes, count: Int(count))
                return count
            }, &failure)
        var colors = [(255, 0, 0), (0, 255, 0), (0, 0, 255), (255, 255, 0), (0, 0, 0), (0, 0, 0), (0, 0, 0), (0, 0, 0)]
            .map { GifColorType(Red: $0.0, Green: $0.1, Blue: $0.2) }
        let map = GifMakeMapObject(8, &colors)
        defer { GifFreeMapObject(map) }
        EGifSetGifVersion(gif, true)
        let canvas = frames[0].frame.canvas
        EGifPutScreenDesc(gif, Int32(canvas.width), Int32(canvas.height), 3, 0, map)
        if let repeats {
            EGifPutExtensionLeader(gif, APPLICATION_EXT_FUNC_CODE)
            EGifPutExtensionBlock(gif, 11, Array("NETSCAPE2.0".utf8))
            EGifPutExtensionBlock(gif, 3, [1, UInt8(repeats & 255), UInt8(repeats >> 8)])
            EGifPutExtensionTrailer(gif)
        }
        for (frame, indices) in frames { frame.put(indices, into: gif) }
        EGifCloseFile(gif, &failure)
        return withExtendedLifetime(sink) { sink.bytes }
    }

    private func put(_ indices: [UInt8], into gif: UnsafeMutablePointer<GifFileType>?) {
        if transparent != nil || delay > 0 || disposal > 0 {
            let flags = UInt8(disposal << 2 | (transparent == nil ? 0 : 1))
            EGifPutExtension(
                gif, GRAPHICS_EXT_FUNC_CODE, 4,
                [flags, UInt8(delay & 255), UInt8(delay >> 8), UInt8(transparent ?? 0)])
        }
        EGifPutImageDesc(
            gif, Int32(frame.x), Int32(frame.y), Int32(frame.width), Int32(frame.height), isInterlaced, nil)
        let passes = isInterlaced ? [(0, 8), (4, 8), (2, 4), (1, 2)] : [(0, 1)]
        for (first, step) in passes {
            for y in stride(from: first, to: frame.height, by: step) {
                var row = Array(indices[y * frame.width..<(y + 1) * frame.width])
                EGifPutLine(gif, &row, Int32(frame.width))
            }
        }
    }

    static func indices(of picture: Quadrants) -> [UInt8] {
        picture.pixels { [$0 == [255, 0, 0] ? 0 : $0 == [0, 255, 0] ? 1 : $0 == [0, 0, 255] ? 2 : 3] }
    }

    static func encode(_ picture: Quadrants, isInterlaced: Bool = false) -> [UInt8] {
        let (width, height) = (picture.size.width, picture.size.height)
        return SampleGIF(canvas: (width, height), frame: (0, 0, width, height), isInterlaced: isInterlaced)
            .encode(indices(of: picture))
    }
}
