import CTurboJPEG

/// JPEGs encoded by libjpeg-turbo.
enum SampleJPEG {
    static func encode(
        _ pixels: [UInt8], size: (width: Int, height: Int), format: TJPF = TJPF_RGB, sampling: TJSAMP = TJSAMP_444,
        flags: Int32 = 0
    ) -> [UInt8] {
        let compressor = tjInitCompress()
        defer { tjDestroy(compressor) }
        var encoded: UnsafeMutablePointer<UInt8>?
        var count: UInt = 0
        let status = tjCompress2(
            compressor, pixels, Int32(size.width), 0, Int32(size.height), format.rawValue, &encoded, &count,
            Int32(sampling.rawValue), 95, flags)
        precondition(status == 0)
        defer { tjFree(encoded) }
        return Array(UnsafeBufferPointer(start: encoded, count: Int(count)))
    }

    static func encode(_ picture: Quadrants, flags: Int32 = 0) -> [UInt8] {
        encode(picture.rgb, size: (picture.size.width, picture.size.height), flags: flags)
    }

    /// Returns a JPEG with a segment inserted at its beginning.
    static func adding(_ marker: UInt8, _ content: [UInt8], to jpeg: [UInt8]) -> [UInt8] {
        var segment: [UInt8] = [0xFF, marker]
        segment.append(big: content.count + 2, bytes: 2)
        return jpeg[..<2] + segment + content + jpeg[2...]
    }

    static func adding(orientation: Int, to jpeg: [UInt8]) -> [UInt8] {
        adding(0xE1, Array("Exif\0\0".utf8) + exif(orientation: orientation), to: jpeg)
    }

    /// Returns a JPEG with a thumbnail.
    static func adding(
        thumbnail: [UInt8], orientation: Int = 1, thumbnailTags: [UInt16: SampleExif.Value] = [:], to jpeg: [UInt8]
    ) -> [UInt8] {
        let exif = SampleExif.encode(
            [0x0112: .short(orientation)], thumbnail: thumbnail, thumbnailTags: thumbnailTags)
        return adding(0xE1, Array("Exif\0\0".utf8) + exif, to: jpeg)
    }

    static func adding(profile: [UInt8], to jpeg: [UInt8]) -> [UInt8] {
        adding(0xE2, Array("ICC_PROFILE\0".utf8) + [1, 1] + profile, to: jpeg)
    }

    /// Returns a progressive JPEG that repeats its last scan.
    static func repeatingLastScan(of jpeg: [UInt8], times: Int) -> [UInt8] {
        let start = jpeg.indices.dropLast().last { jpeg[$0] == 0xFF && jpeg[$0 + 1] == 0xDA } ?? 0
        let scan = jpeg[start..<jpeg.count - 2]
        return jpeg[..<(jpeg.count - 2)] + (0..<times).flatMap { _ in scan } + [0xFF, 0xD9]
    }
}
