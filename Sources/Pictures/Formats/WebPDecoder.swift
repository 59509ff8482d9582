import Albums
import Basics
import CWebP

/// Decodes WebP, or the first frame of an animated one, using libwebp. Reduction happens during decoding.
final class WebPDecoder: PictureDecoder {
    let size: PixelSize
    let orientation: Orientation
    let profile: [UInt8]?
    let details: PhotoDetails?
    let frameCount: Int
    /// The region of the first frame on the canvas.
    private let frame: PixelRegion
    private let bitstream: WebPData
    private let features: WebPBitstreamFeatures
    private let file: FileBytes
    /// Whether the container is truncated.
    private let isTruncated: Bool

    init(_ file: FileBytes, limits: DecodeLimits) throws {
        self.file = file
        var data = WebPData(bytes: file.start, size: file.count)
        var state = WEBP_DEMUX_PARSE_ERROR
        guard let demuxer = WebPDemuxPartial(&data, &state) else { throw Self.damaged }
        defer { WebPDemuxDelete(demuxer) }
        isTruncated = state != WEBP_DEMUX_DONE
        size = PixelSize(
            width: Int(WebPDemuxGetI(demuxer, WEBP_FF_CANVAS_WIDTH)),
            height: Int(WebPDemuxGetI(demuxer, WEBP_FF_CANVAS_HEIGHT)))
        frameCount = Int(WebPDemuxGetI(demuxer, WEBP_FF_FRAME_COUNT))

        var iterator = WebPIterator()
        guard WebPDemuxGetFrame(demuxer, 1, &iterator) != 0 else { throw Self.damaged }
        defer { WebPDemuxReleaseIterator(&iterator) }
        // Points into the file, which is retained.
        bitstream = iterator.fragment
        var features = WebPBitstreamFeatures()
        guard WebPGetFeatures(bitstream.bytes, bitstream.size, &features) == VP8_STATUS_OK else { throw Self.damaged }
        self.features = features
        frame = PixelRegion(
            x: Int(iterator.x_offset), y: Int(iterator.y_offset), width: Int(features.width),
            height: Int(features.height))
        guard PixelRegion(all: size).contains(frame) else { throw Self.damaged }

        let exif = Self.chunk("EXIF", of: demuxer) { exif in
            (orientation: Orientation(ExifBlock(exif)), details: ExifBlock(exif).map(PhotoDetails.init))
        }
        orientation = exif?.orientation ?? .upright
        details = exif?.details
        profile = Self.chunk("ICCP", of: demuxer) { $0.count > limits.profileBytes ? nil : Array($0) } ?? nil
    }

    var isFasterReduced: Bool { true }

    func memory(for plan: DecodePlan) -> Int {
        // Lossless decoding buffers all pixels; lossy decoding buffers only their alpha.
        let isLossless = features.format == 2
        return plan.bytes + frame.size.count * (isLossless || !fillsCanvas ? 4 : 1)
    }

    func decode(_ plan: DecodePlan, limits: DecodeLimits, cancellation: DecodeCancellation) throws -> DecodedPixels {
        try cancellation.check()
        let hasAlpha = features.has_alpha != 0
        if fillsCanvas {
            let (pixels, lacksRows) = try pixels(plan)
            return DecodedPixels(
                size: plan.size, bytes: pixels, model: .rgba, hasAlpha: hasAlpha || lacksRows, isTruncated: lacksRows)
        }
        let (whole, lacksRows) = try pixels(DecodePlan(region: PixelRegion(all: frame.size), factor: 1))
        var rows = RowCollector(region: plan.region, factor: plan.factor, hasAlpha: true)
        for y in 0..<size.height where !rows.isComplete {
            if y.isMultiple(of: 16) { try cancellation.check() }
            var row = [UInt8](repeating: 0, count: 4 * size.width)
            if frame.rows.contains(y) {
                let source = 4 * frame.width * (y - frame.y)
                row.replaceSubrange(
                    4 * frame.x..<4 * (frame.x + frame.width), with: whole[source..<source + 4 * frame.width])
            }
            rows.append(row)
        }
        var pixels = rows.finish()
        pixels.isTruncated = lacksRows
        return pixels
    }

    private static let damaged = PictureFailure.damaged(format: PictureFormat.webP.name)

    private var fillsCanvas: Bool { frame == PixelRegion(all: size) }

    /// Decodes a region of the frame, in the frame's own pixels. Also returns whether rows are missing because of
    /// truncated data.
    private func pixels(_ plan: DecodePlan) throws -> (bytes: [UInt8], lackRows: Bool) {
        var config = WebPDecoderConfig()
        guard WebPInitDecoderConfig(&config) != 0 else { throw Self.damaged }
        config.options.use_cropping = plan.region == PixelRegion(all: frame.size) ? 0 : 1
        config.options.crop_left = Int32(plan.region.x)
        config.options.crop_top = Int32(plan.region.y)
        config.options.crop_width = Int32(plan.region.width)
        config.options.crop_height = Int32(plan.region.height)
        config.options.use_scaling = plan.factor > 1 ? 1 : 0
        config.options.scaled_width = Int32(plan.size.width)
        config.options.scaled_height = Int32(plan.size.height)
        config.output.colorspace = MODE_RGBA
        config.output.is_external_memory = 1
        var lacksRows = false
        let bytes = try [UInt8](unsafeUninitializedCapacity: plan.bytes) { target, count in
            config.output.u.RGBA = WebPRGBABuffer(
                rgba: target.baseAddress, stride: Int32(4 * plan.size.width), size: plan.bytes)
            if isTruncated {
                target.initialize(repeating: 0)
                lacksRows = try !decodeBeginning(&config)
            } else if WebPDecode(bitstream.bytes, bitstream.size, &config) != VP8_STATUS_OK {
                throw Self.damaged
            }
            count = plan.bytes
        }
        return (bytes, lacksRows)
    }

    /// Decodes all available rows; returns whether the picture is complete.
    private func decodeBeginning(_ config: inout WebPDecoderConfig) throws -> Bool {
        try withUnsafeMutablePointer(to: &config) { config in
            // The decoder keeps a pointer to the configuration.
            guard let decoder = WebPIDecode(nil, 0, config) else { throw Self.damaged }
            defer { WebPIDelete(decoder) }
            let status = WebPIUpdate(decoder, bitstream.bytes, bitstream.size)
            var lastRow: Int32 = 0
            guard WebPIDecGetRGB(decoder, &lastRow, nil, nil, nil) != nil, lastRow > 0,
                status == VP8_STATUS_OK || status == VP8_STATUS_SUSPENDED
            else { throw Self.damaged }
            return status == VP8_STATUS_OK
        }
    }

    private static func chunk<Result>(
        _ name: String, of demuxer: OpaquePointer, _ read: (UnsafeRawBufferPointer) -> Result
    ) -> Result? {
        var iterator = WebPChunkIterator()
        guard WebPDemuxGetChunk(demuxer, name, 1, &iterator) != 0 else { return nil }
        defer { WebPDemuxReleaseChunkIterator(&iterator) }
        return read(UnsafeRawBufferPointer(start: iterator.chunk.bytes, count: iterator.chunk.size))
    }
}

extension PictureFormat {
    static let webP = PictureFormat(
        name: "WebP", fileExtensions: ["webp"], mimeType: "image/webp",
        matches: { $0.hasASCII("RIFF", at: 0) && $0.hasASCII("WEBP", at: 8) },
        isComplete: { bytes in
            bytes.count >= 8
                && bytes.count - 8 >= Int(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: 4, as: UInt32.self)))
        },
        libraries: {
            let version = WebPGetDecoderVersion()
            return [.linked("libwebp", "\(version >> 16).\(version >> 8 & 255).\(version & 255)")]
        },
        decoder: { try WebPDecoder($0, limits: $1.limits) }, readMetadata: { try $0.readWebP(&$1) },
        animation: { try WebPAnimation($0.read($0.size, at: 0, cancellation: $2), limits: $1) })
}

extension EmbeddedMetadata {
    /// Reads the chunks of the container (RFC 9649, 2.7).
    mutating func readWebP(_ window: inout FileWindow) throws {
        var position = 12
        for _ in 0..<MetadataLimits.maxBlocks {
            guard let head = try window.bytes(at: position, 8), let length = head.littleEndian(4, at: 4) else { return }
            let content = position + 8
            switch String(decoding: head[..<4], as: UTF8.self) {
            case "VP8X":
                if let flags = try window.bytes(at: content, 10) {
                    size = PixelSize(
                        width: flags.littleEndian(3, at: 4).flatMap { Side(1 + $0) },
                        height: flags.littleEndian(3, at: 7).flatMap { Side(1 + $0) })
                }
            case "VP8 ":
                if size == nil, let frame = try window.bytes(at: content, 10) {
                    size = PixelSize(
                        width: frame.littleEndian(2, at: 6).flatMap { Side($0 & 0x3FFF) },
                        height: frame.littleEndian(2, at: 8).flatMap { Side($0 & 0x3FFF) })
                }
            case "VP8L":
                if size == nil, let bits = try window.bytes(at: content, 5)?.littleEndian(4, at: 1) {
                    size = PixelSize(width: Side(1 + bits & 0x3FFF), height: Side(1 + bits >> 14 & 0x3FFF))
                }
            case "EXIF" where length <= MetadataLimits.maxBlockBytes: exif = try window.bytes(at: content, length)
            case "XMP " where length <= MetadataLimits.maxBlockBytes: xmp = try window.bytes(at: content, length)
            default: break
            }
            // Chunks are padded to an even size.
            position = content + (length + 1) & ~1
        }
    }
}
