import Albums
import CellArt
import Foundation
import TerminalUI
import Testing

@testable import Screens

@MainActor
@Suite("Details in the viewer", .timeLimit(.minutes(60)))
struct ViewerDetailsTests {
    private static var details: PhotoDetails {
        var details = PhotoDetails()
        details.taken = Date(timeIntervalSince1970: 1_717_210_980)
        details.camera = "Pixel 8"
        details.fileBytes = 3_595_264
        details.exposure = Exposure(time: 0.004, aperture: 1.7, iso: 64)
        return details
    }

    private let pictures = FakePictures(details: Self.details, drawsInitials: true)

    private func open(columns: Int, rows: Int = 24) async -> TestStage {
        let stage = TestStage(library: InMemoryLibrary.demo, pictures: pictures, columns: columns, rows: rows)
        await stage.open("Coast", "1/7", "dddd")
        await stage.see("? help")
        await stage.missSlowly("? help")
        return stage
    }

    private var lastRequest: ViewRequest? { pictures.recorded.withLock { $0.views.last?.request } }

    @Test("In a wide terminal, i shows the details beside the photo, which fits the remaining width")
    func panel() async {
        let stage = await open(columns: 100)
        stage.press(Key("i"))
        await stage.see("Decoded")
        await stage.shows(
            """
            dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd ♡ Dune
            dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd────────────────────────────────────────
            dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd Description  The dune near St. Ives
            dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd Tags         sea, summer
            dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd Author       Ada Lovelace
            dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd Date         2024-06-01 03:03
            dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd Camera       Pixel 8
            dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd Exposure     f/1.7 1/250 s ISO 64
            dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd Dimensions   4000 × 3000 pixels
            dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd File size    3,511 KB
            dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd File         Coast/Dune.jpg
            dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd Decoded      640 × 480 (at 1/4),
            dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd              cached
            dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
             ? help  Esc close  ← → previous, next                                                     fit  1/7
            """)
        #expect(lastRequest?.columns == 60)
        stage.press(Key("i"))
        await stage.miss("Decoded")
        await stage.until { lastRequest?.columns == 100 }
    }

    @Test("In a narrow terminal, i shows the details in place of the photo")
    func page() async {
        let stage = await open(columns: 80)
        stage.press(Key("i"))
        await stage.see("Decoded")
        await stage.shows(
            """
             ♡ Dune
            ────────────────────────────────────────────────────────────────────────────────
             Description  The dune near St. Ives
             Tags         sea, summer
             Author       Ada Lovelace
             Date         2024-06-01 03:03
             Camera       Pixel 8
             Exposure     f/1.7 1/250 s ISO 64
             Dimensions   4000 × 3000 pixels
             File size    3,511 KB
             File         Coast/Dune.jpg
             Decoded      640 × 480 (at 1/4), cached











             ? help  Esc close  ← → previous, next                                      1/7
            """)
        #expect(lastRequest?.columns == 80)
        stage.press(Key("i"))
        await stage.see("dddd")
    }

    /// Tones of a photo that is dark on the left and bright on the right.
    private func tones(isGray: Bool = false) -> ToneHistogram {
        let pixels = (0..<256).flatMap { index -> [UInt8] in
            (0..<16).flatMap { row -> [UInt8] in
                let value = UInt8(index < 128 ? 20 + index / 2 + row : min(255, index + row))
                return [value, isGray ? value : value / 2 + 20, isGray ? value : 255 - value, 255]
            }
        }
        return ToneHistogram(Bitmap(width: 256, height: 16, pixels: pixels, isOpaque: true))
    }

    @Test("The histogram is in the empty rows below the details, luma above red, green and blue")
    func histogram() async {
        pictures.set(tones: tones())
        let stage = await open(columns: 100, rows: 26)
        stage.press(Key("i"))
        await stage.see("Clipped")
        await stage.shows(
            """
            dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd ♡ Dune
            dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd────────────────────────────────────────
            dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd Description  The dune near St. Ives
            dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd Tags         sea, summer
            dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd Author       Ada Lovelace
            dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd Date         2024-06-01 03:03
            dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd Camera       Pixel 8
            dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd Exposure     f/1.7 1/250 s ISO 64
            dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd Dimensions   4000 × 3000 pixels
            dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd File size    3,511 KB
            dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd File         Coast/Dune.jpg
            dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd Decoded      640 × 480 (at 1/4),
            dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd              cached
            dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd Clipped      shadows 0%, highlights 4%
            dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd           ▄██
            dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd           ███▆
            dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd           ████    ▂  ▂
            dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd           ████   ▄█▆▆█▆▆█
            dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd          █████   ████████▆
            dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd          █████▆ ▄█████████
            dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd R   ▁▃▆███████▆▂    ▁▃▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄█
            dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd G     ▂▇███▂ ▁▂▄▄▄▄▄▄▄▆
            dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd B █▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▃▁    ▂▅███████▇▃▁
            dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
             ? help  Esc close  ← → previous, next                                                     fit  1/7
            """)
    }

    @Test("With less room, the histogram has luma only, and with hardly any, only the clipped tones are said")
    func smallHistogram() async {
        pictures.set(tones: tones(isGray: true))
        let stage = await open(columns: 100, rows: 20)
        stage.press(Key("i"))
        await stage.see("\u{2588}")
        #expect(!stage.text.contains(" R "))
        stage.resize(columns: 100, rows: 16)
        await stage.see("Clipped")
        await stage.miss("\u{2588}")
    }

    @Test("The histogram in ASCII has bars of the characters . : #")
    func asciiHistogram() {
        #expect(HistogramDrawing.bars(of: [0, 4, 8, 0, 1], columns: 5, rows: 2, isASCII: true) == ["  #  ", " ## ."])
        #expect(HistogramDrawing.bars(of: [0, 4, 6, 8, 0], columns: 5, rows: 1, isASCII: true) == [" ::# "])
        #expect(
            HistogramDrawing.bars(of: [900, 1, 8, 4, 900], columns: 5, rows: 1, isASCII: false)
                == ["\u{2588}\u{2581}\u{2588}\u{2584}\u{2588}"])
    }

    @Test("The palette switches focus peaking, which the caption shows")
    func peaking() async {
        let stage = await open(columns: 100)
        stage.type(":peaking")
        await stage.see("Show or hide focus peaking")
        stage.press(Key(.enter))
        await stage.until { lastRequest?.showsPeaking == true }
        await stage.see("focus peaking  fit")
        stage.type(":peaking")
        await stage.see("Show or hide focus peaking")
        stage.press(Key(.enter))
        await stage.until { lastRequest?.showsPeaking == false }
        await stage.miss("focus peaking")
    }

    @Test("In a small terminal, the page of details scrolls, and keys without effect say why")
    func smallPage() async {
        let stage = await open(columns: 40, rows: 12)
        stage.press(Key("i"))
        await stage.see("File")
        await stage.shows(
            """
             ♡ Dune
            ────────────────────────────────────────
             Description  The dune near St. Ives
             Tags         sea, summer
             Author       Ada Lovelace
             Date         2024-06-01 03:03
             Camera       Pixel 8
             Exposure     f/1.7 1/250 s ISO 64
             Dimensions   4000 × 3000 pixels
             File size    3,511 KB
             File         Coast/Dune.jpg
             Esc close  ↓ scroll  ? help        1/7
            """)
        stage.press(Key(.end))
        await stage.see("Decoded")
        stage.press(Key(.down))
        await stage.see("End of the page")
        stage.press(Key("+"))
        await stage.see("+ does nothing here")
        stage.point(.wheelUp, column: 3, row: 3)
        stage.point(.wheelUp, column: 3, row: 3)
        await stage.see("Description")
        stage.press(Key(.escape))
        await stage.see("dddd")
    }

    @Test("The panel follows the photo", arguments: [Key("n"), Key(.right)])
    func follows(key: Key) async {
        let stage = await open(columns: 100)
        stage.press(Key("i"))
        await stage.see("The dune near")
        stage.press(key)
        await stage.see("The lighthouse near")
        #expect(!stage.text.contains("The dune near"))
        await stage.see("llll")
    }

    @Test("The page follows the photo with n, p and the arrow keys")
    func pageFollows() async {
        let stage = await open(columns: 80)
        stage.press(Key("i"))
        await stage.see("The dune near")
        for (key, expected) in [
            (Key("n"), "The lighthouse"), (Key(.right), "The pier"), (Key(.left), "The lighthouse"),
            (Key("p"), "The dune"),
        ] {
            stage.press(key)
            await stage.see(expected + " near")
        }
    }

    @Test("The details of the previous photo stay until the next ones have loaded, or until that takes long")
    func staysWhileLoading() async {
        let stage = await open(columns: 100)
        stage.press(Key("i"))
        await stage.see("Pixel 8")
        await stage.see("Decoded")
        pictures.set(areDetailsHeld: true)
        stage.press(Key("n"))
        await stage.see("llll")
        await settle()
        #expect(stage.text.contains("The dune near") && stage.text.contains("Pixel 8"))
        await stage.seeSlowly("The lighthouse near")
        #expect(!stage.text.contains("Pixel 8"))
        pictures.set(areDetailsHeld: false)
        await stage.see("Pixel 8")
    }

    @Test("Zoom and position stay the same while details come and go")
    func keepsView() async {
        let stage = await open(columns: 100)
        stage.press(Key(.enter))
        await stage.until { lastRequest?.part.width == 100 }
        let middle = lastRequest
        stage.press(Key(.up))
        await stage.until { lastRequest != middle }
        let before = lastRequest
        stage.press(Key("i"))
        await stage.until { lastRequest?.columns == 60 }
        let part = lastRequest?.part
        #expect(part?.width == 60 && part?.height == before?.part.height && part?.y == before?.part.y)
        #expect(part.map { $0.x + $0.width / 2 } == before.map { $0.part.x + $0.part.width / 2 })
        // A picture that has not been replaced yet is not requested again.
        await settle()
        stage.press(Key("i"))
        await stage.until { lastRequest == before }
    }

    @Test("A resize turns the panel into a page and back")
    func resizing() async {
        let stage = await open(columns: 120)
        stage.press(Key("i"))
        await stage.see("Decoded")
        let before = await stage.lastingScreen()
        stage.resize(columns: 80, rows: 24)
        await stage.miss("dddd")
        #expect(stage.row(2).hasPrefix(" Description"))
        stage.resize(columns: 120, rows: 24)
        await stage.until { stage.screen == before }
    }

    @Test("Escape and q close the details, and only then leave the viewer")
    func leaving() async {
        let stage = await open(columns: 100)
        for key in [Key(.escape), Key("q")] {
            stage.press(Key("i"))
            await stage.see("Decoded")
            stage.press(key)
            await stage.miss("Decoded")
        }
        await stage.see("dddd")
        stage.press(Key(.escape))
        await stage.see("Lighthouse")
        stage.resize(columns: 80, rows: 24)
        stage.press(Key(.enter))
        await stage.see("dddd")
        stage.press(Key("i"))
        await stage.see("Decoded")
        stage.press(Key("q"))
        await stage.see("dddd")
        stage.press(Key("i"))
        await stage.see("Decoded")
        stage.click(on: "Description")
        await stage.see("dddd")
    }

    @Test("With a panel, up and down scroll the details where the photo cannot be panned, and the wheel at the pointer")
    func panelScrolls() async {
        let stage = await open(columns: 100, rows: 8)
        stage.press(Key("i"))
        await stage.see("Description")
        await stage.until("all facts") {
            stage.press(Key(.down)); return !stage.text.contains("Description")
        }
        await stage.missSlowly("fits the screen")
        #expect(stage.row(7).contains("fit  1/7"))
        stage.point(.wheelUp, column: 90, row: 4)
        await stage.see("Description")
        stage.point(.wheelUp, column: 10, row: 4)
        await stage.miss("fit  1/7")
        #expect(stage.text.contains("Description"))
    }

    @Test("The favorite sign and the hints beside a panel are buttons")
    func buttons() async {
        let stage = await open(columns: 100)
        stage.press(Key("i"))
        await stage.see("Decoded")
        stage.click(on: "\u{2661}")
        await stage.see("\u{2665} Dune")
        await stage.missSlowly("Added \u{201C}Dune")
        await stage.see("Esc close")
        stage.click(on: "Esc close")
        await stage.miss("Decoded")
    }

    @Test("A panel shows the resolution of the decoded pixels after each zoom")
    func pixels() async {
        let stage = await open(columns: 100)
        stage.press(Key("i"))
        await stage.see("640 × 480")
        pictures.set(shownPixels: ShownPixels(width: 4000, height: 3000, origin: .fullDecode, wereInMemory: false))
        stage.press(Key(.enter))
        await stage.see("4000 × 3000 (from all")
    }

    @Test("A slideshow continues beside a panel, and waits under a page", arguments: [100, 80])
    func slideshow(columns: Int) async {
        let stage = await open(columns: columns)
        stage.press(Key(" "), Key("i"))
        await stage.see("The dune near")
        if columns == 100 {
            await stage.see("slideshow  fit")
            await stage.seeSlowly("The lighthouse near")
        } else {
            stage.clock.advance(by: .seconds(30))
            await settle()
            stage.press(Key(.escape))
            await stage.see("1/7")
            await stage.seeSlowly("2/7")
        }
    }
}
