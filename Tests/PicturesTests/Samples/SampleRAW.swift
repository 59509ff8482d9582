@testable import Pictures

/// Small files in the raw formats of several makers: uncompressed values of a sensor with a Bayer filter, a JPEG as
/// preview, and the tags that LibRaw requires.
enum SampleRAW: String, CaseIterable {
    case nikon, canon, sony, pentax, leica, fujifilm, panasonic

    /// The makers for which LibRaw reads uncompressed values.
    static let uncompressed = allCases.filter { $0 != .panasonic }

    /// The value of a tag in a TIFF directory.
    enum Value {
        case text(String)
        case shorts([Int])
        case longs([Int])
        case bytes([UInt8])
        case rationals([(Int, Int)])
        case directories([[Int: Value]])
    }

    /// - Parameters:
    ///   - sensor: the values of the sensor; the sides are even.
    ///   - preview: the encoded preview.
    ///   - thumbnail: an encoded thumbnail, which not all makers embed.
    func encode(
        sensor: Quadrants, preview: [UInt8], thumbnail: [UInt8]? = nil, orientation: Int = 1
    ) -> [UInt8] {
        if self == .fujifilm {
            return raf(sensor: sensor, preview: preview, thumbnail: thumbnail, orientation: orientation)
        }
        var file = RawFile()
        let values = file.append(Self.mosaic(sensor))
        let previewOffset = file.append(preview)
        let size = sensor.size
        let camera: [Int: Value] = [
            0x829A: .rationals([(1, 250)]), 0x829D: .rationals([(28, 10)]), 0x8827: .shorts([400]),
            0x9003: .text("2024:05:17 18:30:05"), 0x920A: .rationals([(50, 1)]), 0xA434: .text("50 mm F1.8"),
        ]
        let raw: [Int: Value] = [
            0x00FE: .longs([0]), 0x0100: .longs([size.width]), 0x0101: .longs([size.height]), 0x0102: .shorts([16]),
            0x0103: .shorts([1]), 0x0106: .shorts([32803]), 0x0111: .longs([values]), 0x0115: .shorts([1]),
            0x0116: .longs([size.height]), 0x0117: .longs([2 * size.count]), 0x828D: .shorts([2, 2]),
            0x828E: .bytes([0, 1, 1, 2]),
        ]
        let jpeg: [Int: Value] = [
            0x00FE: .longs([1]), 0x0103: .shorts([6]), 0x0201: .longs([previewOffset]), 0x0202: .longs([preview.count]),
        ]
        var main: [Int: Value] = [
            0x010F: .text(maker), 0x0110: .text(model), 0x0112: .shorts([orientation]),
            0x8769: .directories([camera]),
        ]
        var magic = 42
        if let thumbnail {
            let offset = file.append(thumbnail)
            file.second = [0x0201: .longs([offset]), 0x0202: .longs([thumbnail.count])]
        }
        switch self {
        case .nikon:
            main.merge([0x00FE: .longs([1]), 0x014A: .directories([jpeg, raw])]) { $1 }
        case .canon:
            file.marker = Array("CR".utf8) + [2, 0, 0, 0, 0, 0]
            main.merge([
                0x0103: .shorts([6]), 0x0111: .longs([previewOffset]), 0x0117: .longs([preview.count]),
                0x014A: .directories([raw]),
            ]) { $1 }
        case .sony:
            main.merge(jpeg) { $1 }
            main[0x014A] = .directories([raw])
        case .pentax:
            main.merge(raw) { $1 }
            file.second = jpeg
        case .leica:
            main.merge(raw) { $1 }
            main[0xC612] = .bytes([1, 4, 0, 0])
            main[0xC614] = .text("\(maker) \(model)")
            main[0x014A] = .directories([jpeg])
        case .panasonic:
            magic = 0x55
            main.merge([
                0x0001: .bytes(Array("0310".utf8)), 0x0002: .shorts([size.width]), 0x0003: .shorts([size.height]),
                0x0004: .shorts([0]),
                0x0005: .shorts([0]), 0x0006: .shorts([size.height]), 0x0007: .shorts([size.width]),
                0x0009: .shorts([1]), 0x000A: .shorts([16]), 0x000B: .shorts([1]), 0x002E: .bytes(preview),
                0x0118: .longs([values]),
            ]) { $1 }
        case .fujifilm: break
        }
        return file.encode(main, magic: magic)
    }

    var maker: String {
        switch self {
        case .nikon: "NIKON CORPORATION"
        case .canon: "Canon"
        case .sony: "SONY"
        case .pentax: "PENTAX"
        case .leica: "Leica Camera AG"
        case .fujifilm: "FUJIFILM"
        case .panasonic: "Panasonic"
        }
    }

    var model: String {
        switch self {
        case .nikon: "NIKON Z 30"
        case .canon: "Canon EOS X"
        case .sony: "ILCE-7M3"
        case .pentax: "PENTAX K-5"
        case .leica: "M11"
        case .fujifilm: "FinePix HS99"
        case .panasonic: "DMC-GF1"
        }
    }

    /// The values of a sensor with the pattern RGGB, 16 bits each.
    private static func mosaic(_ picture: Quadrants) -> [UInt8] {
        var values: [UInt8] = []
        for y in 0..<picture.size.height {
            for x in 0..<picture.size.width {
                let channel = y % 2 + x % 2
                values.append(little: picture.color(x: x, y: y).rgb[channel] == 0 ? 0 : 60000, bytes: 2)
            }
        }
        return values
    }

    /// A RAF: a header with the places of the preview and of the sensor's values, and tags in an own format.
    private func raf(sensor: Quadrants, preview: [UInt8], thumbnail: [UInt8]?, orientation: Int) -> [UInt8] {
        let exif = SampleExif.encode(
            [
                0x010F: .text(maker), 0x0110: .text(model), 0x0112: .short(orientation),
                0x8769: .directory([
                    0x829A: .rationals([(1, 250)]), 0x829D: .rationals([(28, 10)]), 0x8827: .short(400),
                    0x9003: .text("2024:05:17 18:30:05"), 0x920A: .rationals([(50, 1)]), 0xA434: .text("50 mm F1.8"),
                ]),
            ], thumbnail: thumbnail)
        let preview = SampleJPEG.adding(exif: exif, to: preview)
        let tagsStart = 160
        var tags: [UInt8] = []
        tags.append(big: 2, bytes: 4)
        for (tag, first, second) in [
            (0x0100, sensor.size.height, sensor.size.width), (0x0121, sensor.size.height, sensor.size.width),
        ] {
            tags.append(big: tag, bytes: 2)
            tags.append(big: 4, bytes: 2)
            tags.append(big: first, bytes: 2)
            tags.append(big: second, bytes: 2)
        }
        let previewStart = tagsStart + tags.count
        let valuesStart = previewStart + preview.count
        var bytes = Array("FUJIFILMCCD-RAW 0201FF393101".utf8)
        bytes += Array("FinePix HS99".utf8)
        bytes += [UInt8](repeating: 0, count: 84 - bytes.count)
        for place in [previewStart, preview.count, tagsStart, tags.count, valuesStart, 2 * sensor.size.count] {
            bytes.append(big: place, bytes: 4)
        }
        bytes += [UInt8](repeating: 0, count: tagsStart - bytes.count)
        return bytes + tags + preview + Self.mosaic(sensor)
    }
}

/// A little-endian TIFF with its directories at the start.
private struct RawFile {
    /// The bytes between the header and the first directory.
    var marker: [UInt8] = []
    /// The second directory.
    var second: [Int: SampleRAW.Value]?
    private var content: [UInt8] = []

    private static let contentStart = 8192

    /// Adds content, and returns its offset.
    mutating func append(_ bytes: [UInt8]) -> Int {
        defer { content += bytes }
        return Self.contentStart + content.count
    }

    func encode(_ main: [Int: SampleRAW.Value], magic: Int) -> [UInt8] {
        var bytes = Array("II".utf8)
        bytes.append(little: magic, bytes: 2)
        bytes.append(little: 8 + marker.count, bytes: 4)
        bytes += marker
        Self.write(main, to: &bytes, next: second)
        bytes += [UInt8](repeating: 0, count: max(0, Self.contentStart - bytes.count))
        precondition(bytes.count == Self.contentStart)
        return bytes + content
    }

    /// Appends a directory, the values that don't fit into its entries, and the directories that it refers to.
    private static func write(
        _ tags: [Int: SampleRAW.Value], to bytes: inout [UInt8],
        next: [Int: SampleRAW.Value]? = nil
    ) {
        let start = bytes.count
        bytes += [UInt8](repeating: 0, count: 2 + 12 * tags.count + 4)
        var table: [UInt8] = []
        table.append(little: tags.count, bytes: 2)
        for (tag, value) in tags.sorted(by: { $0.key < $1.key }) {
            var stored: [UInt8] = []
            var (type, count) = (4, 0)
            switch value {
            case .text(let text): (type, count, stored) = (2, text.utf8.count + 1, Array(text.utf8) + [0])
            case .bytes(let content): (type, count, stored) = (7, content.count, content)
            case .shorts(let numbers):
                (type, count) = (3, numbers.count)
                for number in numbers { stored.append(little: number, bytes: 2) }
            case .longs(let numbers):
                count = numbers.count
                for number in numbers { stored.append(little: number, bytes: 4) }
            case .rationals(let numbers):
                (type, count) = (5, numbers.count)
                for (numerator, denominator) in numbers {
                    stored.append(little: numerator, bytes: 4)
                    stored.append(little: denominator, bytes: 4)
                }
            case .directories(let directories):
                count = directories.count
                for directory in directories {
                    stored.append(little: bytes.count, bytes: 4)
                    write(directory, to: &bytes)
                }
            }
            table.append(little: tag, bytes: 2)
            table.append(little: type, bytes: 2)
            table.append(little: count, bytes: 4)
            if stored.count > 4 {
                table.append(little: bytes.count, bytes: 4)
                bytes += stored
            } else {
                table += stored + [UInt8](repeating: 0, count: 4 - stored.count)
            }
        }
        if let next {
            table.append(little: bytes.count, bytes: 4)
            write(next, to: &bytes)
        }
        bytes.replaceSubrange(start..<start + table.count, with: table)
    }
}
