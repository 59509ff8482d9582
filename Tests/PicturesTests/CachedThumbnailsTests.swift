import Albums
import Basics
import CellArt
import Fuzzing
import Glibc
import Synchronization
import Testing

@testable import Pictures

@Suite("Cached thumbnails", .timeLimit(.minutes(60)))
struct CachedThumbnailsTests {
    private let files = TemporaryFiles()
    private let box = PixelSize(width: 120, height: 80)
    private let size = PixelSize(width: 960, height: 640)
    /// A photo with pixels that differ from its thumbnail.
    private let photo = Quadrants(width: 960, height: 640, "YB/GR")
    private let thumbnail = Quadrants(width: 192, height: 128, "RG/BY")

    private func origin(_ path: [UInt8]) throws -> ThumbnailOrigin {
        try PictureFile(path: path).fileVersion.origin
    }

    private func store(
        _ entries: [[UInt8]], of origin: ThumbnailOrigin, uris: [String]? = nil, failure: [UInt8]? = nil
    ) -> ThumbnailStore {
        let entries = entries.map { ThumbnailEntry(path: files.path(of: $0), uris: uris ?? [origin.uri]) }
        let failure = failure.map { ThumbnailEntry(path: files.path(of: $0), uris: [origin.uri]) }
        return ThumbnailStore(
            entries: { asked, _ in asked == origin ? entries : [] },
            failureEntry: { $0 == origin ? failure : nil }, touch: { _ in }, canWrite: { _ in true },
            write: { _, _ in true }, writeFailure: { _, _ in true })
    }

    private func level(
        of path: [UInt8], _ entries: [[UInt8]], uris: [String]? = nil, box: PixelSize? = nil
    ) throws -> PictureLevel? {
        try CachedThumbnails(
            store: store(entries, of: origin(path), uris: uris), decoding: InProcessDecoding(), limits: .default
        ).level(of: path, box: box ?? self.box, cancellation: DecodeCancellation())
    }

    @Test("A thumbnail of another program stands for its photo", arguments: [false, true])
    func shown(textsFollowPixels: Bool) throws {
        let path = files.path(of: SampleJPEG.encode(photo))
        let sample = SampleThumbnail(of: try origin(path), size).encode(after: textsFollowPixels)
        let level = try #require(try level(of: path, [sample]))
        #expect(level.bitmap.looks(like: thumbnail))
        #expect(level.pictureSize == size && level.region == PixelRegion(all: size))
        #expect(level.origin == .cachedThumbnail)
        #expect(level.file == (try PictureFile(path: path)).fileVersion)
    }

    @Test(
        "A thumbnail of another file, time or size isn't used",
        arguments: [
            ("Thumb::URI", "file:///other.jpg"), ("Thumb::URI", nil), ("Thumb::MTime", "1"), ("Thumb::MTime", nil),
            ("Thumb::MTime", "later"), ("Thumb::MTime", "-1"), ("Thumb::Size", "5"), ("Thumb::Size", "all"),
        ])
    func invalid(key: String, text: String?) throws {
        let path = files.path(of: SampleJPEG.encode(photo))
        let origin = try origin(path)
        let valid = SampleThumbnail(of: origin, size).with("Thumb::Size", "\(origin.bytes)")
        #expect(try level(of: path, [valid.encode()]) != nil)
        #expect(try level(of: path, [valid.with(key, text).encode()]) == nil)
        #expect(try level(of: path, [valid.with("Thumb::MTime", "\(origin.modified + 1)").encode()]) == nil)
        #expect(try level(of: path, [valid.with("Thumb::MTime", "\(origin.modified - 1)").encode()]) == nil)
        // The next entry may be valid.
        #expect(try level(of: path, [valid.with(key, text).encode(), valid.encode()]) != nil)
    }

    @Test("An entry of a shared repository has a relative URI")
    func shared() throws {
        let path = files.path(of: SampleJPEG.encode(photo))
        let origin = try origin(path)
        for uri in origin.sharedURIs {
            let sample = SampleThumbnail(of: origin, size).with("Thumb::URI", uri).encode()
            #expect(try level(of: path, [sample], uris: origin.sharedURIs) != nil)
            #expect(try level(of: path, [sample]) == nil)
        }
    }

    @Test(
        "A damaged or strange entry isn't used",
        arguments: [
            "cut", "changed", "empty", "not a PNG", "too large", "rotated", "another shape", "FIFO", "missing",
        ])
    func damaged(kind: String) throws {
        let path = files.path(of: SampleJPEG.encode(photo))
        let origin = try origin(path)
        var sample = SampleThumbnail(of: origin, size)
        var bytes = sample.encode()
        switch kind {
        case "cut": bytes.removeLast(bytes.count / 2)
        case "changed": bytes[bytes.count / 2] ^= 0xFF
        case "empty": bytes = [0]
        case "not a PNG": bytes = SampleJPEG.encode(thumbnail)
        case "too large":
            sample.picture = Quadrants(width: 1026, height: 684, "RG/BY")
            bytes = sample.encode()
        case "rotated":
            sample.before = [("eXIf", SampleExif.encode([0x112: .short(3)]))]
            bytes = sample.encode()
        case "another shape":
            sample = SampleThumbnail(of: origin)
            sample.picture = Quadrants(width: 192, height: 132, "RG/BY")
            bytes = sample.encode()
        default: break
        }
        guard kind == "FIFO" || kind == "missing" else {
            #expect(try level(of: path, [bytes]) == nil)
            return
        }
        let entry = files.path(of: bytes)
        unlink(TemporaryFiles.name(entry))
        if kind == "FIFO" { mkfifo(TemporaryFiles.name(entry), 0o600) }
        var store = store([], of: origin)
        store.entries = { _, _ in [ThumbnailEntry(path: entry, uris: [origin.uri])] }
        let cached = CachedThumbnails(store: store, decoding: InProcessDecoding(), limits: .default)
        #expect(try cached.level(of: path, box: box, cancellation: DecodeCancellation()) == nil)
    }

    @Test("The size of the photo is upright, whether the thumbnail gives it rotated, unrotated, wrong or not at all")
    func orientation() throws {
        let path = files.path(of: SampleJPEG.adding(orientation: 6, to: SampleJPEG.encode(photo)))
        let upright = PixelSize(width: 640, height: 960)
        for given in [upright, size, PixelSize(width: 700, height: 700), nil] {
            var sample = SampleThumbnail(of: try origin(path), given)
            sample.picture = Quadrants(width: 128, height: 192, "RG/BY")
            let level = try #require(try level(of: path, [sample.encode()]))
            #expect(level.pictureSize == upright, "\(given.debugDescription)")
        }
        // Only the thumbnail has the size of a large photo.
        var sample = SampleThumbnail(of: try origin(path), PixelSize(width: 6000, height: 4000))
        sample.picture = Quadrants(width: 128, height: 192, "RG/BY")
        #expect(try level(of: path, [sample.encode()])?.pictureSize == PixelSize(width: 4000, height: 6000))
    }

    @Test("Programs may round the shorter side in any way")
    func rounding() throws {
        let path = files.path(of: SampleJPEG.encode(Quadrants(width: 1000, height: 666, "YB/GR")))
        for height in 170...171 {
            var sample = SampleThumbnail(of: try origin(path))
            sample.picture = Quadrants(width: 256, height: height, "RG/BY")
            let level = try #require(try level(of: path, [sample.encode()]))
            #expect(level.pictureSize == PixelSize(width: 1000, height: 666))
            #expect(level.isEnough(for: box))
        }
    }

    @Test("Transparent parts of a thumbnail get a background")
    func transparency() throws {
        let path = files.path(of: SampleJPEG.encode(photo))
        let origin = try origin(path)
        let pixels = [UInt8](repeating: 0, count: 4 * 192 * 128)
        let png = try #require(
            ThumbnailFile.encode(
                Bitmap(width: 192, height: 128, pixels: pixels, isOpaque: false), of: origin, size: size, format: nil))
        #expect(try level(of: path, [png])?.opaqueBitmap.isOpaque == true)
    }

    @Test("A thumbnail of our own by earlier rules is ignored, and one of another program isn't")
    func outdated() throws {
        let path = files.path(of: SampleJPEG.encode(photo))
        let sample = SampleThumbnail(of: try origin(path), size)
        #expect(try level(of: path, [sample.encode()]) != nil)
        let own = sample.with("Software", "Tintype")
        #expect(try level(of: path, [own.encode()]) == nil)
        #expect(try level(of: path, [own.with("X-Tintype::Rules", "1").encode()]) == nil)
        let version = "\(ThumbnailFile.rulesVersion)"
        #expect(try level(of: path, [own.with("X-Tintype::Rules", version).encode()]) != nil)
    }

    // MARK: Written thumbnails

    @Test("A written thumbnail is read back, and has the keys of the standard")
    func roundTrip() throws {
        let path = files.path(of: SampleJPEG.encode(photo))
        let origin = try origin(path)
        let request = DecodingRequest(.file(path: path))
        let service = InProcessDecoding()
        let rendered = try service.render(request, .cached(side: 256), cancellation: DecodeCancellation())
        #expect(rendered.bitmap.width == 256 && rendered.bitmap.height == 171)
        let png = try #require(ThumbnailFile.encode(rendered.bitmap, of: origin, size: size, format: .jpeg))
        #expect(ThumbnailMark.isOwn(png))
        let texts = png.withUnsafeBytes(ThumbnailTexts.init)
        let expected: [(ThumbnailFile.Key, String)] = [
            (.software, "Tintype"), (.uri, origin.uri), (.modified, "\(origin.modified)"),
            (.bytes, "\(origin.bytes)"), (.mimeType, "image/jpeg"), (.width, "960"), (.height, "640"),
        ]
        for (key, text) in expected {
            #expect(texts[key].map { String(decoding: $0, as: UTF8.self) } == text)
        }
        // 8 bits per channel, RGB, not interlaced.
        #expect(Array(png[24..<29]) == [8, 2, 0, 0, 0])
        let level = try #require(try level(of: path, [png], box: PixelSize(width: 170, height: 113)))
        #expect(level.bitmap == rendered.bitmap && level.pictureSize == size)
    }

    @Test("Small pictures aren't enlarged for the cache, and keep their transparency")
    func notEnlarged() throws {
        let pixels: [UInt8] = (0..<60 * 40).flatMap { _ in [9, 8, 7, 128] as [UInt8] }
        let png = SamplePNG(width: 60, height: 40, color: .rgba).encode(pixels)
        let rendered = try InProcessDecoding().render(
            DecodingRequest(.memory(png)), .cached(side: 256), cancellation: DecodeCancellation())
        #expect(rendered.bitmap.width == 60 && !rendered.bitmap.isOpaque)
    }

    @Test("A worker reads thumbnails and records like the decoders in this process")
    func workers() throws {
        // The URI of the longest path is three times as long.
        for name in ["sea.jpg", String(repeating: "é/", count: 2000)] {
            let origin = ThumbnailOrigin(path: Array("/\(name)".utf8), modified: -5, bytes: 7)
            let claim = ThumbnailClaim(ThumbnailEntry(path: [], uris: ["other", origin.uri]), of: origin)
            let sample = DecodingRequest(.memory(SampleThumbnail(of: origin, size).encode()))
            let record = DecodingRequest(.memory(try #require(ThumbnailFile.encode(.tookTooLong, of: origin))))
            let other = ThumbnailClaim(uris: [origin.uri], modified: 4, bytes: 7)
            for service in [DecodingWorkers.ofBuiltProgram(), InProcessDecoding()] as [any DecodingService] {
                let cancellation = DecodeCancellation()
                let level = try service.cachedThumbnail(sample, claim, box: box, cancellation: cancellation)
                #expect(level?.bitmap.looks(like: thumbnail) == true && level?.pictureSize == size)
                #expect(try service.cachedThumbnail(sample, other, box: box, cancellation: cancellation) == nil)
                #expect(try service.recordedFailure(record, claim, cancellation: cancellation) == .tookTooLong)
                #expect(try service.recordedFailure(record, other, cancellation: cancellation) == nil)
                #expect(try service.recordedFailure(sample, claim, cancellation: cancellation) == nil)
            }
        }
    }

    // MARK: Failures

    @Test("A recorded failure is honored until the file changes")
    func recordedFailure() throws {
        let path = files.path(of: Array("8BPS".utf8))
        let origin = try origin(path)
        let record = try #require(ThumbnailFile.encode(.unsupportedFormat("PSD"), of: origin))
        let cached = CachedThumbnails(
            store: store([], of: origin, failure: record), decoding: InProcessDecoding(), limits: .default)
        #expect(try cached.failure(of: path, cancellation: DecodeCancellation()) == .unsupportedFormat("PSD"))
        try #require(utimensat(AT_FDCWD, TemporaryFiles.name(path), [timespec(), timespec()], 0) == 0)
        #expect(try cached.failure(of: path, cancellation: DecodeCancellation()) == nil)
    }

    @Test("Failures are recorded unless another attempt may succeed")
    func records() {
        let lasting: [PictureFailure] = [
            .empty, .unknownFormat, .unsupportedFormat("JPEG 2000"), .damaged(format: "PNG"), .tookTooLong,
            .decoderCrashed, .tooLarge(width: 5, height: 1 << 20), .fileTooLarge(maxBytes: 1 << 28),
        ]
        for failure in lasting { #expect(failure.record.flatMap(PictureFailure.init(record:)) == failure) }
        for failure in [PictureFailure.unreadable(reason: "a"), .neededTooMuchMemory, .notAFile] {
            #expect(failure.record == nil)
        }
        for record in ["", " ", "damaged", "too-large 5", "too-large a b", "file-too-large", "empty 1"] {
            #expect(PictureFailure(record: record) == nil)
        }
        #expect(PictureFailure(record: "too-large -5 99999999999999999") == .tooLarge(width: 0, height: Count.maxValue))
    }
}

@Suite("Mutated thumbnails", .timeLimit(.minutes(60)))
struct MutatedThumbnailTests {
    @Test("Every thumbnail is used or ignored, and every record read or ignored")
    func reads() async throws {
        let origin = ThumbnailOrigin(path: Array("/a/sea.jpg".utf8), modified: 5, bytes: 7)
        let claim = ThumbnailClaim(ThumbnailEntry(path: [], uris: [origin.uri]), of: origin)
        let size = PixelSize(width: 960, height: 640)
        let samples = [
            SampleThumbnail(of: origin, size).encode(), try #require(ThumbnailFile.encode(.tookTooLong, of: origin)),
        ]
        let service = InProcessDecoding()
        let words = ThumbnailFile.Key.allCases.map { "tEXt\($0.rawValue)\0" }
        await Fuzzing("thumbnail", samples: samples, words: words).run { input in
            let request = DecodingRequest(.memory(input.bytes))
            let box = PixelSize(width: 40, height: 40)
            do {
                let level = try service.cachedThumbnail(request, claim, box: box, cancellation: DecodeCancellation())
                #expect(level.map { $0.pictureSize.width > 0 && $0.bitmap.width > 0 } ?? true, "seed \(input.seed)")
                _ = try service.recordedFailure(request, claim, cancellation: DecodeCancellation())
            } catch {
                #expect(error is PictureFailure, "seed \(input.seed): \(error)")
            }
        }
    }
}
