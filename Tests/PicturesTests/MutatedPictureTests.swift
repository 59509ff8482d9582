import Albums
import Basics
import CHEIF
import CTurboJPEG
import Foundation
import Fuzzing
import TestFixtures
import Testing

@testable import Pictures

@Suite("Mutated pictures", .timeLimit(.minutes(60)))
struct MutatedPictureTests {
    private static let picture = Quadrants(width: 96, height: 64, "RG/BY")

    /// Smaller than the tiles.
    private static let thumbnail = SampleJPEG.encode(Quadrants(width: 30, height: 20, "YB/GR"))

    /// A TIFF that libtiff's RGBA interface doesn't convert.
    private static func tiff(samples: Int, depth: Int, format: Int = 1, isPlanar: Bool = false) -> [UInt8] {
        var sample = SampleTIFF(
            width: picture.size.width, height: picture.size.height, depth: depth, samples: samples)
        (sample.format, sample.isPlanar) = (format, isPlanar)
        if samples == 4 { sample.photometric = 5 }
        let bits = picture.size.width * depth * (isPlanar ? 1 : samples)
        let row = (bits + 7) / 8
        return sample.encode((0..<row * picture.size.height * (isPlanar ? samples : 1)).map { UInt8($0 & 0x3F) })
    }

    /// A PNG with the chunks of color encodings.
    private static var encodedPNG: [UInt8] {
        var png = SamplePNG(picture)
        png.before = [
            ("cICP", [9, 16, 0, 1]), ("gAMA", [0, 1, 0x86, 0xA0]),
            ("cHRM", [0, 0, 0x7A, 0x26, 0, 0, 0x80, 0x84] + Array(repeating: [0, 0, 0x75, 0x30], count: 6).joined()),
        ]
        return png.encode(picture.rgb)
    }

    private static var encodedHEIF: [UInt8] {
        var sample = SampleHEIF()
        sample.codes = (
            heif_color_primaries_ITU_R_BT_2020_2_and_2100_0, heif_transfer_characteristic_ITU_R_BT_2100_0_PQ
        )
        return sample.encode(picture)
    }

    private static let samples: [Named<[UInt8]>] = [
        Named("tiff-inks", tiff(samples: 4, depth: 8)),
        Named("tiff-planar", tiff(samples: 4, depth: 16, isPlanar: true)),
        Named("tiff-float", tiff(samples: 3, depth: 32, format: 3)), Named("tiff-packed", tiff(samples: 3, depth: 12)),
        Named("png-encoding", encodedPNG), Named("heif-encoding", encodedHEIF),
        Named("jpeg-progressive", SampleJPEG.encode(picture, flags: TJFLAG_PROGRESSIVE)),
        Named("jpeg", SampleJPEG.encode(picture)),
        Named(
            "jpeg-thumbnail",
            SampleJPEG.adding(
                thumbnail: SampleJPEG.encode(Quadrants(width: 48, height: 36, "YB/GR")), orientation: 6,
                to: SampleJPEG.encode(picture))
        ),
        Named("png", SamplePNG(picture).encode(picture.rgb)),
        Named("webp", SampleWebP.encode(picture)), Named("gif", SampleGIF.encode(picture)),
        Named("tiff", SampleTIFF.encode(picture)),
        Named("bmp", SampleBMP.encode(picture)), Named("bmp-runs", SampleBMP.encodeRuns(picture)),
        Named("pnm", Array("P6 96 64 255\n".utf8) + picture.rgb),
        Named(
            "pnm-text",
            Array("P3 # text\n96 64 255\n".utf8) + Array(picture.rgb.map(String.init).joined(separator: " ").utf8)
        ),
        Named(
            "pam",
            Array("P7\nWIDTH 96\nHEIGHT 64\nDEPTH 4\nMAXVAL 255\nTUPLTYPE RGB_ALPHA\nENDHDR\n".utf8) + picture.rgba
        ),
        Named("jxl", SampleJPEGXL().encode(picture)),
        Named("jxl-lossy", SampleJPEGXL(isLossless: false).encode(picture)),
        Named("raw-nikon", SampleRAW.nikon.encode(sensor: picture, preview: thumbnail)),
        Named("raw-leica", SampleRAW.leica.encode(sensor: picture, preview: thumbnail)),
        Named("raw-fujifilm", SampleRAW.fujifilm.encode(sensor: picture, preview: thumbnail)),
        Named(
            "raw-sony",
            SampleRAW.sony.encode(
                sensor: picture, preview: SampleJPEG.encode(Quadrants(width: 150, height: 100, "YB/GR")))
        ),
        Named("raw-panasonic", SampleRAW.panasonic.encode(sensor: picture, preview: thumbnail)),
        Named("heif", SampleHEIF(thumbnailSide: 32, exif: SampleExif.camera).encode(picture)),
    ]

    @Test("Every picture is decoded or fails for a reason, and the next one is decoded", arguments: samples)
    func decodes(sample: Named<[UInt8]>) async throws {
        // Under AddressSanitizer the decoders run in this process, where it sees their mistakes.
        let isInProcess = ProcessInfo.processInfo.environment["TINTYPE_FUZZ_IN_PROCESS"] != nil
        let service: any DecodingService = isInProcess ? InProcessDecoding() : DecodingWorkers.ofBuiltProgram()
        func render(_ bytes: [UInt8]) throws -> PictureLevel {
            let request = DecodingRequest(.memory(bytes))
            _ = try service.describe(request, cancellation: DecodeCancellation())
            _ = try service.preview(request, cancellation: DecodeCancellation())
            return try service.render(
                request, .thumbnail(box: PixelSize(width: 40, height: 40)), cancellation: DecodeCancellation())
        }
        await Fuzzing("picture-\(sample.name)", samples: [sample.value], count: 100).run { input in
            do {
                let level = try render(input.bytes)
                #expect(level.bitmap.width > 0 && level.bitmap.height > 0, "seed \(input.seed)")
            } catch {
                #expect(error is PictureFailure, "seed \(input.seed): \(error)")
            }
        }
        #expect(try render(sample.value).pictureSize.count == Self.picture.size.count)
    }

    private static let animations = [
        Named(
            "png",
            SamplePNG.animation(
                [.init(0, "RRRR"), .init(1, "GG", disposal: 1), .init(2, "g", isBlended: true, disposal: 2)], width: 4,
                height: 1, plays: 1)
        ),
        Named("jxl", SampleJPEGXL(frames: 3).encode(Quadrants(width: 16, height: 8, "RG/BY"))),
    ]

    @Test("Every animation is played or fails for a reason", arguments: animations)
    func animation(sample: Named<[UInt8]>) async throws {
        let isInProcess = ProcessInfo.processInfo.environment["TINTYPE_FUZZ_IN_PROCESS"] != nil
        func frameCount(_ bytes: [UInt8]) throws -> Int {
            // Those of one service release the memory of their animations later.
            let service: any DecodingService = isInProcess ? InProcessDecoding() : DecodingWorkers.ofBuiltProgram()
            let cancellation = DecodeCancellation()
            let request = DecodingRequest(.memory(bytes))
            guard let animation = try service.animation(request, cancellation: cancellation) else { return 0 }
            var count = 1
            while count < 5, try animation.frames.next(lateness: .zero, cancellation: cancellation) != nil {
                count += 1
            }
            return count
        }
        await Fuzzing("animation-\(sample.name)", samples: [sample.value], count: 100).run { input in
            do {
                #expect(try frameCount(input.bytes) <= 5, "seed \(input.seed)")
            } catch {
                #expect(error is PictureFailure, "seed \(input.seed): \(error)")
            }
        }
        #expect(try frameCount(sample.value) >= 3)
    }

    @Test("The metadata of every file is read or ignored", arguments: PictureFormat.withMetadata)
    func metadata(format: PictureFormat) async {
        let (xmp, iptc) = (SampleMetadata.wholeXMP, SampleMetadata.wholeIPTC)
        var png = SamplePNG(Self.picture)
        png.before = [("iTXt", Array("XML:com.adobe.xmp\0\0\0\0\0".utf8) + xmp), ("eXIf", SampleExif.camera)]
        let sample =
            switch format {
            case .png: png.encode(Self.picture.rgb)
            case .webP: SampleWebP.extended(Self.picture, exif: SampleExif.camera, xmp: xmp)
            case .tiff: SampleTIFF.encode(Self.picture, xmp: xmp, iptc: iptc)
            case .jpegXL:
                SampleJPEGXL(boxes: [("Exif", [0, 0, 0, 0] + SampleExif.camera), ("xml ", xmp)]).encode(Self.picture)
            case .heic: SampleHEIF(exif: SampleExif.camera, xmp: xmp).encode(Self.picture)
            default:
                SampleJPEG.adding(
                    xmp: xmp,
                    to: SampleJPEG.adding(
                        iptc: iptc,
                        to: SampleJPEG.adding(exif: SampleExif.camera, to: SampleJPEG.encode(Self.picture))))
            }
        await Fuzzing("metadata-\(format)", samples: [sample], words: ["Exif", "meta", "iloc", "8BIM"], count: 1000).run
        {
            input in
            guard let picture = try? FetchedPicture(input.bytes),
                let metadata = try? EmbeddedMetadata(of: picture, format: format, cancellation: DecodeCancellation())
            else { return }
            // Exempi reads packets in a worker process only.
            var withoutXMP = metadata
            withoutXMP.xmp = nil
            let details = PhotoDetails(withoutXMP)
            #expect(details.tags.count <= MetadataLimits.maxTags, "seed \(input.seed)")
            #expect(metadata.size.map { $0.width > 0 && $0.height > 0 } ?? true, "seed \(input.seed)")
        }
    }

    @Test("Every XMP packet is read or ignored, and the next one is read")
    func xmp() async throws {
        let isInProcess = ProcessInfo.processInfo.environment["TINTYPE_FUZZ_IN_PROCESS"] != nil
        let service: any DecodingService = isInProcess ? InProcessDecoding() : DecodingWorkers.ofBuiltProgram()
        let jpeg = SampleJPEG.encode(Self.picture)
        func details(_ xmp: [UInt8]) throws -> PhotoDetails {
            let file = SampleJPEG.adding(xmp: Array(xmp.prefix(60_000)), to: jpeg)
            return try service.describe(DecodingRequest(.memory(file)), cancellation: DecodeCancellation()).details
        }
        let words = ["rdf:li", "rdf:Bag", "xml:lang", "&#x", "<!DOCTYPE", "<!ENTITY", "rdf:resource", "37,18.954S"]
        await Fuzzing("xmp", samples: [SampleMetadata.wholeXMP], words: words, count: 1000).run { input in
            do {
                let details = try details(input.bytes)
                #expect(details.tags.count <= MetadataLimits.maxTags, "seed \(input.seed)")
            } catch {
                #expect(error is PictureFailure, "seed \(input.seed): \(error)")
            }
        }
        #expect(try details(SampleMetadata.wholeXMP).title == "A lighthouse")
    }

    @Test("Every IPTC block is read or ignored")
    func iptc() async {
        let samples = [SampleMetadata.wholeIPTC, SampleMetadata.photoshop(SampleMetadata.wholeIPTC)]
        await Fuzzing("iptc", samples: samples, words: ["8BIM"], count: 3000).run { input in
            let details = IPTCBlock(input.bytes).map(PhotoDetails.init)
            #expect(details?.taken.map { Timestamp($0) != nil } ?? true, "seed \(input.seed)")
        }
    }

    @Test("Every EXIF block is read or ignored")
    func exif() async {
        await Fuzzing("exif", samples: [SampleExif.camera], count: 3000).run { input in
            input.bytes.withUnsafeBytes { bytes in
                guard let block = ExifBlock(bytes) else { return }
                let details = PhotoDetails(block)
                #expect(details.coordinate.map { abs($0.latitude) <= 90 } ?? true, "seed \(input.seed)")
            }
        }
    }
}

extension PictureFormat {
    fileprivate static let withMetadata: [PictureFormat] = [.jpeg, .png, .webP, .tiff, .heic, .jpegXL]
}
