import Basics
import CHEIF

/// A HEIC or AVIF encoded by libheif.
struct SampleHEIF {
    var compression = heif_compression_HEVC
    /// The container's rotation, numbered as in EXIF.
    var orientation = heif_orientation_normal
    /// The longer side of an embedded thumbnail, which has other colors than the picture.
    var thumbnailSide: Int32?
    var profile: [UInt8] = []
    /// The code points of the colors.
    var codes: (primaries: heif_color_primaries, transfer: heif_transfer_characteristics)?
    var exif: [UInt8] = []
    var xmp: [UInt8] = []

    func encode(_ picture: Quadrants) -> [UInt8] {
        encode(picture.rgb, picture.size)
    }

    /// - Parameter rgb: the pixels, row by row.
    func encode(_ rgb: [UInt8], _ size: PixelSize) -> [UInt8] {
        let context = heif_context_alloc()
        defer { heif_context_free(context) }
        var encoder: OpaquePointer?
        check(heif_context_get_encoder_for_format(context, compression, &encoder))
        defer { heif_encoder_release(encoder) }
        check(heif_encoder_set_lossy_quality(encoder, 90))
        let options = heif_encoding_options_alloc()
        defer { heif_encoding_options_free(options) }
        options?.pointee.image_orientation = orientation

        let image = Self.image(rgb, size)
        defer { heif_image_release(image) }
        if !profile.isEmpty { check(heif_image_set_raw_color_profile(image, "prof", profile, profile.count)) }
        let profileOfCodes = heif_nclx_color_profile_alloc()
        defer { heif_nclx_color_profile_free(profileOfCodes) }
        if let codes, let profile = profileOfCodes {
            profile.pointee.color_primaries = codes.primaries
            profile.pointee.transfer_characteristics = codes.transfer
            profile.pointee.matrix_coefficients = heif_matrix_coefficients_ITU_R_BT_601_6
            profile.pointee.full_range_flag = 1
            check(heif_image_set_nclx_color_profile(image, profile))
            options?.pointee.output_nclx_profile = profile
            options?.pointee.macOS_compatibility_workaround_no_nclx_profile = 0
        }
        var handle: OpaquePointer?
        check(heif_context_encode_image(context, image, encoder, options, &handle))
        defer { heif_image_handle_release(handle) }
        if !exif.isEmpty { check(heif_context_add_exif_metadata(context, handle, exif, Int32(exif.count))) }
        if !xmp.isEmpty { check(heif_context_add_XMP_metadata(context, handle, xmp, Int32(xmp.count))) }
        if let thumbnailSide {
            let other = Self.image(Quadrants(width: size.width, height: size.height, "YB/GR").rgb, size)
            defer { heif_image_release(other) }
            check(heif_context_encode_thumbnail(context, other, handle, encoder, options, thumbnailSide, nil))
        }
        return written(context)
    }

    private final class Sink {
        var bytes: [UInt8] = []
    }

    private func written(_ context: OpaquePointer?) -> [UInt8] {
        let sink = Sink()
        var writer = heif_writer(writer_api_version: 1) { _, data, count, sink in
            if let sink {
                Unmanaged<Sink>.fromOpaque(sink).takeUnretainedValue().bytes += UnsafeRawBufferPointer(
                    start: data, count: count)
            }
            return heif_error(code: heif_error_Ok, subcode: heif_suberror_Unspecified, message: nil)
        }
        check(heif_context_write(context, &writer, Unmanaged.passUnretained(sink).toOpaque()))
        return withExtendedLifetime(sink) { sink.bytes }
    }

    private static func image(_ rgb: [UInt8], _ size: PixelSize) -> OpaquePointer? {
        var image: OpaquePointer?
        let (width, height) = (Int32(size.width), Int32(size.height))
        heif_image_create(width, height, heif_colorspace_RGB, heif_chroma_interleaved_RGB, &image)
        heif_image_add_plane(image, heif_channel_interleaved, width, height, 24)
        var stride: Int32 = 0
        let plane = heif_image_get_plane(image, heif_channel_interleaved, &stride)
        let row = 3 * size.width
        for y in 0..<size.height {
            let pixels = rgb[y * row..<(y + 1) * row]
            _ = UnsafeMutableBufferPointer(start: plane.map { $0 + y * Int(stride) }, count: row).update(
                fromContentsOf: pixels)
        }
        return image
    }

    private func check(_ result: heif_error) {
        precondition(result.code == heif_error_Ok)
    }
}
