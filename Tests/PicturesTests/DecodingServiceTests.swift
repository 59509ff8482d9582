import Albums
import Basics
import CellArt
import Synchronization
import TestFixtures
import Testing

@testable import Pictures

@Suite("Decoding service", .timeLimit(.minutes(60)))
struct DecodingServiceTests {
    private let service = InProcessDecoding()
    private let picture = Quadrants(width: 960, height: 640, "RG/BY")

    private var jpeg: DecodingRequest { DecodingRequest(.memory(SampleJPEG.encode(picture))) }
    private var png: DecodingRequest { DecodingRequest(.memory(SamplePNG(picture).encode(picture.rgb))) }

    private func size(_ request: DecodingRequest, _ extent: DecodedExtent) throws -> PixelSize {
        let bitmap = try service.render(request, extent, cancellation: DecodeCancellation()).bitmap
        return PixelSize(width: bitmap.width, height: bitmap.height)
    }

    @Test("A picture is described without decoding it")
    func description() throws {
        let limits: DecodeLimits = {
            var limits = DecodeLimits.default
            limits.pixels = 1
            return limits
        }()
        let request = DecodingRequest(.memory(SampleJPEG.encode(picture)), limits: limits)
        #expect(try service.describe(request, cancellation: DecodeCancellation()).size == picture.size)
    }

    @Test("The size of a BMP or an anymap comes from the beginning of the file, whatever precedes it")
    func sizeAtStart() throws {
        let bmp = SampleBMP.encode(picture)
        let ppm = Array("P6 960 640 255\n".utf8) + picture.rgb
        // The last digit of the height is beyond the part that is read first.
        let commentBytes = (256 << 10) - "P4 960\n#\n64".utf8.count
        let comment = String(repeating: "x", count: commentBytes)
        let split = Array("P4 960\n#\(comment)\n640\n".utf8) + picture.rgb
        func isDescribed(_ bytes: [UInt8], maxBytes: Int) throws -> Bool {
            var limits = DecodeLimits.default
            limits.fileBytes = maxBytes
            let request = DecodingRequest(.memory(bytes), limits: limits)
            return try InProcessDecoding().describe(request, cancellation: DecodeCancellation()).size == picture.size
        }
        // The whole file is larger than the limit.
        #expect(try isDescribed(bmp, maxBytes: 300_000) && isDescribed(ppm, maxBytes: 300_000))
        #expect(try isDescribed(split, maxBytes: split.count))
        #expect(throws: PictureFailure.fileTooLarge(maxBytes: 300_000)) {
            try isDescribed(split, maxBytes: 300_000)
        }
    }

    @Test("A whole picture is reduced as far as the pixels needed allow")
    func reduction() throws {
        #expect(try size(jpeg, .covering(PixelSize(width: 960, height: 640))) == picture.size)
        #expect(try size(jpeg, .covering(PixelSize(width: 481, height: 1))) == picture.size)
        #expect(try size(jpeg, .covering(PixelSize(width: 480, height: 320))) == PixelSize(width: 480, height: 320))
        // The box is high, so the width decides: 240 x 160.
        let box = PixelSize(width: 240, height: 900)
        #expect(try size(jpeg, .fitting(box, pixelAspect: 1)) == PixelSize(width: 240, height: 160))
    }

    @Test("Only a region is decoded if that saves work, otherwise the whole picture")
    func region() throws {
        let region = PixelRegion(x: 100, y: 50, width: 200, height: 100)
        func level(_ request: DecodingRequest, maxBytes: Int) throws -> PictureLevel {
            try service.render(
                request, .region(region, factor: 2, maxBytes: maxBytes), cancellation: DecodeCancellation())
        }
        let reduced = try level(jpeg, maxBytes: .max)
        #expect(reduced.region == region && reduced.factor == 2 && reduced.bitmap.width == 100)
        let whole = try level(png, maxBytes: .max)
        #expect(whole.region == PixelRegion(all: picture.size) && whole.factor == 1)
        let bounded = try level(png, maxBytes: 4 * picture.size.count - 1)
        #expect(bounded.region == region && bounded.factor == 2)
    }

    @Test("A cancelled request ends with a cancellation error")
    func cancellation() {
        let cancellation = DecodeCancellation()
        cancellation.cancel()
        let extent = DecodedExtent.covering(picture.size)
        #expect(throws: CancellationError.self) { try service.render(png, extent, cancellation: cancellation) }
    }

    /// A service in which every decode lasts until it is cancelled.
    private final class StalledService: DecodingService {
        let renders = Mutex(0)

        func describe(_ request: DecodingRequest, cancellation: DecodeCancellation) throws -> PictureDescription {
            PictureDescription(size: PixelSize(width: 4, height: 3), details: PhotoDetails())
        }

        func preview(_ request: DecodingRequest, cancellation: DecodeCancellation) throws -> PictureLevel? { nil }

        func render(
            _ request: DecodingRequest, _ extent: DecodedExtent, cancellation: DecodeCancellation
        ) throws -> PictureLevel {
            renders.withLock { $0 += 1 }
            while true { try cancellation.checkCancellation() }
        }

        func cachedThumbnail(
            _ request: DecodingRequest, _ claim: ThumbnailClaim, box: PixelSize, cancellation: DecodeCancellation
        ) throws -> PictureLevel? { nil }

        func recordedFailure(
            _ request: DecodingRequest, _ claim: ThumbnailClaim, cancellation: DecodeCancellation
        ) throws -> PictureFailure? { nil }

        func animation(
            _ request: DecodingRequest, cancellation: DecodeCancellation
        ) throws -> DecodedAnimation? { nil }

        func forgetDangerousPictures() {}
    }

    @Test("The loader decodes with the given service, and cancelling a tile cancels its decode")
    func loader() async throws {
        let service = StalledService()
        let loader = PictureLoader(decoding: service, threads: 1)
        let source = PictureSource.file(path: [])
        let style = ArtStyle(symbols: .half, colors: .trueColor)
        let tile = Task {
            try await loader.sharpTile(
                of: PhotoVersion("a"), from: source, as: TileRequest(columns: 4, rows: 2, style: style))
        }
        try await waitUntil { service.renders.withLock({ $0 }) != 0 }
        tile.cancel()
        await #expect(throws: CancellationError.self) { try await tile.value }
        // The only thread is free again.
        #expect(try await loader.size(of: PhotoVersion("a"), from: source) == PixelSize(width: 4, height: 3))
    }
}
