import CZlib

/// A handmade uncompressed PNG of any kind, valid or damaged.
struct SamplePNG {
    enum Color: UInt8 {
        case gray = 0
        case rgb = 2
        case palette = 3
        case grayAlpha = 4
        case rgba = 6
    }

    var width: Int
    var height: Int
    var depth = 8
    var color = Color.rgb
    var isInterlaced = false
    /// The chunks before and after the pixels.
    var before: [(kind: String, content: [UInt8])] = []
    var after: [(kind: String, content: [UInt8])] = []

    /// - Parameter pixels: Row by row, in whole bytes per pixel or packed bits.
    func encode(_ pixels: [UInt8]) -> [UInt8] {
        var header: [UInt8] = []
        header.append(big: width, bytes: 4)
        header.append(big: height, bytes: 4)
        header += [UInt8(depth), color.rawValue, 0, 0, isInterlaced ? 1 : 0]
        var chunks = [("IHDR", header)] + before.map { ($0.kind, $0.content) }
        chunks.append(("IDAT", Self.stored(isInterlaced ? interlaced(pixels) : filtered(pixels))))
        chunks += after.map { ($0.kind, $0.content) } + [("IEND", [])]
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunks.flatMap { Self.chunk($0.0, $0.1) }
    }

    private func filtered(_ pixels: [UInt8]) -> [UInt8] {
        let row = pixels.count / height
        return (0..<height).flatMap { [0] + pixels[$0 * row..<($0 + 1) * row] }
    }

    private func interlaced(_ pixels: [UInt8]) -> [UInt8] {
        let size = pixels.count / (width * height)
        let passes = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]
        var rows: [UInt8] = []
        for (left, top, across, down) in passes where left < width {
            for y in stride(from: top, to: height, by: down) {
                rows.append(0)
                for x in stride(from: left, to: width, by: across) {
                    rows += pixels[size * (y * width + x)..<size * (y * width + x + 1)]
                }
            }
        }
        return rows
    }

    static func chunk(_ kind: String, _ content: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(big: content.count, bytes: 4)
        let checked = Array(kind.utf8) + content
        bytes += checked
        bytes.append(big: Int(crc32(0, checked, UInt32(checked.count))), bytes: 4)
        return bytes
    }

    /// Returns a zlib stream of stored blocks (RFC 1950, RFC 1951).
    static func stored(_ data: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = [0x78, 0x01]
        for start in stride(from: 0, to: data.count, by: 65_535) {
            let block = data[start..<min(start + 65_535, data.count)]
            bytes.append(block.endIndex == data.count ? 1 : 0)
            bytes.append(little: block.count, bytes: 2)
            bytes.append(little: ~block.count, bytes: 2)
            bytes += block
        }
        bytes.append(big: Int(adler32(1, data, UInt32(data.count))), bytes: 4)
        return bytes
    }
}

extension SamplePNG {
    init(_ picture: Quadrants, isInterlaced: Bool = false) {
        self.init(width: picture.size.width, height: picture.size.height, isInterlaced: isInterlaced)
    }
}

// MARK: Animations

extension SamplePNG {
    /// A frame of one row: red (R), green (G), half-transparent green (g) or transparent (.) pixels.
    struct Frame {
        let x: Int
        let pixels: [UInt8]
        var isBlended = false
        /// 0 to keep the frame, 1 to clear it, 2 to restore the previous frame.
        var disposal: UInt8 = 0
        var delay = (count: 1, unit: 10)
        var isDamaged = false

        init(
            _ x: Int, _ colors: String, isBlended: Bool = false, disposal: UInt8 = 0,
            delay: (count: Int, unit: Int) = (1, 10), isDamaged: Bool = false
        ) {
            self.x = x
            pixels = colors.flatMap { color -> [UInt8] in
                switch color {
                case "R": [255, 0, 0, 255]
                case "G": [0, 255, 0, 255]
                case "g": [0, 255, 0, 128]
                default: [0, 0, 0, 0]
                }
            }
            (self.isBlended, self.disposal, self.delay, self.isDamaged) = (isBlended, disposal, delay, isDamaged)
        }

        fileprivate func header(_ number: Int) -> [UInt8] {
            var content: [UInt8] = []
            for value in [number, pixels.count / 4, 1, x, 0] { content.append(big: value, bytes: 4) }
            for value in [delay.count, delay.unit] { content.append(big: value, bytes: 2) }
            return SamplePNG.chunk("fcTL", content + [disposal, isBlended ? 1 : 0])
        }

        fileprivate var compressed: [UInt8] { isDamaged ? [1, 2, 3, 4, 5] : SamplePNG.stored([0] + pixels) }
    }

    /// - Parameter isDefaultHidden: whether the first frame is the picture for programs that don't play animations only.
    static func animation(
        _ frames: [Frame], width: Int, height: Int, isDefaultHidden: Bool = false, plays: Int
    ) -> [UInt8] {
        var header: [UInt8] = []
        header.append(big: width, bytes: 4)
        header.append(big: height, bytes: 4)
        var control: [UInt8] = []
        control.append(big: frames.count - (isDefaultHidden ? 1 : 0), bytes: 4)
        control.append(big: plays, bytes: 4)
        var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        bytes += chunk("IHDR", header + [8, 6, 0, 0, 0]) + chunk("acTL", control)
        var number = 0
        for (index, frame) in frames.enumerated() {
            if index > 0 || !isDefaultHidden {
                bytes += frame.header(number)
                number += 1
            }
            guard index > 0 else {
                bytes += chunk("IDAT", frame.compressed)
                continue
            }
            var content: [UInt8] = []
            content.append(big: number, bytes: 4)
            number += 1
            bytes += chunk("fdAT", content + frame.compressed)
        }
        return bytes + chunk("IEND", [])
    }
}
