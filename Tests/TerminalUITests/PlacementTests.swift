import CellArt
import Testing

@testable import TerminalUI

@Suite("Pictures on a surface")
struct PlacementTests {
    private var surface = Surface(size: Size(columns: 8, rows: 4))

    private func pixels(_ id: String, columns: Int, rows: Int) -> RenderedPicture {
        let bitmap = Bitmap(width: 1, height: 1, pixels: [1, 2, 3, 255], isOpaque: true)
        let dot = ArtCell(glyph: ".", foreground: .terminal, background: .terminal)
        let cells = CellPicture(columns: columns, rows: rows, cells: Array(repeating: dot, count: columns * rows))
        return .pixels(PixelPicture(of: PhotoCrop(of: id), content: id, cells: cells) { bitmap })
    }

    /// The identity of the picture that shows in each cell, as text.
    private func shown(_ surface: Surface) -> [String] {
        (0..<4).map { row in
            (0..<8).map { surface.placement(column: $0, row: row)?.picture.identity.content.description ?? "." }
                .joined()
        }
    }

    @Test("Cells are drawn in the middle of the rectangle and clipped to it")
    mutating func cells() {
        let cell = ArtCell(glyph: "#", foreground: .rgb(1, 2, 3), background: .terminal)
        let picture = CellPicture(columns: 4, rows: 1, cells: Array(repeating: cell, count: 4))
        surface.place(.cells(picture), centeredIn: Rect(column: 1, row: 0, columns: 6, rows: 3))
        surface.place(.cells(picture), centeredIn: Rect(column: 0, row: 3, columns: 2, rows: 1))
        let text = (0..<4).map { row in
            (0..<8).map { String(surface.cell(column: $0, row: row)?.scalar ?? "?") }.joined()
        }
        #expect(text == ["        ", "  ####  ", "        ", "##      "])
        #expect(surface.cell(column: 2, row: 1)?.style == Style(foreground: .rgb(1, 2, 3), attributes: .picture))
        #expect(surface.placements.isEmpty)
    }

    @MainActor
    private final class PictureScreen: Screen {
        var onNeedsDisplay: () -> Void = {}
        let picture: RenderedPicture

        init(_ picture: RenderedPicture) {
            self.picture = picture
        }

        func draw(on surface: inout Surface) { surface.place(picture, centeredIn: surface.bounds) }
        func handle(_ event: InputEvent) {}
        func layOut(size: Size, appearance: TerminalAppearance) {}
    }

    @Test("During a transition, the pictures of its last frame are upcoming")
    @MainActor
    func transition() {
        var appearance = TerminalAppearance(colors: .trueColor, repertoire: .unicode)
        appearance.pixelCell = CellSize(width: 10, height: 20)
        let stack = ScreenStack(size: surface.size, appearance: appearance)
        stack.push(PictureScreen(pixels("b", columns: 4, rows: 2)))
        let first = pixels("a", columns: 2, rows: 2)
        stack.play(
            ScreenTransition(lasting: .seconds(1000), clock: ContinuousClock()) { _, surface in
                surface.place(first, centeredIn: surface.bounds)
            })
        var (during, after) = (surface, surface)
        stack.draw(on: &during)
        stack.handle(.key(Key(.enter)))
        stack.draw(on: &after)
        #expect(
            during.placements.map(\.picture.identity.content.description) == ["a"]
                && during.upcoming.map(\.identity.content.description) == ["b"]
        )
        #expect(after.placements.map(\.picture.identity.content.description) == ["b"] && after.upcoming.isEmpty)
    }

    @Test("A pixel picture is listed with its identity and rectangle, over its cells")
    mutating func pixels() {
        surface.write("abcdefgh", column: 0, row: 1)
        surface.place(pixels("p", columns: 4, rows: 2), centeredIn: Rect(column: 1, row: 0, columns: 6, rows: 4))
        #expect(surface.placements.map(\.picture.identity.content.description) == ["p"])
        #expect(surface.placements.map(\.rect) == [Rect(column: 2, row: 1, columns: 4, rows: 2)])
        #expect(shown(surface) == ["........", "..pppp..", "..pppp..", "........"])
        #expect(surface.cell(column: 2, row: 1) == Cell(".", style: Style(attributes: .picture)))
        #expect(surface.cell(column: 1, row: 1)?.scalar == "b")
    }

    @Test("A pixel picture is clipped to its rectangle and to the surface")
    mutating func clipping() {
        surface.place(pixels("p", columns: 6, rows: 6), centeredIn: Rect(column: 5, row: 1, columns: 6, rows: 2))
        surface.place(pixels("q", columns: 2, rows: 2), centeredIn: Rect(column: -9, row: 0, columns: 4, rows: 2))
        #expect(shown(surface) == ["........", ".....ppp", ".....ppp", "........"])
        #expect(surface.placements.map(\.rect) == [Rect(column: 5, row: -1, columns: 6, rows: 6)])
    }

    @Test("Drawing over a pixel picture shows there; the picture is gone when all of it is covered")
    mutating func covering() {
        let all = Rect(column: 0, row: 0, columns: 4, rows: 2)
        surface.place(pixels("p", columns: 4, rows: 2), centeredIn: all)
        surface.write("♥", column: 1, row: 0)
        surface.place(pixels("q", columns: 2, rows: 1), centeredIn: Rect(column: 2, row: 1, columns: 2, rows: 1))
        #expect(shown(surface) == ["p.pp....", "ppqq....", "........", "........"])
        #expect(surface.placements.map(\.picture.identity.content.description) == ["p", "q"])
        surface.fill(all)
        #expect(surface.placements.isEmpty)
    }

    @Test("Surfaces with other pictures differ")
    func equality() {
        let rect = Rect(column: 0, row: 0, columns: 8, rows: 4)
        let surfaces = ["p", "p", "q"].map { id in
            var surface = self.surface
            surface.place(pixels(id, columns: 2, rows: 2), centeredIn: rect)
            return surface
        }
        #expect(surfaces[0] == surfaces[1])
        #expect(surfaces[0] != surfaces[2])
    }
}
