import Albums
import Foundation
import Fuzzing
import Testing

@testable import Pictures

@Suite("Mutated pictures", .timeLimit(.minutes(60)))
struct MutatedPictureTests {
    private static let picture = Quadrants(width: 96, height: 64, "RG/BY")

    private static let samples: [(format: String, bytes: [UInt8])] = [
        ("jpeg", SampleJPEG.encode(picture)),
        (
            "jpeg-thumbnail",
            SampleJPEG.adding(
                thumbnail: SampleJPEG.encode(Quadrants(width: 48, height: 36, "YB/GR")), orientation: 6,
                to: SampleJPEG.encode(picture))
        ),
        ("png", SamplePNG(picture).encode(picture.rgb)),
        ("webp", SampleWebP.encode(picture)), ("gif", SampleGIF.encode(picture)), ("tiff", SampleTIFF.encode(picture)),
        ("heif", SampleHEIF(thumbnailSide: 32, exif: SampleExif.camera).encode(picture)),
    ]

    @Test("Every picture is decoded or fails for a reason, and the next one is decoded", arguments: samples)
    func decodes(format: String, bytes: [UInt8]) async throws {
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
        await Fuzzing("picture-\(format)", samples: [bytes], count: 100).run { input in
            do {
                let level = try render(input.bytes)
                #expect(level.bitmap.width > 0 && level.bitmap.height > 0, "seed \(input.seed)")
            } catch {
                #expect(error is PictureFailure, "seed \(input.seed): \(error)")
            }
        }
        #expect(try render(bytes).pictureSize.count == Self.picture.size.count)
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
