@testable import Pictures

/// A handmade BMP.
struct SampleBMP {
    var width: Int
    var height: Int
    /// Bits per pixel.
    var depth = 24
    var compression = 0
    var isTopDown = false
    /// Blue, green and red for each index.
    var palette: [[UInt8]] = []
    /// The bits of red, green, blue and alpha, which make the header longer.
    var masks: [Int] = []
    var profile: [UInt8] = []

    /// Returns a file with stored rows, from the bottom unless it is top-down, without their padding.
    func encode(rows: [[UInt8]]) -> [UInt8] {
        encode(rows.flatMap { row -> [UInt8] in row + [UInt8](repeating: 0, count: (4 - row.count % 4) % 4) })
    }

    func encode(_ pixels: [UInt8]) -> [UInt8] {
        let headerBytes = profile.isEmpty ? masks.count == 4 ? 56 : 40 : 124
        var header: [UInt8] = []
        header.append(little: headerBytes, bytes: 4)
        header.append(little: width, bytes: 4)
        header.append(little: isTopDown ? -height : height, bytes: 4)
        header.append(little: 1, bytes: 2)
        header.append(little: depth, bytes: 2)
        header.append(little: compression, bytes: 4)
        header += [UInt8](repeating: 0, count: 12)
        header.append(little: palette.count, bytes: 4)
        header.append(little: 0, bytes: 4)
        for mask in masks { header.append(little: mask, bytes: 4) }
        let table = palette.flatMap { color -> [UInt8] in color + [0] }
        if !profile.isEmpty {
            header += [UInt8](repeating: 0, count: 124 - header.count)
            header.replaceSubrange(56..<60, with: Array("DEBM".utf8))
            var place: [UInt8] = []
            place.append(little: 124 + table.count + pixels.count, bytes: 4)
            place.append(little: profile.count, bytes: 4)
            header.replaceSubrange(112..<120, with: place)
        }
        let start = 14 + header.count + table.count
        var bytes = Array("BM".utf8)
        bytes.append(little: start + pixels.count + profile.count, bytes: 4)
        bytes.append(little: 0, bytes: 4)
        bytes.append(little: start, bytes: 4)
        bytes += header
        bytes += table
        bytes += pixels
        return bytes + profile
    }

    /// Encodes a picture with 24 bits per pixel.
    static func encode(_ picture: Quadrants, isTopDown: Bool = false, profile: [UInt8] = []) -> [UInt8] {
        let rows = (0..<picture.size.height).map { y -> [UInt8] in
            (0..<picture.size.width).flatMap { x -> [UInt8] in picture.color(x: x, y: y).rgb.reversed() }
        }
        var sample = SampleBMP(width: picture.size.width, height: picture.size.height)
        sample.isTopDown = isTopDown
        sample.profile = profile
        return sample.encode(rows: isTopDown ? rows : rows.reversed())
    }

    /// Encodes a picture in runs of palette indices with 8 bits.
    static func encodeRuns(_ picture: Quadrants) -> [UInt8] {
        let colors: [Quadrants.Color] = [.red, .green, .blue, .yellow]
        let half = UInt8(picture.size.width / 2)
        var runs: [UInt8] = []
        for y in (0..<picture.size.height).reversed() {
            for x in [0, picture.size.width - 1] {
                let index = colors.firstIndex(of: picture.color(x: x, y: y)) ?? 0
                runs += [half, UInt8(index)]
            }
            runs += [0, 0]
        }
        return SampleBMP(
            width: picture.size.width, height: picture.size.height, depth: 8, compression: 1,
            palette: colors.map { $0.rgb.reversed() }
        ).encode(runs + [0, 1])
    }
}
