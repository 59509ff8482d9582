import Albums
import CellArt
import Foundation
import TerminalUI
import Testing

@testable import Screens

@Suite("Tile of a photo")
struct PhotoTileTests {
    init() {
        setlocale(LC_CTYPE, "C.UTF-8")
    }

    /// Draws a selected, marked favorite with a picture of a number of rows in a tile of 9 rows.
    private func draw(rows: Int) -> [String] {
        let cell = ArtCell(glyph: "@", foreground: .terminal, background: .terminal)
        return draw(
            .picture(.cells(CellPicture(columns: 12, rows: rows, cells: Array(repeating: cell, count: 12 * rows)))))
    }

    private func draw(
        _ tile: Tile?, isSelected: Bool = true, assessment: Assessment = Assessment(),
        _ repertoire: Repertoire = .unicode
    ) -> [String] {
        let tile = PhotoTile(
            photo: Photo(id: Photo.ID("dune"), albumID: Album.ID("sand"), title: "Dune"), tile: tile,
            isSelected: isSelected, isMarked: true, isFavorite: true, assessment: assessment, labels: .default,
            showsDate: false, theme: .mono)
        var surface = Surface(size: Size(columns: 16, rows: 9), repertoire: repertoire)
        tile.draw(on: &surface, in: Rect(column: 0, row: 0, columns: 16, rows: 9))
        return surface.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    @Test("A short photo sits directly above its title, in a frame as large as the tile")
    func low() {
        #expect(
            draw(rows: 2) == [
                "┏ ✓ ━━━━━━━ ♥ ━┓",
                "┃              ┃",
                "┃              ┃",
                "┃              ┃",
                "┃              ┃",
                "┃              ┃",
                "┃ @@@@@@@@@@@@ ┃",
                "┃ @@@@@@@@@@@@ ┃",
                "┗━━━━ Dune ━━━━┛",
            ])
    }

    @Test("The size of the frame stays while the thumbnail loads")
    func loading() {
        func frame(_ lines: [String]) -> [String] { lines.map { $0.filter("┏━┓┃┗┛".contains) } }
        #expect(frame(draw(.loading)) == frame(draw(rows: 2)))
        #expect(frame(draw(nil)) == frame(draw(rows: 7)))
    }

    @Test(
        "A photo that can't be shown has a border, which a dark one has not",
        arguments: [(Repertoire.unicode, "┌─"), (.ascii, "+-")])
    func broken(repertoire: Repertoire, corner: String) {
        let dark = CellPicture(
            columns: 14, rows: 7,
            cells: Array(repeating: ArtCell(glyph: " ", foreground: .terminal, background: .rgb(0, 0, 0)), count: 98))
        #expect(!draw(.picture(.cells(dark)), isSelected: false, repertoire).joined().contains(corner))
        let broken = draw(.broken("Damaged JPEG"), isSelected: false, repertoire).joined(separator: "\n")
        #expect(broken.contains(corner) && broken.contains("Damaged JPEG"))
        #expect(draw(.noFrame, isSelected: false, repertoire).joined().contains(corner))
    }

    @Test("A tile shows how many photos of a burst it stands for, also without Unicode")
    func burst() {
        let photo = Photo(id: Photo.ID("dune"), albumID: Album.ID("sand"), title: "Dune")
            .with(burst: (1...12).map { Photo.ID("\($0)") })
        let tile = PhotoTile(
            photo: photo, tile: nil, isSelected: true, isMarked: true, isFavorite: true,
            assessment: Assessment(stars: 2), labels: .default, showsDate: false, theme: .mono)
        for (repertoire, top) in [
            (Repertoire.unicode, "┏ ✓  ▣ 12  ★★ ━ ♥ ━┓"), (.ascii, "+ V  # 12  ** - * -+"),
        ] {
            var surface = Surface(size: Size(columns: 20, rows: 5), repertoire: repertoire)
            tile.draw(on: &surface, in: Rect(column: 0, row: 0, columns: 20, rows: 5))
            #expect(surface.text.split(separator: "\n").first.map(String.init) == top)
        }
    }

    @Test("A high photo fills its tile")
    func high() {
        let lines = draw(rows: 7)
        #expect(lines[0] == "┏ ✓ ━━━━━━━ ♥ ━┓" && lines[1].contains("@") && lines[7].contains("@"))
    }

    @Test(
        "The date of a file is labeled if there is room",
        arguments: [
            (24, "modified 2024-05-06"), (20, "mod. 2024-05-06"), (16, "2024-05-06"), (12, ""),
        ])
    func date(columns: Int, expected: String) {
        let noon = Date(timeIntervalSince1970: 1_714_996_800)
        let tile = PhotoTile(
            photo: Photo(
                id: Photo.ID("dune"), albumID: Album.ID("sand"), title: "Dune", date: noon, dateKind: .modified),
            tile: nil, isSelected: false, isMarked: false, isFavorite: nil, assessment: Assessment(), labels: .default,
            showsDate: true, theme: .mono)
        var surface = Surface(size: Size(columns: columns, rows: 6))
        tile.draw(on: &surface, in: Rect(column: 0, row: 0, columns: columns, rows: 6))
        let lines = surface.text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines[5].trimmingCharacters(in: .whitespaces) == expected)
    }
}
