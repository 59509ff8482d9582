import Albums
import CellArt
import Testing

@testable import Pictures

@Suite("Decode limits")
struct LimitsTests {
    private let picture = Quadrants(width: 400, height: 300, "RG/BY")

    private func limits(_ change: (inout DecodeLimits) -> Void) -> DecodeLimits {
        var limits = DecodeLimits.default
        change(&limits)
        return limits
    }

    @Test("A picture with too many pixels is refused")
    func pixels() {
        let limits = limits { $0.pixels = 400 * 300 - 1 }
        let png = SamplePNG(picture).encode(picture.rgb)
        for bytes in [png, SampleGIF.encode(picture), SampleTIFF.encode(picture)] {
            #expect(failure(bytes, limits: limits) == .tooLarge(width: 400, height: 300))
        }
    }

    @Test("A JPEG beyond the limit is shown reduced")
    func reduced() throws {
        let limits = limits { $0.pixels = 10_000 }
        for (factor, shown) in [(8, 8), (1, 4)] {
            let level = try decoded(SampleJPEG.encode(picture), factor: factor, limits: limits)
            #expect(level.factor == shown && level.pictureSize == picture.size && level.bitmap.looks(like: picture))
        }
    }

    @Test("A picture that needs too much memory is refused unless it is reduced while decoding")
    func memory() throws {
        let limits = limits { $0.memory = 700_000 }
        let png = SamplePNG(picture).encode(picture.rgb)
        #expect(failure(png, limits: limits) == .tooLarge(width: 400, height: 300))
        #expect(try decoded(png, factor: 4, limits: limits).bitmap.looks(like: picture))
    }

    @Test("A file that is too large is refused")
    func file() {
        #expect(
            failure(SampleJPEG.encode(picture), limits: limits { $0.fileBytes = 100 }) == .fileTooLarge(maxBytes: 100)
        )
    }

    @Test("A decode ends when its time budget is used up")
    func time() {
        let png = SamplePNG(picture).encode(picture.rgb)
        #expect(failure(png, limits: limits { $0.viewSeconds = 0 }) == .tookTooLong)
    }

    @Test("A cancelled decode ends")
    func cancelled() throws {
        for bytes in [
            SampleJPEG.encode(picture), SamplePNG(picture).encode(picture.rgb), SampleWebP.encode(picture),
            SampleGIF.encode(picture), SampleTIFF.encode(picture), SampleHEIF().encode(picture),
            SampleBMP.encode(picture), Array("P6 96 64 255\n".utf8) + picture.rgb,
        ] {
            let cancellation = DecodeCancellation()
            let picture = try opened(bytes, cancellation: cancellation)
            cancellation.cancel()
            #expect(throws: CancellationError.self) {
                try picture.level(of: PixelRegion(all: picture.size), factor: 1)
            }
        }
    }
}
