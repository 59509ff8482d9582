import Albums
import CHEIF

/// HEIC and AVIF by libheif, which turns and crops as the container says; EXIF's orientation does not count here.
final class HEIFDecoder: PictureDecoder {
    let size: PixelSize
    let orientation = Orientation.upright
    let profile: [UInt8]?
    private let format: PictureFormat
    private let context: OpaquePointer
    private let image: OpaquePointer
    private let file: FileBytes

    init(_ file: FileBytes, format: PictureFormat, limits: DecodeLimits) throws {
        guard let context = heif_context_alloc() else { throw PictureFailure.damaged(format: format.rawValue) }
        heif_context_set_maximum_image_size_limit(context, 1 << 16)
        // Tiles one after another: other pictures are decoded on other threads.
        heif_context_set_max_decoding_threads(context, 0)
        var image: OpaquePointer?
        let isRead = heif_context_read_from_memory_without_copy(context, file.start, file.count, nil)
        guard isRead.code == heif_error_Ok,
            heif_context_get_primary_image_handle(context, &image).code == heif_error_Ok, let image
        else {
            heif_context_free(context)
            throw PictureFailure.damaged(format: format.rawValue)
        }
        self.file = file
        self.format = format
        self.context = context
        self.image = image
        let stored = PixelSize(
            width: Int(heif_image_handle_get_ispe_width(image)), height: Int(heif_image_handle_get_ispe_height(image)))
        let told = Self.size(of: image)
        size = told == stored && HEIFRotation.swapsAxes(file.bytes) ? Orientation(exif: 6).turned(told) : told
        let profileCount = heif_image_handle_get_raw_color_profile_size(image)
        var profile = [UInt8](repeating: 0, count: profileCount <= limits.profileBytes ? profileCount : 0)
        let hasProfile =
            !profile.isEmpty && heif_image_handle_get_raw_color_profile(image, &profile).code == heif_error_Ok
        self.profile = hasProfile ? profile : nil
    }

    deinit {
        heif_image_handle_release(image)
        heif_context_free(context)
    }

    func memory(for plan: DecodePlan) -> Int {
        // Planes of up to two bytes a sample, their tiles, and RGBA.
        plan.bytes + 4 * size.width * plan.factor + min(size.count, .max >> 4) * 9
    }

    func decode(_ plan: DecodePlan, limits: DecodeLimits, stop: DecodeStop) throws -> DecodedPixels {
        try stop.check(size)
        if plan.region == PixelRegion(all: size), let small = thumbnail(covering: plan.size) {
            defer { heif_image_handle_release(small) }
            return try pixels(
                of: small, DecodePlan(region: PixelRegion(all: Self.size(of: small)), factor: 1), stop: stop)
        }
        return try pixels(of: image, plan, stop: stop)
    }

    private var damaged: PictureFailure { .damaged(format: format.rawValue) }

    private static func size(of image: OpaquePointer) -> PixelSize {
        PixelSize(width: Int(heif_image_handle_get_width(image)), height: Int(heif_image_handle_get_height(image)))
    }

    /// The embedded thumbnail, if it is large enough and of the same aspect.
    private func thumbnail(covering target: PixelSize) -> OpaquePointer? {
        var identifier: heif_item_id = 0
        var small: OpaquePointer?
        guard target != size, heif_image_handle_get_list_of_thumbnail_IDs(image, &identifier, 1) == 1,
            heif_image_handle_get_thumbnail(image, identifier, &small).code == heif_error_Ok, let small
        else { return nil }
        let found = Self.size(of: small)
        let skew = abs(found.width * size.height - found.height * size.width)
        if found.width >= target.width, found.height >= target.height, skew * 100 <= found.width * size.height {
            return small
        }
        heif_image_handle_release(small)
        return nil
    }

    private func pixels(of image: OpaquePointer, _ plan: DecodePlan, stop: DecodeStop) throws -> DecodedPixels {
        guard let options = heif_decoding_options_alloc() else { throw damaged }
        defer { heif_decoding_options_free(options) }
        options.pointee.convert_hdr_to_8bit = 1
        var decoded: OpaquePointer?
        let result = heif_decode_image(image, &decoded, heif_colorspace_RGB, heif_chroma_interleaved_RGBA, options)
        guard result.code == heif_error_Ok, let decoded else { throw damaged }
        defer { heif_image_release(decoded) }

        var stride: Int32 = 0
        guard let start = heif_image_get_plane_readonly(decoded, heif_channel_interleaved, &stride),
            heif_image_get_width(decoded, heif_channel_interleaved) >= plan.region.x + plan.region.width,
            heif_image_get_height(decoded, heif_channel_interleaved) >= plan.region.y + plan.region.height
        else { throw damaged }
        let hasAlpha = heif_image_handle_has_alpha_channel(image) != 0
        var rows = RowCollector(region: plan.region, factor: plan.factor, hasAlpha: hasAlpha)
        for y in 0..<plan.region.rows.upperBound {
            if y.isMultiple(of: 16) { try stop.check(size) }
            rows.append(start + y * Int(stride))
        }
        return rows.finish()
    }
}
