import Albums
import Basics
import CExempi
import CGIF
import CHEIF
import CJPEGXL
import CLibRaw
import CPictureShims
import CWebP

extension SystemLibrary {
    /// Loads the libraries that decode pictures and read metadata, and the plugins of libheif. Call this before the process
    /// drops its privileges, because loading opens files.
    ///
    /// - Returns: All of them, also those that are missing.
    static func loadForPictures() -> [SystemLibrary] {
        heif_init(nil)
        return [
            linked("libjpeg-turbo", String(cString: tintype_jpeg_version())),
            linked("libpng", String(cString: tintype_png_version())),
            linked("libwebp", dotted(WebPGetDecoderVersion())),
            // giflib doesn't report its version at run time.
            linked("giflib", "\(GIFLIB_MAJOR).\(GIFLIB_MINOR).\(GIFLIB_RELEASE)"),
            linked("libheif", String(cString: heif_get_version())),
            linked("libtiff", numberInTIFFVersion),
            linked("lcms2", thousandths(tintype_color_version())),
            jpegXL, raw, xmp,
        ] + HEIFCodec.allCases.filter { !$0.isAvailable }.map(\.missingDecoder)
    }

    static let jpegXL: SystemLibrary = {
        let number = tintype_jxl_version()
        let version = "\(number / 1_000_000).\(number / 1000 % 1000).\(number % 1000)"
        return SystemLibrary(
            soname: String(cString: tintype_jxl_soname()), version: tintype_jxl_load() ? version : nil)
    }()

    static let raw: SystemLibrary = {
        // Followed by the kind of the release: `0.20.2-Release`.
        let version = tintype_raw_version().map { String(cString: $0).prefix { $0 != "-" } }
        return SystemLibrary(soname: String(cString: tintype_raw_soname()), version: version.map(String.init))
    }()

    static let xmp: SystemLibrary = {
        let soname = String(cString: tintype_xmp_soname())
        // Exempi doesn't report its version.
        return SystemLibrary(soname: soname, version: tintype_xmp_load() ? version(ofSoname: soname) : nil)
    }()

    /// - Throws: `PictureFailure.missingLibrary`, unless the library has been found.
    func check(for format: PictureFormat) throws(PictureFailure) {
        guard let missingPackage else { return }
        throw .missingLibrary(format: format.name, package: missingPackage)
    }

    private static func linked(_ name: String, _ version: String) -> SystemLibrary {
        SystemLibrary(name: name, .found(version: version))
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

/// A codec of libheif. Since version 1.16, Debian packages each separately.
enum HEIFCodec: CaseIterable {
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

    fileprivate var missingDecoder: SystemLibrary {
        let format: PictureFormat = self == .av1 ? .avif : .heic
        return SystemLibrary(name: "libheif", .withoutDecoder(format: format.name, package: package))
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
