import Albums
import CHEIF

/// A picture decoded by libheif, rotated according to the container.
final class HEIFPixels {
    let size: PixelSize
    let hasAlpha: Bool
    private let image: OpaquePointer
    private let start: UnsafePointer<UInt8>
    private let stride: Int

    private static let decoder: StaticString = "aom"

    /// Decodes a picture or a thumbnail; nil if its data is damaged.
    init?(of handle: OpaquePointer) {
        guard let options = heif_decoding_options_alloc() else { return nil }
        defer { heif_decoding_options_free(options) }
        options.pointee.convert_hdr_to_8bit = 1
        // dav1d, libheif's default decoder for AVIF, prints messages about damaged data to standard error, that is, to
        // the screen.
        options.pointee.decoder_id = UnsafeRawPointer(Self.decoder.utf8Start).assumingMemoryBound(to: CChar.self)
        var decoded: OpaquePointer?
        let result = heif_decode_image(handle, &decoded, heif_colorspace_RGB, heif_chroma_interleaved_RGBA, options)
        guard result.code == heif_error_Ok, let decoded else { return nil }
        var stride: Int32 = 0
        guard let start = heif_image_get_plane_readonly(decoded, heif_channel_interleaved, &stride) else {
            heif_image_release(decoded)
            return nil
        }
        image = decoded
        self.start = start
        self.stride = Int(stride)
        size = PixelSize(
            width: Int(heif_image_get_width(decoded, heif_channel_interleaved)),
            height: Int(heif_image_get_height(decoded, heif_channel_interleaved)))
        hasAlpha = heif_image_handle_has_alpha_channel(handle) != 0
    }

    deinit {
        heif_image_release(image)
    }

    /// Returns a row of RGBA pixels.
    func row(_ y: Int) -> UnsafePointer<UInt8> {
        start + y * stride
    }
}
