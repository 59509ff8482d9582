import CTurboJPEG

/// JPEGs encoded by libjpeg-turbo.
enum SampleJPEG {
    static func encode(
        _ pixels: [UInt8], size: (width: Int, height: Int), format: TJPF = TJPF_RGB, sampling: TJSAMP = TJSAMP_444,
        flags: Int32 = 0, quality: Int32 = 95
    ) -> [UInt8] {
        let compressor = tjInitCompress()
        defer { tjDestroy(compressor) }
        var encoded: UnsafeMutablePointer<UInt8>?
        var count: UInt = 0
        let status = tjCompress2(
            compressor, pixels, Int32(size.width), 0, Int32(size.height), format.rawValue, &encoded, &count,
            Int32(sampling.rawValue), quality, flags)
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

    /// Returns a JPEG with a restart marker after each strip of rows, of which it has whole ones.
    static func withRestarts(_ pixels: [UInt8], size: (width: Int, height: Int), rowsOfStrip: Int) -> [UInt8] {
        let strips = stride(from: 0, to: size.height, by: rowsOfStrip).map { row in
            encode(
                Array(pixels[(3 * size.width * row)...].prefix(3 * size.width * rowsOfStrip)),
                size: (size.width, rowsOfStrip), sampling: TJSAMP_420)
        }
        func index(of marker: UInt8, in jpeg: [UInt8]) -> Int {
            jpeg.indices.dropLast().first { jpeg[$0] == 0xFF && jpeg[$0 + 1] == marker } ?? 0
        }
        // All strips have the same tables. Each begins with predictions of zero, and ends with a whole byte.
        var result = Array(strips[0][..<index(of: 0xDA, in: strips[0])])
        let frame = index(of: 0xC0, in: result)
        (result[frame + 5], result[frame + 6]) = (UInt8(size.height >> 8), UInt8(size.height & 0xFF))
        let mcus = (size.width + 15) / 16 * (rowsOfStrip / 16)
        result += [0xFF, 0xDD, 0, 4, UInt8(mcus >> 8), UInt8(mcus & 0xFF)]
        for (number, strip) in strips.enumerated() {
            let header = index(of: 0xDA, in: strip)
            let scan = header + 2 + Int(strip[header + 2]) << 8 + Int(strip[header + 3])
            result += number == 0 ? strip[header..<scan] : [0xFF, 0xD0 + UInt8((number - 1) % 8)]
            result += strip[scan..<(strip.count - 2)]
        }
        return result + [0xFF, 0xD9]
    }

    /// Returns a progressive JPEG that repeats its last scan.
    static func repeatingLastScan(of jpeg: [UInt8], times: Int) -> [UInt8] {
        let start = jpeg.indices.dropLast().last { jpeg[$0] == 0xFF && jpeg[$0 + 1] == 0xDA } ?? 0
        let scan = jpeg[start..<jpeg.count - 2]
        return jpeg[..<(jpeg.count - 2)] + (0..<times).flatMap { _ in scan } + [0xFF, 0xD9]
    }
}
