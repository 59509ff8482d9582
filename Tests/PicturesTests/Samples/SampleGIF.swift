import CGIF

/// A GIF of one frame made by giflib, of the colors red, green, blue, yellow and black.
struct SampleGIF {
    var canvas: (width: Int, height: Int)
    var frame: (x: Int, y: Int, width: Int, height: Int)
    var isInterlaced = false
    /// The index of the transparent color.
    var transparent: Int?

    private final class Sink {
        var bytes: [UInt8] = []
    }

    /// - Parameter indices: of the frame's pixels, row by row.
    func encode(_ indices: [UInt8]) -> [UInt8] {
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
        EGifPutScreenDesc(gif, Int32(canvas.width), Int32(canvas.height), 3, 0, map)
        if let transparent {
            EGifPutExtension(gif, GRAPHICS_EXT_FUNC_CODE, 4, [1, 0, 0, UInt8(transparent)])
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
        EGifCloseFile(gif, &failure)
        return withExtendedLifetime(sink) { sink.bytes }
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
