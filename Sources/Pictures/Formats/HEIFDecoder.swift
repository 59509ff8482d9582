import Albums
import Basics
import CHEIF

/// Decodes HEIC and AVIF using libheif, which applies the container's rotation and cropping. The EXIF orientation is
/// ignored.
final class HEIFDecoder: PictureDecoder {
    let size: PixelSize
    let orientation = Orientation.upright
    let profile: [UInt8]?
    private let format: PictureFormat
    private let context: OpaquePointer
    private let image: OpaquePointer
    private let file: FileBytes
    /// The pixels, if they were needed to determine the size.
    private var decoded: HEIFPixels?

    init(_ file: FileBytes, format: PictureFormat, limits: DecodeLimits, memory: any DecodeMemory) throws {
        guard let context = heif_context_alloc() else { throw PictureFailure.damaged(format: format.name) }
        heif_context_set_maximum_image_size_limit(context, 1 << 16)
        // Decodes tiles sequentially; other threads decode other pictures.
        heif_context_set_max_decoding_threads(context, 0)
        var image: OpaquePointer?
        let isRead = heif_context_read_from_memory_without_copy(context, file.start, file.count, nil)
        guard isRead.code == heif_error_Ok,
            heif_context_get_primary_image_handle(context, &image).code == heif_error_Ok, let image
        else {
            heif_context_free(context)
            throw Self.unknownCodec(of: file).map { .unsupportedFormat($0) }
                ?? PictureFailure.damaged(format: format.name)
        }
        self.file = file
        self.format = format
        self.context = context
        self.image = image
        let profileCount = heif_image_handle_get_raw_color_profile_size(image)
        var profile = [UInt8](repeating: 0, count: profileCount <= limits.profileBytes ? profileCount : 0)
        let hasProfile =
            !profile.isEmpty && heif_image_handle_get_raw_color_profile(image, &profile).code == heif_error_Ok
        self.profile = hasProfile ? profile : nil

        let declared = Self.size(of: image)
        let stored = PixelSize(
            width: Int(heif_image_handle_get_ispe_width(image)), height: Int(heif_image_handle_get_ispe_height(image)))
        // Writers disagree on whether a rotation listed before the size applies to it. Only the pixels show which.
        if declared == stored, declared.count <= limits.pixels, HEIFBoxes(bytes: file.bytes).primarySwapsAxes {
            let needed = file.count + Self.bytesPerPixel * declared.count
            if needed <= limits.memory {
                decoded = try memory.withMemory(needed) { try? HEIFPixels(of: image, format) }
            }
        }
        size = decoded?.size ?? declared
    }

    /// Returns the name of a codec for which older versions of libheif report damage; nil for other codecs.
    private static func unknownCodec(of file: FileBytes) -> String? {
        let meta = HEIFBoxes(bytes: file.bytes).first("meta", in: 0..<file.count)
        guard let meta, meta.count <= MetadataLimits.maxBlockBytes, let items = HEIFItems(Array(file.bytes[meta]))
        else {
            return nil
        }
        return unknownCodecs.first { items.kinds.contains($0.key) }?.value
    }

    private static let unknownCodecs: KeyValuePairs = [
        "unci": "Uncompressed HEIF", "j2k1": "HEIF with JPEG 2000", "jpeg": "HEIF with JPEG", "avc1": "HEIF with H.264",
        "vvc1": "HEIF with H.266",
    ]

    deinit {
        heif_image_handle_release(image)
        heif_context_free(context)
    }

    var details: PhotoDetails? {
        var identifier: heif_item_id = 0
        guard heif_image_handle_get_list_of_metadata_block_IDs(image, "Exif", &identifier, 1) == 1 else { return nil }
        let count = heif_image_handle_get_metadata_size(image, identifier)
        guard count > Self.exifOffsetBytes, count <= Self.maxExifBytes else { return nil }
        var block = [UInt8](repeating: 0, count: count)
        guard heif_image_handle_get_metadata(image, identifier, &block).code == heif_error_Ok else { return nil }
        return block.withUnsafeBytes { block in
            // Starts with the number of further bytes before the TIFF header (ISO/IEC 23008-12, A.2.1).
            let skipped = block.prefix(Self.exifOffsetBytes).reduce(0) { $0 << 8 | Int($1) }
            guard skipped < count - Self.exifOffsetBytes else { return nil }
            let exif = UnsafeRawBufferPointer(rebasing: block[(Self.exifOffsetBytes + skipped)...])
            return ExifBlock(exif).map(PhotoDetails.init)
        }
    }

    private static let exifOffsetBytes = 4
    private static let maxExifBytes = 1 << 20

    func memory(for plan: DecodePlan) -> Int {
        plan.bytes + 4 * size.width * plan.factor
            + (Self.bytesPerPixel + (ColorEncoding(of: image) == nil ? 0 : 4)) * size.count
    }

    /// Memory used by libheif: planes with up to two bytes per sample, their tiles, and RGBA.
    private static let bytesPerPixel = 9

    func decode(_ plan: DecodePlan, limits: DecodeLimits, cancellation: DecodeCancellation) throws -> DecodedPixels {
        try cancellation.check()
        if plan.region == PixelRegion(all: size), let small = thumbnail(covering: plan.size) {
            return try collect(
                small, DecodePlan(region: PixelRegion(all: small.size), factor: 1), cancellation: cancellation)
        }
        let pixels = try decoded ?? HEIFPixels(of: image, format)
        // The container may declare a larger size than the pixels have.
        if plan.region == PixelRegion(all: size), pixels.size != size, isReduction(pixels.size) {
            return try collect(
                pixels, DecodePlan(region: PixelRegion(all: pixels.size), factor: 1), cancellation: cancellation)
        }
        return try collect(pixels, plan, cancellation: cancellation)
    }

    private func collect(_ pixels: HEIFPixels, _ plan: DecodePlan, cancellation: DecodeCancellation) throws
        -> DecodedPixels
    {
        guard PixelRegion(all: pixels.size).contains(plan.region) else { throw damaged }
        var rows = RowCollector(region: plan.region, factor: plan.factor, hasAlpha: pixels.hasAlpha)
        for y in 0..<pixels.size.height where !rows.isComplete {
            if y.isMultiple(of: 16) { try cancellation.check() }
            pixels.withRow(y) { rows.append($0) }
        }
        return rows.finish(model: pixels.isSRGB ? .sRGB : .rgba)
    }

    private var damaged: PictureFailure { .damaged(format: format.name) }

    private static func size(of image: OpaquePointer) -> PixelSize {
        PixelSize(width: Int(heif_image_handle_get_width(image)), height: Int(heif_image_handle_get_height(image)))
    }

    /// Decodes the embedded thumbnail if it is large enough.
    private func thumbnail(covering target: PixelSize) -> HEIFPixels? {
        guard target != size, let previewSize, previewSize.width >= target.width, previewSize.height >= target.height
        else { return nil }
        return withThumbnail { try? HEIFPixels(of: $0, format) }
    }

    /// The size of the embedded thumbnail, if it is small and has the same aspect ratio.
    var previewSize: PixelSize? {
        guard let found = withThumbnail(Self.size), found.count <= Self.maxThumbnailPixels,
            4 * found.count <= size.count, isReduction(found)
        else { return nil }
        return found
    }

    /// Whether a size is not larger than the picture and has the same aspect ratio.
    private func isReduction(_ smaller: PixelSize) -> Bool {
        guard (1...size.width).contains(smaller.width), (1...size.height).contains(smaller.height) else { return false }
        // Tolerates half a percent for different cropping, and a pixel for rounding.
        let skew = abs(smaller.width * size.height - smaller.height * size.width)
        return skew <= smaller.width * size.height / 200 + max(size.width, size.height)
    }

    func preview(cancellation: DecodeCancellation) throws -> DecodedPixels? {
        try cancellation.check()
        guard let small = withThumbnail({ try? HEIFPixels(of: $0, format) }) else { return nil }
        return try collect(
            small, DecodePlan(region: PixelRegion(all: small.size), factor: 1), cancellation: cancellation)
    }

    /// Typical cameras embed about 320 x 240 pixels.
    private static let maxThumbnailPixels = 1 << 20

    private func withThumbnail<Result>(_ body: (OpaquePointer) -> Result?) -> Result? {
        var identifier: heif_item_id = 0
        var small: OpaquePointer?
        guard heif_image_handle_get_list_of_thumbnail_IDs(image, &identifier, 1) == 1,
            heif_image_handle_get_thumbnail(image, identifier, &small).code == heif_error_Ok, let small
        else { return nil }
        defer { heif_image_handle_release(small) }
        return body(small)
    }
}

/// A picture decoded by libheif, rotated according to the container.
final class HEIFPixels {
    let size: PixelSize
    let hasAlpha: Bool
    private let image: OpaquePointer
    private let start: UnsafePointer<UInt8>
    private let stride: Int
    /// The bits per sample; more than 8 are stored in two bytes.
    private let depth: Int
    /// The conversion of another color encoding to sRGB.
    private var conversion: SRGBConversion?

    /// dav1d, which libheif prefers for AVIF, prints messages about damaged data.
    private static let quietDecoder: StaticString? = HEIFCodec.av1.hasDecoder("aom") ? "aom" : nil

    /// Decodes a picture or a thumbnail.
    init(of handle: OpaquePointer, _ format: PictureFormat) throws(PictureFailure) {
        guard let options = heif_decoding_options_alloc() else { throw .neededTooMuchMemory }
        defer { heif_decoding_options_free(options) }
        let encoding = ColorEncoding(of: handle)
        let depth = Int(heif_image_handle_get_luma_bits_per_pixel(handle))
        let isDeep = encoding != nil && (9...16).contains(depth)
        options.pointee.convert_hdr_to_8bit = isDeep ? 0 : 1
        if format == .avif, let decoder = Self.quietDecoder {
            options.pointee.decoder_id = UnsafeRawPointer(decoder.utf8Start).assumingMemoryBound(to: CChar.self)
        }
        var decoded: OpaquePointer?
        let result = heif_decode_image(
            handle, &decoded, heif_colorspace_RGB,
            isDeep ? heif_chroma_interleaved_RRGGBBAA_LE : heif_chroma_interleaved_RGBA, options)
        guard result.code == heif_error_Ok, let decoded else {
            guard result.code != heif_error_Memory_allocation_error else { throw .neededTooMuchMemory }
            let codec = HEIFCodec(format)
            guard codec.isAvailable else {
                throw .missingLibrary(format: format.name, package: codec.package)
            }
            // For example, libheif 1.15 mirrors pictures of 8 bits only.
            throw result.code == heif_error_Unsupported_feature
                ? .unsupportedFormat("\(format.name) of this kind") : .damaged(format: format.name)
        }
        var stride: Int32 = 0
        guard let start = heif_image_get_plane_readonly(decoded, heif_channel_interleaved, &stride),
            let size = PixelSize(
                width: Side(heif_image_get_width(decoded, heif_channel_interleaved)),
                height: Side(heif_image_get_height(decoded, heif_channel_interleaved)))
        else {
            heif_image_release(decoded)
            throw .damaged(format: format.name)
        }
        image = decoded
        self.start = start
        self.stride = Int(stride)
        self.size = size
        hasAlpha = heif_image_handle_has_alpha_channel(handle) != 0
        self.depth = isDeep ? depth : 8
        conversion = encoding.map { SRGBConversion(from: $0, depth: isDeep ? depth : 8) }
        conversion?.adapt(to: size) { y, body in withSamples(ofRow: y, body) }
    }

    deinit {
        heif_image_release(image)
    }

    /// Whether the rows are in sRGB.
    var isSRGB: Bool { conversion != nil }

    /// Calls `body` with a row of RGBA pixels.
    func withRow(_ y: Int, _ body: (UnsafePointer<UInt8>) -> Void) {
        guard let conversion else { return body(start + y * stride) }
        let row = [UInt8](unsafeUninitializedCapacity: 4 * size.width) { row, count in
            count = row.count
            guard let pixels = row.baseAddress else { return }
            withSamples(ofRow: y) { conversion.convert($0, to: pixels, count: size.width) }
        }
        body(row)
    }

    private func withSamples(ofRow y: Int, _ body: (UnsafePointer<UInt16>) -> Void) {
        let row = UnsafeRawPointer(start + y * stride)
        let samples = (0..<4 * size.width).map { index in
            depth > 8
                ? UInt16(littleEndian: row.loadUnaligned(fromByteOffset: 2 * index, as: UInt16.self))
                : UInt16(row.load(fromByteOffset: index, as: UInt8.self))
        }
        body(samples)
    }
}

extension ColorEncoding {
    /// Reads the code points in the container; nil if they are those of sRGB, unknown, or replaced by a profile.
    fileprivate init?(of image: OpaquePointer) {
        guard heif_image_handle_get_color_profile_type(image) == heif_color_profile_type_nclx else { return nil }
        var profile: UnsafeMutablePointer<heif_color_profile_nclx>?
        guard heif_image_handle_get_nclx_color_profile(image, &profile).code == heif_error_Ok, let profile else {
            return nil
        }
        defer { heif_nclx_color_profile_free(profile) }
        // libheif has already expanded a narrow range.
        self.init(
            primaries: Int(profile.pointee.color_primaries.rawValue),
            transfer: Int(profile.pointee.transfer_characteristics.rawValue))
        if self == .sRGB { return nil }
    }
}

extension PictureFormat {
    static let heic: Self = PictureFormat(
        name: "HEIC", fileExtensions: ["heic", "heif", "hif"], mimeType: "image/heif",
        matches: {
            let brands: Set = ["heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1"]
            return $0.isoBrands.map { !$0.isDisjoint(with: brands) } ?? false
        },
        isComplete: \.hasWholeBoxes, containerHasOrientation: true, libraries: { HEIFCodec.hevc.libraries(for: .heic) },
        decoder: { try HEIFDecoder($0, format: .heic, limits: $1.limits, memory: $1.memory) },
        preview: { try OpenedPicture($0, format: .heic, bytes: $0.size, in: $1).preview() },
        readMetadata: { try $0.readHEIF(&$1) })

    static let avif: Self = PictureFormat(
        name: "AVIF", fileExtensions: ["avif", "avifs"], mimeType: "image/avif",
        matches: { $0.isoBrands.map { !$0.isDisjoint(with: ["avif", "avis"]) } ?? false }, isComplete: \.hasWholeBoxes,
        containerHasOrientation: true, libraries: { HEIFCodec.av1.libraries(for: .avif) },
        decoder: { try HEIFDecoder($0, format: .avif, limits: $1.limits, memory: $1.memory) },
        preview: { try OpenedPicture($0, format: .avif, bytes: $0.size, in: $1).preview() },
        readMetadata: { try $0.readHEIF(&$1) })
}

/// A codec of libheif. Since version 1.16, Debian packages each separately.
enum HEIFCodec {
    case hevc, av1

    init(_ format: PictureFormat) {
        self = format == .avif ? .av1 : .hevc
    }

    private var compression: heif_compression_format {
        switch self {
        case .hevc: heif_compression_HEVC
        case .av1: heif_compression_AV1
        }
    }

    var isAvailable: Bool { heif_have_decoder_for_format(compression) != 0 }

    /// Debian's package of the plugin that libheif prefers.
    var package: String {
        switch self {
        case .hevc: "libheif-plugin-libde265"
        case .av1: "libheif-plugin-dav1d"
        }
    }

    /// libheif and, if it is missing, the plugin that decodes a format.
    fileprivate func libraries(for format: PictureFormat) -> [SystemLibrary] {
        // Loads the plugins.
        heif_init(nil)
        let library = SystemLibrary.linked("libheif", String(cString: heif_get_version()))
        guard !isAvailable else { return [library] }
        return [library, SystemLibrary(name: "libheif", .withoutDecoder(format: format.name, package: package))]
    }

    /// Returns whether libheif has a decoder of this ID, such as `aom`.
    func hasDecoder(_ name: String) -> Bool {
        var decoders = [OpaquePointer?](repeating: nil, count: 16)
        let count = Int(heif_get_decoder_descriptors(compression, &decoders, Int32(decoders.count)))
        return decoders.prefix(max(0, count)).contains { decoder in
            heif_decoder_descriptor_get_id_name(decoder).map { String(cString: $0) == name } ?? false
        }
    }
}
