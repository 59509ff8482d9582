import CWebP

/// Lossless WebPs encoded by libwebp, in handmade containers.
enum SampleWebP {
    static func encode(_ rgba: [UInt8], width: Int, height: Int) -> [UInt8] {
        var encoded: UnsafeMutablePointer<UInt8>?
        let count = WebPEncodeLosslessRGBA(rgba, Int32(width), Int32(height), Int32(4 * width), &encoded)
        precondition(count > 0)
        defer { WebPFree(encoded) }
        return Array(UnsafeBufferPointer(start: encoded, count: count))
    }

    static func encode(_ picture: Quadrants) -> [UInt8] {
        encode(picture.rgba, width: picture.size.width, height: picture.size.height)
    }

    /// Returns a picture with a profile before its pixels and EXIF after them.
    static func extended(_ picture: Quadrants, profile: [UInt8]? = nil, exif: [UInt8]? = nil, xmp: [UInt8]? = nil)
        -> [UInt8]
    {
        let flags: UInt8 = (profile == nil ? 0 : 0x20) | (exif == nil ? 0 : 0x08) | (xmp == nil ? 0 : 0x04)
        var chunks = [canvas(flags: flags, width: picture.size.width, height: picture.size.height)]
        if let profile { chunks.append(chunk("ICCP", profile)) }
        chunks.append(Array(encode(picture)[12...]))
        if let exif { chunks.append(chunk("EXIF", exif)) }
        if let xmp { chunks.append(chunk("XMP ", xmp)) }
        return file(chunks)
    }

    /// Returns an animation of one frame at an offset on a larger canvas.
    static func animation(_ frame: Quadrants, x: Int, y: Int, width: Int, height: Int) -> [UInt8] {
        animation([(frame, x, y, 100)], width: width, height: height)
    }

    /// Returns an animation; each frame has an offset and a delay in milliseconds.
    /// - Parameter plays: The number of plays, 0 for forever.
    static func animation(
        _ frames: [(picture: Quadrants, x: Int, y: Int, time: Int)], width: Int, height: Int, plays: Int = 0
    ) -> [UInt8] {
        file(
            [canvas(flags: 0x12, width: width, height: height), chunk("ANIM", [0, 0, 0, 0, UInt8(plays), 0])]
                + frames.map { frame in
                    var header: [UInt8] = []
                    let size = frame.picture.size
                    for value in [frame.x / 2, frame.y / 2, size.width - 1, size.height - 1, frame.time] {
                        header.append(little: value, bytes: 3)
                    }
                    return chunk("ANMF", header + [0] + encode(frame.picture)[12...])
                })
    }

    private static func canvas(flags: UInt8, width: Int, height: Int) -> [UInt8] {
        var content: [UInt8] = [flags, 0, 0, 0]
        content.append(little: width - 1, bytes: 3)
        content.append(little: height - 1, bytes: 3)
        return chunk("VP8X", content)
    }

    private static func chunk(_ kind: String, _ content: [UInt8]) -> [UInt8] {
        var bytes = Array(kind.utf8)
        bytes.append(little: content.count, bytes: 4)
        return bytes + content + (content.count.isMultiple(of: 2) ? [] : [0])
    }

    private static func file(_ chunks: [[UInt8]]) -> [UInt8] {
        chunk("RIFF", Array("WEBP".utf8) + chunks.flatMap { $0 })
    }
}
