import CZlib
import CellArt
import TerminalUI
import Testing

@testable import CursesTerminal

@Suite("The middle of a picture first, by pixels", .timeLimit(.minutes(60)))
@MainActor
struct CenterPixelsTests {
    private let images = KittyImages()
    /// A picture of 48 x 16 cells of 10 x 20 pixels.
    private let bitmap = Bitmap(
        width: 480, height: 320, pixels: (0..<4 * 480 * 320).map { $0 % 4 == 3 ? 255 : UInt8.random(in: 0...255) },
        isOpaque: true)
    /// In bytes per second. The pixels of the middle take less than a second, all of them more than three.
    private let rate = 140_000.0

    private func surface(isEnlarged: Bool = true, role: PixelPicture.Role = .still) -> Surface {
        var surface = Surface(size: Size(columns: 60, rows: 20))
        let cell = ArtCell(glyph: "x", foreground: .rgb(1, 2, 3), background: .rgb(4, 5, 6))
        let cells = CellPicture(columns: 48, rows: 16, cells: Array(repeating: cell, count: 48 * 16))
        let picture = PixelPicture(of: PhotoCrop(of: "photo"), content: "a", role: role, cells: cells) { [bitmap] in
            bitmap
        }
        surface.place(.pixels(picture), centeredIn: surface.bounds)
        if isEnlarged { surface.centers = [surface.bounds.center] }
        return surface
    }

    /// Returns the commands of the next image once they are ready, and records that the terminal has received it.
    private func nextImage() async throws -> [KittyCommand] {
        while true {
            let bytes = images.next(limit: .max, rate: rate)
            guard bytes.isEmpty, images.isBusy else {
                #expect(images.didWrite())
                return try KittyCommand.all(in: bytes)
            }
            await Task.yield()
        }
    }

    private func inflated(_ commands: [KittyCommand], count: Int) -> [UInt8] {
        var size = UInt(count)
        let bytes = commands.flatMap(\.data)
        return [UInt8](unsafeUninitializedCapacity: count) { target, initialized in
            initialized = uncompress(target.baseAddress, &size, bytes, UInt(bytes.count)) == Z_OK ? Int(size) : 0
        }
    }

    @Test("A slow connection gets the middle in full resolution, and then all of the picture in a lower one")
    func order() async throws {
        let surface = surface()
        let arranged = images.arranged(surface, rate: rate)
        #expect(arranged.cells == surface.cells && arranged.placements.count == 2)
        images.show(arranged)
        let middle = try await nextImage()
        #expect(middle[0].control["c"] == "15" && middle[0].control["r"] == "5")
        #expect(middle[0].control["s"] == "150" && middle[0].control["v"] == "100")
        let sent = inflated(middle, count: 3 * 150 * 100)
        var expected: [UInt8] = []
        for row in 120..<220 {
            for column in 170..<320 {
                let start = 4 * (row * 480 + column)
                expected += bitmap.pixels[start..<start + 3]
            }
        }
        #expect(sent == expected)
        let whole = try await nextImage()
        #expect(whole[0].control["c"] == "48" && whole[0].control["s"] == "120")
        #expect(!images.isBusy && images.hasCoarsePictures)
        // The same view needs no other image, even if the connection seems to have become faster.
        images.show(images.arranged(surface, rate: 2 * rate))
        #expect(!images.isBusy && images.ids.count == 2)
    }

    @Test("The placeholders of the middle are its own, and around it those of the whole picture")
    func placeholders() async throws {
        let arranged = images.arranged(surface(), rate: rate)
        images.show(arranged)
        for _ in 0..<2 { _ = try await nextImage() }
        var frame = NumberedFrame()
        frame.load(arranged, colors: ColorMapper(depth: .trueColor), images: images.shown)
        func color(_ column: Int, _ row: Int) -> Int32 { frame.foregrounds[row * 60 + column] }
        #expect(frame.scalars[10 * 60 + 30] == PlaceholderCell.character.value)
        #expect(color(30, 10) != color(10, 10) && color(23, 8) == color(37, 12) && color(22, 8) == color(38, 12))
    }

    @Test("A quick connection, one of unknown speed, a whole photo and an animation aren't split")
    func others() {
        for (surface, rate) in [
            (surface(), 10_000_000), (surface(), nil), (surface(isEnlarged: false), rate),
            (surface(role: .frame), rate),
        ] as [(Surface, Double?)] {
            #expect(images.arranged(surface, rate: rate).placements.count == 1)
        }
    }

    @Test("A text over the middle stays")
    func covered() {
        var surface = surface()
        surface.write("text", column: 20, row: 9)
        #expect(images.arranged(surface, rate: rate) == surface)
    }
}
