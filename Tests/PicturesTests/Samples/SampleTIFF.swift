/// A handmade uncompressed TIFF.
struct SampleTIFF {
    var width: Int
    var height: Int
    /// Bits per sample.
    var depth = 8
    /// Samples per pixel: 1 for gray, 3 for RGB, 4 for RGB with unpremultiplied alpha.
    var samples = 3
    var orientation = 1
    var rowsPerStrip = 7
    /// Nil for gray or RGB.
    var photometric: Int?
    /// 1 for integers, 3 for floating-point numbers.
    var format = 1
    /// Whether each sample has separate strips.
    var isPlanar = false
    /// The red, green and blue values of a palette, 16 bits each.
    var palette: [Int] = []
    /// Further tags with numbers.
    var longs: [(tag: Int, value: Int)] = []
    /// Tags with bytes, such as profiles and metadata.
    var blocks: [(tag: Int, content: [UInt8])] = []

    func encode(_ pixels: [UInt8]) -> [UInt8] {
        let planes = isPlanar ? samples : 1
        let row = pixels.count / height / planes
        let strips = (0..<planes).flatMap { plane in
            stride(from: 0, to: height, by: rowsPerStrip).map { top in
                let start = plane * height + top
                return (start * row, (min(top + rowsPerStrip, height) - top) * row)
            }
        }
        var bytes = Array("II".utf8)
        bytes.append(little: 42, bytes: 2)
        bytes.append(little: 8 + pixels.count, bytes: 4)
        bytes += pixels

        var entries: [(tag: Int, values: [Int])] = [
            (256, [width]), (257, [height]), (258, Array(repeating: depth, count: samples)), (259, [1]),
            (262, [photometric ?? (samples == 1 ? 1 : 2)]), (273, strips.map { 8 + $0.0 }), (274, [orientation]),
            (277, [samples]), (278, [rowsPerStrip]), (279, strips.map { $0.1 }), (284, [isPlanar ? 2 : 1]),
        ]
        entries += longs.map { ($0.tag, [$0.value]) }
        if !palette.isEmpty { entries.append((320, palette)) }
        if samples == 4, photometric == nil { entries.append((338, [2])) }
        if format != 1 { entries.append((339, Array(repeating: format, count: samples))) }
        var extra: [UInt8] = []
        let extraStart = bytes.count + 2 + 12 * (entries.count + blocks.count) + 4
        bytes.append(little: entries.count + blocks.count, bytes: 2)
        for (tag, values) in entries {
            bytes.append(little: tag, bytes: 2)
            bytes.append(little: 4, bytes: 2)
            bytes.append(little: values.count, bytes: 4)
            bytes.append(little: values.count == 1 ? values[0] : extraStart + extra.count, bytes: 4)
            if values.count > 1 { for value in values { extra.append(little: value, bytes: 4) } }
        }
        for (tag, content) in blocks {
            bytes.append(little: tag, bytes: 2)
            bytes.append(little: 7, bytes: 2)
            bytes.append(little: content.count, bytes: 4)
            bytes.append(little: extraStart + extra.count, bytes: 4)
            extra += content
        }
        bytes.append(little: 0, bytes: 4)
        return bytes + extra
    }

    /// Returns the offset of what follows the file: a JPEG with tags for its offset and its length.
    func jpegOffset(_ pixels: [UInt8]) -> Int {
        var sample = self
        sample.longs += [(0x0201, 0), (0x0202, 0)]
        return sample.encode(pixels).count
    }

    static func encode(
        _ picture: Quadrants, orientation: Int = 1, profile: [UInt8] = [], xmp: [UInt8] = [], iptc: [UInt8] = []
    ) -> [UInt8] {
        SampleTIFF(
            width: picture.size.width, height: picture.size.height, orientation: orientation,
            blocks: [(700, xmp), (33723, iptc), (34675, profile)].filter { !$0.1.isEmpty }
        ).encode(picture.rgb)
    }
}
