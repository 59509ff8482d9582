import Albums
import Basics
import CPictureShims

/// Decodes PNG using libpng.
final class PNGDecoder: PictureDecoder {
    let size: PixelSize
    let orientation: Orientation
    let profile: [UInt8]?
    /// The encoding of the colors, in place of a profile; nil for sRGB.
    private let encoding: ColorEncoding?
    private let header: tintype_png_header
    private let reader: OpaquePointer
    private let file: FileBytes

    init(_ file: FileBytes, limits: DecodeLimits) throws {
        guard let reader = tintype_png_open(file.start, file.count, limits.profileBytes) else { throw Self.damaged }
        var header = tintype_png_header()
        guard tintype_png_read_header(reader, &header) == .ok else {
            tintype_png_close(reader)
            throw Self.damaged
        }
        self.file = file
        self.reader = reader
        self.header = header
        size = PixelSize(width: Int(header.width), height: Int(header.height))
        orientation = PNGMetadata.withExif(of: file.bytes) { Orientation(ExifBlock($0)) } ?? .upright
        let encoding = PNGMetadata.colorEncoding(of: file.bytes, isGray: header.is_gray)
        self.encoding = encoding == .sRGB ? nil : encoding
        profile =
            encoding != nil
            ? nil : header.profile.map { Array(UnsafeBufferPointer(start: $0, count: Int(header.profile_count))) }
    }

    deinit {
        tintype_png_close(reader)
    }

    var details: PhotoDetails? {
        PNGMetadata.withExif(of: file.bytes) { ExifBlock($0).map(PhotoDetails.init) } ?? nil
    }

    func memory(for plan: DecodePlan) -> Int {
        let rows = keepsAllRows ? size.count : size.width
        return plan.bytes + 4 * size.width * plan.factor + bytesPerPixel * rows
    }

    /// Each pass of an interlaced picture builds on the previous ones, and the tones of HDR depend on its brightest colors.
    private var keepsAllRows: Bool { header.passes > 1 || encoding?.isHDR == true }
    /// Colors of another encoding are converted from 16 bits, so that no tones are lost.
    private var bytesPerPixel: Int { encoding == nil ? 4 : 8 }

    func decode(_ plan: DecodePlan, limits: DecodeLimits, cancellation: DecodeCancellation) throws -> DecodedPixels {
        guard tintype_png_start(reader, encoding != nil) == .ok else { throw Self.damaged }
        let rows = RowCollector(region: plan.region, factor: plan.factor, hasAlpha: header.has_alpha)
        var target = PNGRows(rows, width: size.width, conversion: encoding.map { SRGBConversion(from: $0, depth: 16) })
        let isWhole =
            keepsAllRows
            ? try readAll(into: &target, cancellation: cancellation)
            : try read(into: &target, cancellation: cancellation)
        guard !isWhole || tintype_png_finish(reader) == .ok || tintype_png_is_cut(reader) else { throw Self.damaged }
        var pixels = target.finish(isGray: header.is_gray)
        pixels.isTruncated = !isWhole
        return pixels
    }

    /// - Returns: whether all rows were read; false if the file is truncated.
    private func read(into rows: inout PNGRows, cancellation: DecodeCancellation) throws -> Bool {
        var row = [UInt8](repeating: 0, count: bytesPerPixel * size.width)
        for y in 0..<size.height {
            if y.isMultiple(of: 16) { try cancellation.check() }
            guard try readRow(into: &row, isFirst: y == 0) else { return false }
            rows.append(row)
        }
        return true
    }

    /// Keeps all rows in memory.
    /// - Returns: whether all passes were read; false if the file is truncated.
    private func readAll(into rows: inout PNGRows, cancellation: DecodeCancellation) throws -> Bool {
        let stride = bytesPerPixel * size.width
        var memory = [UInt8](repeating: 0, count: stride * size.height)
        return try memory.withUnsafeMutableBufferPointer { memory in
            guard let start = memory.baseAddress else { return true }
            // If the first pass is truncated, the rows below are missing; in a later pass, the picture is coarse.
            var knownRows = 0
            var isWhole = true
            reading: for pass in 1...max(1, Int(header.passes)) {
                for y in 0..<size.height {
                    if y.isMultiple(of: 16) { try cancellation.check() }
                    isWhole = try readRow(into: start + y * stride, isFirst: pass == 1 && y == 0)
                    guard isWhole else { break reading }
                    knownRows = max(knownRows, y + 1)
                }
            }
            rows.adapt(to: start, height: knownRows)
            for y in 0..<knownRows { rows.append(start + y * stride) }
            return isWhole
        }
    }

    /// - Returns: whether the row was read; false if the file is truncated, except before the first row.
    private func readRow(into row: UnsafeMutablePointer<UInt8>, isFirst: Bool) throws -> Bool {
        guard tintype_png_read_row(reader, row) != .ok else { return true }
        guard tintype_png_is_cut(reader), !isFirst else { throw Self.damaged }
        return false
    }

    private static let damaged = PictureFailure.damaged(format: PictureFormat.png.name)
}

/// Collects rows as libpng returns them: 8 bits per sample, or 16 bits that are converted to sRGB.
private struct PNGRows {
    private var rows: RowCollector
    private let width: Int
    private var conversion: SRGBConversion?
    private var converted: [UInt8]

    init(_ rows: RowCollector, width: Int, conversion: SRGBConversion?) {
        self.rows = rows
        self.width = width
        self.conversion = conversion
        converted = [UInt8](repeating: 0, count: conversion == nil ? 0 : 4 * width)
    }

    /// Adapts the tones to those of the whole picture.
    mutating func adapt(to memory: UnsafePointer<UInt8>, height: Int) {
        conversion?.adapt(to: PixelSize(width: width, height: height)) { [width] y, body in
            Self.samples(memory + 8 * width * y, width: width, body)
        }
    }

    private static func samples(_ row: UnsafePointer<UInt8>, width: Int, _ body: (UnsafePointer<UInt16>) -> Void) {
        UnsafeRawPointer(row).withMemoryRebound(to: UInt16.self, capacity: 4 * width, body)
    }

    mutating func append(_ row: UnsafePointer<UInt8>) {
        guard let conversion else { return rows.append(row) }
        Self.samples(row, width: width) { conversion.convert($0, to: &converted, count: width) }
        rows.append(converted)
    }

    mutating func finish(isGray: Bool) -> DecodedPixels {
        rows.finish(model: conversion != nil ? .sRGB : isGray ? .grayAlpha : .rgba)
    }
}

extension PictureFormat {
    static let png = PictureFormat(
        name: "PNG", fileExtensions: ["png", "apng"], mimeType: "image/png",
        matches: { $0.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) },
        // The last chunk is an empty IEND with its checksum; some programs append data.
        isComplete: { bytes in (12...4096).contains { bytes.hasASCII("IEND", at: bytes.count - $0 + 4) } },
        libraries: { [.linked("libpng", String(cString: tintype_png_version()))] },
        decoder: { try PNGDecoder($0, limits: $1.limits) }, readMetadata: { try $0.readPNG(&$1) },
        animation: PNGAnimation.open)
}
