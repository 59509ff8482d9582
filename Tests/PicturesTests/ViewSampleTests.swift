import Albums
import Basics
import CellArt
import CTurboJPEG
import Testing

@testable import Pictures

@Suite("Samples of views", .timeLimit(.minutes(60)))
struct ViewSampleTests {
    private let loader = PictureLoader(threads: 2)
    private let files = TemporaryFiles()
    private let size = (width: 640, height: 480)

    /// Colored rectangles, which can be edited in a part.
    private func scene(editing: Bool = false) -> Bitmap {
        var state: UInt32 = 5
        func random(_ range: Range<Int>) -> Int {
            state = state &* 1_664_525 &+ 1_013_904_223
            return range.lowerBound + Int(state >> 8) % range.count
        }
        var pixels = [UInt8](repeating: 120, count: 4 * size.width * size.height)
        for _ in 0..<40 {
            let (left, top) = (random(0..<size.width - 20), random(0..<size.height - 20))
            let side = random(20..<160)
            let color = (0..<3).map { _ in UInt8(random(20..<236)) }
            for y in top..<min(size.height, top + side) {
                for x in left..<min(size.width, left + side) {
                    for channel in 0..<3 { pixels[4 * (y * size.width + x) + channel] = color[channel] }
                }
            }
        }
        if editing {
            for y in 150..<250 {
                for x in 400..<500 {
                    for channel in 0..<3 { pixels[4 * (y * size.width + x) + channel] ^= 0x80 }
                }
            }
        }
        for index in stride(from: 3, to: pixels.count, by: 4) { pixels[index] = 255 }
        return Bitmap(width: size.width, height: size.height, pixels: pixels, isOpaque: true)
    }

    private func jpeg(_ bitmap: Bitmap, isCoarse: Bool = false) -> PictureSource {
        let rgb = bitmap.pixels.enumerated().filter { $0.offset % 4 != 3 }.map(\.element)
        return .file(
            path: files.path(
                of: SampleJPEG.encode(
                    rgb, size: (bitmap.width, bitmap.height), sampling: isCoarse ? TJSAMP_420 : TJSAMP_444,
                    quality: isCoarse ? 70 : 95)))
    }

    private func request(_ part: PixelRect, rotation: Rotation = .none, cell: CellSize? = nil) -> ViewRequest {
        var style = ArtStyle(symbols: .quadrant, colors: .trueColor)
        style.cell = cell
        var request = ViewRequest(part: part, rotation: rotation, columns: 40, rows: 15, style: style)
        request.samples = [.view, .middle]
        return request
    }

    private func view(_ source: PictureSource, _ request: ViewRequest) async throws -> ViewedPicture {
        var last: ViewedPicture?
        // Each photo has its own name, because pixels are remembered.
        let name = if case .file(let path) = source { String(decoding: path, as: UTF8.self) } else { "generated" }
        let photo = PhotoVersion(of: Photo.ID(name))
        for try await view in loader.view(of: photo, from: { source }, as: request) {
            #expect(view.isSharp || view.sample == nil)
            last = view
        }
        return try #require(last)
    }

    private func sample(_ source: PictureSource, _ request: ViewRequest) async throws -> ViewSample {
        try #require(try await view(source, request).sample)
    }

    private func all(_ width: Int, _ height: Int) -> PixelRect {
        PixelRect(x: 0, y: 0, width: Double(width), height: Double(height))
    }

    private func share(_ one: ViewSample, _ other: ViewSample) throws -> Double {
        let (view, otherView) = (try #require(one.view), try #require(other.view))
        return try #require(PictureDifference(of: view, from: otherView)).share
    }

    @Test("A sample has the resolution of the view, with characters and with pixels, and none unless requested")
    func resolution() async throws {
        let source = jpeg(scene())
        let cells = try await sample(source, request(all(640, 480)))
        #expect(cells.view?.width == 160 && cells.view?.height == 120)
        let pixels = try await sample(source, request(all(640, 480), cell: CellSize(width: 8, height: 16)))
        #expect(pixels.view?.width == 320 && pixels.view?.height == 240)
        var plain = request(all(640, 480))
        plain.samples = []
        #expect(try await view(source, plain).sample == nil)
    }

    @Test("The middle is in the pixels of the photo, the same part for all sizes, and missing in coarse views")
    func middle() async throws {
        let source = jpeg(scene())
        let small = jpeg(scene().scaled(toWidth: 320, height: 240))
        let part = PixelRect(x: 200, y: 100, width: 40, height: 32)
        let middle = try await sample(source, request(part)).middle
        #expect(middle?.width == 80 && middle?.height == 60)
        #expect(middle?.isOpaque == true)
        let half = PixelRect(x: 100, y: 50, width: 20, height: 16)
        let other = try await sample(small, request(half)).middle
        #expect(other?.width == 40 && other?.height == 30)
        #expect(
            try await sample(jpeg(scene().scaled(toWidth: 2560, height: 1920)), request(all(2560, 1920))).middle == nil)
    }

    @Test("An identical photo has no difference, one compressed again hardly any, and an edited one has it at the edit")
    func differences() async throws {
        for cell in [nil, CellSize(width: 8, height: 16)] {
            let request = request(all(640, 480), cell: cell)
            let original = try await sample(jpeg(scene()), request)
            #expect(try share(try await sample(jpeg(scene()), request), original) == 0)
            #expect(try share(try await sample(jpeg(scene(), isCoarse: true), request), original) < 0.002)
            let edited = try share(try await sample(jpeg(scene(editing: true)), request), original)
            #expect(edited > 0.01 && edited < 0.3)
        }
    }

    @Test("Photos of other sizes, and rotated ones, are compared at the same part")
    func aligned() async throws {
        let original = jpeg(scene())
        let small = jpeg(scene().scaled(toWidth: 320, height: 240))
        let whole = try share(
            try await sample(small, request(all(320, 240))), try await sample(original, request(all(640, 480))))
        #expect(whole < 0.02)
        let part = PixelRect(x: 160, y: 120, width: 320, height: 240)
        let smallPart = PixelRect(x: 80, y: 60, width: 160, height: 120)
        let zoomed = try share(
            try await sample(small, request(smallPart)), try await sample(original, request(part)))
        #expect(zoomed < 0.05)
        let turned = try share(
            try await sample(jpeg(scene(editing: true)), request(all(480, 640), rotation: .quarter)),
            try await sample(original, request(all(480, 640), rotation: .quarter)))
        #expect(turned > 0.01 && turned < 0.3)
    }

    @Test("The tinted picture takes the place of the view, with the same cells shown")
    func tinted() async throws {
        // The photo ends within a cell.
        let part = PixelRect(x: -213, y: 0, width: 1067, height: 480)
        for cell in [nil, CellSize(width: 8, height: 16)] {
            let request = request(part, cell: cell)
            let plain = try await view(jpeg(scene()), request)
            let sample = try #require(plain.sample)
            let bitmap = try #require(sample.view)
            let picture = sample.picture(of: bitmap, content: "tinted")
            #expect(picture.cells.shown == plain.picture.cells.shown)
            if case .pixels(let pixels) = picture, case .pixels(let plainPixels) = plain.picture {
                #expect(pixels.view == plainPixels.view && pixels != plainPixels)
                #expect(pixels.bitmap()?.width == plainPixels.bitmap()?.width)
            } else {
                #expect(cell == nil)
            }
        }
    }

    @Test("A blurred photo is less sharp than the same one at the same part")
    func sharpness() async throws {
        let part = PixelRect(x: 300, y: 200, width: 40, height: 30)
        let scene = scene()
        // Each shift by half a pixel averages four.
        let soft = (0..<6).reduce(scene) { soft, step in
            let shift = step.isMultiple(of: 2) ? 0.5 : -0.5
            return soft.scaled(PixelRect(x: shift, y: shift, width: 640, height: 480), toWidth: 640, height: 480)
        }
        let sharp = try await sample(jpeg(scene), request(part)).middle
        let blurred = try await sample(jpeg(soft), request(part)).middle
        let values = Sharpness.of([sharp, blurred].compactMap { $0 }).compactMap { $0 }
        #expect(values.count == 2 && values[1] < values[0] - 0.1)
    }

    @Test("Focus peaking has its own pixels, at the same place")
    func peaking() async throws {
        let source = jpeg(scene())
        for cell in [nil, CellSize(width: 8, height: 16)] {
            var request = request(PixelRect(x: -213, y: 0, width: 1067, height: 480), cell: cell)
            let plain = try await view(source, request).picture
            request.showsPeaking = true
            let marked = try await view(source, request).picture
            #expect(marked != plain)
            #expect(marked.cells.shown == plain.cells.shown)
            if case .pixels(let pixels) = marked, case .pixels(let plainPixels) = plain {
                #expect(pixels.view == plainPixels.view)
                #expect(pixels.bitmap()?.width == plainPixels.bitmap()?.width)
            }
        }
    }

    @Test("Tones are counted in the pixels in memory, or else in a thumbnail")
    func tones() async throws {
        let photo = PhotoVersion(of: Photo.ID("tones"))
        let white = Bitmap(
            width: 64, height: 64,
            pixels: (0..<64 * 64).flatMap { $0 < 1024 ? [0, 0, 0, 255] : [255, 255, 255, 255] },
            isOpaque: true)
        let source = jpeg(white)
        for isInMemory in [false, true] {
            let loader = PictureLoader(threads: 1)
            if isInMemory {
                for try await _ in loader.view(of: photo, from: { source }, as: request(all(64, 64))) {}
            }
            let tones = try await loader.tones(of: photo, from: source)
            #expect(abs(tones.clippedShadows - 0.25) < 0.02 && abs(tones.clippedHighlights - 0.75) < 0.02)
            #expect(tones.isGray)
        }
        let missing = PictureSource.file(path: Array("/nowhere".utf8))
        await #expect(throws: PictureFailure.self) { try await loader.tones(of: photo, from: missing) }
    }
}
