import Albums
import Basics

/// Decodes the portable anymap formats of Netpbm, PBM, PGM, PPM and PAM, row by row.
///
/// Our own reader, because Netpbm's library prints errors and exits.
final class PNMDecoder: PictureDecoder {
    let size: PixelSize
    let orientation = Orientation.upright
    let profile: [UInt8]? = nil
    private let header: PNMHeader
    private let file: FileBytes

    init(_ file: FileBytes, limits: DecodeLimits) throws {
        header = try PNMHeader(file.bytes)
        self.file = file
        size = header.size
    }

    func memory(for plan: DecodePlan) -> Int {
        plan.bytes + size.width * (4 * (plan.factor + 1) + header.channels)
    }

    func decode(_ plan: DecodePlan, limits: DecodeLimits, cancellation: DecodeCancellation) throws -> DecodedPixels {
        var rows = RowCollector(region: plan.region, factor: plan.factor, hasAlpha: header.hasAlpha)
        var samples = [UInt8](repeating: 0, count: size.width * header.channels)
        var pixels = [UInt8](repeating: 255, count: 4 * size.width)
        var text = PNMText(bytes: file.bytes, position: header.pixelOffset)
        for y in 0..<size.height where !rows.isComplete {
            if y.isMultiple(of: 16) { try cancellation.check() }
            let isRead = header.isText ? read(&text, into: &samples) : read(row: y, into: &samples)
            guard isRead else {
                // The rows before the end are worth showing.
                if y == 0 { throw PNMHeader.damaged }
                break
            }
            expand(samples, into: &pixels)
            rows.append(pixels)
        }
        return rows.finish(model: header.channels <= 2 ? .grayAlpha : .rgba)
    }

    /// Reads a row of binary samples; returns whether the file contains all of it.
    private func read(row: Int, into samples: inout [UInt8]) -> Bool {
        let start = header.pixelOffset + row * header.rowBytes
        guard start + header.rowBytes <= file.count else { return false }
        let bytes = UnsafeRawBufferPointer(rebasing: file.bytes[start..<start + header.rowBytes])
        if header.isBitmap {
            for x in samples.indices { samples[x] = bytes[x / 8] >> (7 - x % 8) & 1 == 0 ? 255 : 0 }
        } else if header.sampleBytes == 1 {
            for index in samples.indices { samples[index] = header.value(Int(bytes[index])) }
        } else {
            for index in samples.indices {
                samples[index] = header.value(Int(bytes[2 * index]) << 8 | Int(bytes[2 * index + 1]))
            }
        }
        return true
    }

    /// Reads a row of decimal samples; returns whether the file contains all of it.
    private func read(_ text: inout PNMText, into samples: inout [UInt8]) -> Bool {
        for index in samples.indices {
            guard let sample = header.isBitmap ? text.digit() : text.number() else { return false }
            samples[index] = header.isBitmap ? (sample == 0 ? 255 : 0) : header.value(sample)
        }
        return true
    }

    /// Converts samples to RGBA.
    private func expand(_ samples: [UInt8], into pixels: inout [UInt8]) {
        let channels = header.channels
        for x in 0..<size.width {
            let sample = channels * x
            for channel in 0..<3 { pixels[4 * x + channel] = samples[channels > 2 ? sample + channel : sample] }
            if header.hasAlpha { pixels[4 * x + 3] = samples[sample + channels - 1] }
        }
    }
}

/// The header of a PBM, PGM, PPM or PAM file.
struct PNMHeader {
    let size: PixelSize
    /// The number of samples of a pixel: gray or red, green and blue, and alpha if it is even.
    let channels: Int
    /// Whether samples are decimal numbers, separated by white space.
    let isText: Bool
    /// Whether samples are single bits, with 1 for black (PBM).
    let isBitmap: Bool
    /// The offset of the samples in the file.
    let pixelOffset: Int
    /// The result for each sample.
    private let values: [UInt8]

    var hasAlpha: Bool { channels.isMultiple(of: 2) }
    var sampleBytes: Int { values.count > 256 ? 2 : 1 }

    /// The number of bytes of a row of binary samples.
    var rowBytes: Int { isBitmap ? (size.width + 7) / 8 : size.width * channels * sampleBytes }

    /// The number of bytes of a file with all rows; nil if they are text.
    var fileBytes: Int? { isText ? nil : pixelOffset + rowBytes * size.height }

    static let damaged = PictureFailure.damaged(format: PictureFormat.pnm.name)

    /// Returns whether a file starts with a magic number and the first field of a header.
    static func isPlausible(_ head: UnsafeRawBufferPointer) -> Bool {
        guard head.count >= 4, head[0] == UInt8(ascii: "P") else { return false }
        var text = PNMText(bytes: head, position: 2)
        switch head[1] {
        case UInt8(ascii: "1")...UInt8(ascii: "6"): return PNMText.isSpace(head[2]) && text.number() != nil
        // A PAM's fields have names, and may follow comments.
        case UInt8(ascii: "7"): return head[2] == UInt8(ascii: "\n") && text.word() != nil
        default: return false
        }
    }

    /// - Throws: `PictureFailure.damaged`, or `.unsupportedFormat` for a PAM that is no picture in gray or RGB.
    init(_ bytes: UnsafeRawBufferPointer) throws(PictureFailure) {
        guard bytes.count > 2 else { throw Self.damaged }
        var text = PNMText(bytes: bytes, position: 2)
        let kind = Int(bytes[1]) - Int(UInt8(ascii: "0"))
        isText = kind <= 3
        isBitmap = kind == 1 || kind == 4
        let fields =
            kind == 7
            ? try Self.namedFields(&text)
            : (
                width: text.number(), height: text.number(), channels: kind == 3 || kind == 6 ? 3 : 1,
                maxValue: isBitmap ? 1 : text.number()
            )
        guard let width = fields.width, let height = fields.height, let channels = fields.channels,
            let maxValue = fields.maxValue, (1...65535).contains(maxValue),
            let size = PixelSize(width: Side(width), height: Side(height))
        else { throw Self.damaged }
        guard (1...4).contains(channels) else { throw .unsupportedFormat(Self.unsupported) }
        self.size = size
        self.channels = channels
        // A single white space separates the header from binary samples; a PAM's header has ended with its line.
        pixelOffset = isText || kind == 7 ? text.position : text.position + 1
        // Without any sample, the last number may continue beyond the end.
        guard pixelOffset < bytes.count else { throw Self.damaged }
        values = (0...maxValue).map { UInt8(($0 * 255 + maxValue / 2) / maxValue) }
    }

    /// Converts a sample to 0...255.
    @inline(__always)
    func value(_ sample: Int) -> UInt8 { values[min(sample, values.count - 1)] }

    private static let unsupported = "PAM of this kind"

    private typealias Fields = (width: Int?, height: Int?, channels: Int?, maxValue: Int?)

    /// Reads the fields of a PAM, up to the line `ENDHDR`.
    private static func namedFields(_ text: inout PNMText) throws(PictureFailure) -> Fields {
        var fields: Fields = (nil, nil, nil, nil)
        while let name = text.word() {
            switch name {
            case "WIDTH": fields.width = text.number()
            case "HEIGHT": fields.height = text.number()
            case "DEPTH": fields.channels = text.number()
            case "MAXVAL": fields.maxValue = text.number()
            case "TUPLTYPE":
                if text.restOfLine() == "CMYK" { throw .unsupportedFormat(unsupported) }
            case "ENDHDR":
                _ = text.restOfLine()
                return fields
            default: throw damaged
            }
        }
        throw damaged
    }
}

/// Words and numbers in the header or the samples of a portable anymap, between white space and comments.
struct PNMText {
    let bytes: UnsafeRawBufferPointer
    var position: Int

    /// Reads a decimal number up to 2^31; leaves the position after its last digit.
    mutating func number() -> Int? {
        skipSpace()
        var number: Int?
        while position < bytes.count, let digit = Self.digit(bytes[position]) {
            number = (number ?? 0) * 10 + digit
            if let number, number > 1 << 31 { return nil }
            position += 1
        }
        return number
    }

    /// Reads a single digit.
    mutating func digit() -> Int? {
        skipSpace()
        guard position < bytes.count, let digit = Self.digit(bytes[position]) else { return nil }
        position += 1
        return digit
    }

    /// Reads a word of capital letters.
    mutating func word() -> String? {
        skipSpace()
        let word = bytes[min(position, bytes.count)...].prefix(Self.maxWordBytes).prefix {
            (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0)
        }
        position += word.count
        return word.isEmpty ? nil : String(decoding: word, as: UTF8.self)
    }

    /// Reads the rest of the line, and moves to the next one.
    mutating func restOfLine() -> String {
        let line = bytes[min(position, bytes.count)...].prefix { $0 != UInt8(ascii: "\n") }
        position += line.count + 1
        return String(decoding: line.prefix(Self.maxWordBytes), as: UTF8.self).trimmed ?? ""
    }

    static func isSpace(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || (9...13).contains(byte)
    }

    private static let maxWordBytes = 64

    private static func digit(_ byte: UInt8) -> Int? {
        byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") ? Int(byte - UInt8(ascii: "0")) : nil
    }

    /// Skips white space, and comments from `#` to the end of the line.
    private mutating func skipSpace() {
        while position < bytes.count {
            if bytes[position] == UInt8(ascii: "#") {
                while position < bytes.count, bytes[position] != UInt8(ascii: "\n") { position += 1 }
            } else if !Self.isSpace(bytes[position]) {
                return
            }
            position += 1
        }
    }
}

extension PictureFormat {
    /// The family of portable anymaps: PBM, PGM, PPM and PAM.
    static let pnm = PictureFormat(
        name: "PNM", fileExtensions: ["pnm", "ppm", "pgm", "pbm", "pam"], mimeType: "image/x-portable-anymap",
        matches: PNMHeader.isPlausible, isComplete: { ((try? PNMHeader($0))?.fileBytes ?? 0) <= $0.count },
        hasSizeAtStart: true, decoder: { try PNMDecoder($0, limits: $1.limits) })
}
