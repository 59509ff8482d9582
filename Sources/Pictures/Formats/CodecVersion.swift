import CGIF
import CHEIF
import CJPEGXL
import CLibRaw
import CPictureShims
import CWebP

/// A decoding library and its version.
public struct CodecVersion: Hashable, Sendable {
    public let library: String
    public let version: String

    /// The libraries that the program uses.
    public static var all: [CodecVersion] {
        [
            CodecVersion(library: "libjpeg-turbo", version: String(cString: tintype_jpeg_version())),
            CodecVersion(library: "libpng", version: String(cString: tintype_png_version())),
            CodecVersion(library: "libwebp", version: dotted(WebPGetDecoderVersion())),
            CodecVersion(library: "giflib", version: "\(GIFLIB_MAJOR).\(GIFLIB_MINOR).\(GIFLIB_RELEASE)"),
            CodecVersion(library: "libheif", version: String(cString: heif_get_version())),
            CodecVersion(library: "libtiff", version: numberInTIFFVersion),
            CodecVersion(library: "libjxl", version: String(cString: tintype_jxl_version())),
            CodecVersion(library: "LibRaw", version: String(cString: tintype_raw_version())),
            CodecVersion(library: "lcms2", version: thousandths(tintype_color_version())),
        ]
    }

    /// Formats a version with one byte per component: 0x010204 is 1.2.4.
    private static func dotted(_ number: Int32) -> String {
        "\(number >> 16).\(number >> 8 & 255).\(number & 255)"
    }

    /// Formats a version in thousandths: 2140 is 2.14.
    private static func thousandths(_ number: Int32) -> String {
        "\(number / 1000).\(number % 1000 / 10)"
    }

    /// Extracts the version from `LIBTIFF, Version 4.5.0`, which is followed by copyright lines.
    private static var numberInTIFFVersion: String {
        let line = String(cString: tintype_tiff_version()).prefix { $0 != "\n" }
        return String(line.split(separator: " ").last ?? line)
    }
}
