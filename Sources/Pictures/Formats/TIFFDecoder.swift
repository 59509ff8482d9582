import Albums
import Basics
import CPictureShims

/// Decodes the first picture of a TIFF file, using libtiff.
final class TIFFDecoder: PictureDecoder {
    let size: PixelSize
    let orientation: Orientation
    let profile: [UInt8]?
    private let header: tintype_tiff_header
    private let reader: OpaquePointer
    private let file: FileBytes

    init(_ file: FileBytes, limits: DecodeLimits) throws {
        guard let reader = tintype_tiff_open(file.start, file.count, limits.memory / 2) else { throw Self.damaged }
        var header = tintype_tiff_header()
        guard tintype_tiff_read_header(reader, &header) else {
            tintype_tiff_close(reader)
            throw PictureFailure.unsupportedFormat("TIFF of this kind")
        }
        self.file = file
        self.reader = reader
        self.header = header
        size = PixelSize(width: Int(header.width), height: Int(header.height))
        orientation = Orientation(exif: Int(header.orientation))
        let profileCount = Int(header.profile_count)
        profile = header.profile.flatMap {
            profileCount > limits.profileBytes ? nil : Array(UnsafeBufferPointer(start: $0, count: profileCount))
        }
    }

    deinit {
        tintype_tiff_close(reader)
    }

    var details: PhotoDetails? { ExifBlock(file.bytes).map(PhotoDetails.init) }

    func memory(for plan: DecodePlan) -> Int {
        // The rows of a strip or tile are unpacked together, with up to eight bytes per pixel or sample, and then converted.
        let together = PixelSize(width: size.width, height: Int(header.rows_together)).count
        return plan.bytes + 4 * size.width * plan.factor + (header.samples == .pixels ? 12 : 52) * together
    }

    func decode(_ plan: DecodePlan, limits: DecodeLimits, cancellation: DecodeCancellation) throws -> DecodedPixels {
        var rows = RowCollector(region: plan.region, factor: plan.factor, hasAlpha: header.has_alpha)
        guard header.samples == .pixels else {
            let model = try readSamples(into: &rows, cancellation: cancellation)
            return rows.finish(model: model)
        }
        let step = Int(header.rows_together)
        var pixels = [UInt32](repeating: 0, count: size.width * step)
        for top in stride(from: 0, to: size.height, by: step) where !rows.isComplete {
            try cancellation.check()
            let count = min(step, size.height - top)
            guard tintype_tiff_read_rows(reader, UInt32(top), UInt32(count), &pixels) else {
                // The rows before the damage are worth showing.
                if top > 0 { break }
                throw Self.damaged
            }
            pixels.withUnsafeMutableBytes { memory in
                let bytes = memory.bindMemory(to: UInt8.self)
                if header.has_alpha { Self.divideByAlpha(bytes) }
                guard let start = bytes.baseAddress else { return }
                for row in 0..<count {
                    rows.append(start + 4 * size.width * row)
                }
            }
        }
        return rows.finish(model: header.is_gray ? .grayAlpha : .rgba)
    }

    /// Reads pixels that libtiff doesn't convert.
    private func readSamples(
        into rows: inout RowCollector, cancellation: DecodeCancellation
    ) throws -> DecodedPixels.Model {
        let conversion = try SampleConversion(header.samples) { use in
            _ = try forEachBand(cancellation: cancellation) { samples, _ in
                use(samples)
                return true
            }
        }
        // Inks must be converted before averaging.
        let inks = header.samples == .inks ? ColorTransform(profile: profile, model: .lightCMYK) : nil
        var pixels: [UInt8] = []
        let hasRows = try forEachBand(cancellation: cancellation) { samples, count in
            conversion.convert(samples, to: &pixels)
            inks?.apply(to: &pixels)
            pixels.withUnsafeBufferPointer { pixels in
                guard let start = pixels.baseAddress else { return }
                for row in 0..<count { rows.append(start + 4 * size.width * row) }
            }
            return !rows.isComplete
        }
        guard hasRows else { throw Self.damaged }
        return header.samples == .inks || header.samples == .light ? .sRGB : header.is_gray ? .grayAlpha : .rgba
    }

    /// Passes the rows of each strip or row of tiles to `body`, until it returns false or the data is damaged. Returns
    /// whether any rows were read.
    private func forEachBand(
        cancellation: DecodeCancellation, _ body: (_ samples: UnsafeBufferPointer<Float>, _ rows: Int) -> Bool
    ) throws -> Bool {
        let step = Int(header.rows_together)
        var samples = [Float](repeating: 0, count: 4 * size.width * step)
        for top in stride(from: 0, to: size.height, by: step) {
            try cancellation.check()
            let count = min(step, size.height - top)
            guard tintype_tiff_read_samples(reader, UInt32(top), UInt32(count), &samples) else { return top > 0 }
            let goesOn = samples.withUnsafeBufferPointer { samples in
                body(UnsafeBufferPointer(rebasing: samples[..<(4 * size.width * count)]), count)
            }
            guard goesOn else { break }
        }
        return true
    }

    private static let damaged = PictureFailure.damaged(format: PictureFormat.tiff.name)

    private static func divideByAlpha(_ pixels: UnsafeMutableBufferPointer<UInt8>) {
        for index in stride(from: 0, to: pixels.count, by: 4) {
            let alpha = UInt32(pixels[index + 3])
            guard alpha != 0, alpha != 255 else { continue }
            for channel in index..<index + 3 {
                pixels[channel] = UInt8(min(255, (UInt32(pixels[channel]) * 255 + alpha / 2) / alpha))
            }
        }
    }
}

/// A conversion of a picture's samples to four bytes for each pixel.
private struct SampleConversion {
    private let samples: tintype_tiff_samples
    /// The factor for linear light and wide colors.
    private var scale: Float = 1
    private var curve = ToneCurve(peak: 1)

    /// - Parameter read: passes all samples of the picture to a function.
    init(_ samples: tintype_tiff_samples, read: ((UnsafeBufferPointer<Float>) -> Void) throws -> Void) rethrows {
        self.samples = samples
        guard samples == .light || samples == .wide else { return }
        var lights: [Float] = []
        var brightest: Float = 0
        try read { band in
            let step = max(1, band.count / 4 / Self.maxSamplesOfBand)
            for pixel in stride(from: 0, to: band.count / 4, by: step) {
                lights.append(max(band[4 * pixel], band[4 * pixel + 1], band[4 * pixel + 2]))
            }
            if samples == .wide {
                brightest = stride(from: 0, to: band.count, by: 4).reduce(brightest) { max($0, band[$1]) }
            }
        }
        if samples == .light {
            lights = lights.filter(\.isFinite).sorted()
            let middle = lights.isEmpty ? 0 : lights[(lights.count - 1) / 2]
            // The unit of light is unknown. If the median is brighter than white, it becomes middle gray.
            if middle > 1 { scale = Self.middleGray / middle }
            curve = ToneCurve(lights.map { $0 * scale })
        } else {
            // Samples of 32 bits may use only the range of 8, 16 or 24 bits.
            let range = [8, 16, 24].map { Float(Double(1 << $0 - 1) / Double(UInt32.max)) }
            scale = 1 / (range.first { brightest <= $0 * 1.001 } ?? 1)
        }
    }

    private static let maxSamplesOfBand = 1 << 12
    private static let middleGray: Float = 0.18

    func convert(_ values: UnsafeBufferPointer<Float>, to pixels: inout [UInt8]) {
        if pixels.count != values.count { pixels = [UInt8](repeating: 0, count: values.count) }
        for index in stride(from: 0, to: values.count, by: 4) {
            let color = SIMD3(values[index], values[index + 1], values[index + 2]) * scale
            let alpha = Self.byte(values[index + 3])
            switch samples {
            case .light:
                let shown = SRGBBytes(curve.mapped(color))
                (pixels[index], pixels[index + 1], pixels[index + 2]) = (shown.red, shown.green, shown.blue)
                pixels[index + 3] = alpha
            case .inks:
                for channel in 0..<4 { pixels[index + channel] = 255 - Self.byte(values[index + channel]) }
            case .pixels, .colors, .wide:
                for channel in 0..<3 { pixels[index + channel] = Self.byte(color[channel]) }
                pixels[index + 3] = alpha
            }
        }
    }

    /// Returns a number from 0 to 1 as a byte. NaN is 0.
    private static func byte(_ value: Float) -> UInt8 {
        value > 0 ? UInt8(min(value, 1) * 255 + 0.5) : 0
    }
}

extension PictureFormat {
    /// Its parts may be in any order, so a truncated file isn't recognized. Most raw formats of cameras are based on it, and
    /// some look like it.
    static let tiff = PictureFormat(
        name: "TIFF", fileExtensions: ["tiff", "tif"] + rawExtensions, mimeType: "image/tiff",
        matches: { head in
            [[0x49, 0x49, 42, 0], [0x4D, 0x4D, 0, 42], [0x49, 0x49, 43, 0], [0x4D, 0x4D, 0, 43]]
                .contains { head.starts(with: $0) }
        },
        libraries: { [.linked("libtiff", libraryVersion)] }, decoder: { try TIFFDecoder($0, limits: $1.limits) },
        readMetadata: { try $0.readTIFF(&$1) })

    /// Extracts the version from `LIBTIFF, Version 4.5.0`, which is followed by copyright lines.
    private static var libraryVersion: String {
        let line = String(cString: tintype_tiff_version()).prefix { $0 != "\n" }
        return String(line.split(separator: " ").last ?? line)
    }
}

extension EmbeddedMetadata {
    /// Reads the tags of the first directory that contain XMP and IPTC (TIFF 6.0, section 2).
    mutating func readTIFF(_ window: inout FileWindow) throws {
        guard let header = try window.bytes(at: 0, 8) else { return }
        let isBigEndian = header[0] == UInt8(ascii: "M")
        func number(_ byteCount: Int, in bytes: [UInt8], at offset: Int) -> Int? {
            isBigEndian ? bytes.bigEndian(byteCount, at: offset) : bytes.littleEndian(byteCount, at: offset)
        }
        guard number(2, in: header, at: 2) == 42, let directory = number(4, in: header, at: 4),
            let count = try window.bytes(at: directory, 2).flatMap({ number(2, in: $0, at: 0) }),
            let entries = try window.bytes(at: directory + 2, 12 * count)
        else { return }
        for start in stride(from: 0, to: entries.count, by: 12) {
            guard let tag = number(2, in: entries, at: start), [700, 33723, 34377].contains(tag),
                let type = number(2, in: entries, at: start + 2), let count = number(4, in: entries, at: start + 4),
                let position = number(4, in: entries, at: start + 8)
            else { continue }
            // IPTC is often declared as numbers of four bytes.
            let size = count * (type == 4 ? 4 : 1)
            guard (5...MetadataLimits.maxBlockBytes).contains(size) else { continue }
            let content = try window.bytes(at: position, size)
            if tag == 700 { xmp = content } else { iptc = iptc ?? content }
        }
    }
}
