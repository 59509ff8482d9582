import Basics
import Testing

@testable import CellArt

@Suite("Pixel identities")
struct PixelIdentityTests {
    private func picture(
        of photo: some Hashable & Sendable, _ part: PhotoCrop.Part = .whole, columns: Int = 2,
        content: some Hashable & Sendable
    ) -> PixelPicture {
        let cell = ArtCell(glyph: "x", foreground: .terminal, background: .terminal)
        let cells = CellPicture(columns: columns, rows: 1, cells: Array(repeating: cell, count: columns))
        return PixelPicture(of: PhotoCrop(of: photo, part), content: content, cells: cells) { nil }
    }

    @Test("A better version of a picture has another identity, but the same view")
    func versions() {
        let (coarse, sharp) = (picture(of: "a", content: 1), picture(of: "a", content: 2))
        #expect(coarse != sharp && coarse.view == sharp.view)
        #expect(coarse == picture(of: "a", content: 1))
    }

    @Test("Other photos, parts, rotations and cells are other views")
    func views() {
        let part = PixelRect(x: 0, y: 0, width: 1, height: 1)
        let pictures = [
            picture(of: "a", content: 1), picture(of: "b", content: 1), picture(of: "a", .covering, content: 1),
            picture(of: "a", .rect(part, .none), content: 1), picture(of: "a", .rect(part, .quarter), content: 1),
            picture(of: "a", columns: 3, content: 1),
        ]
        #expect(Set(pictures.map(\.view)).count == pictures.count)
    }

    @Test("Values that print alike are other identities")
    func types() {
        #expect(picture(of: "1", content: 1) != picture(of: 1, content: 1))
        #expect(picture(of: "a b", content: "c") != picture(of: "a", content: "b c"))
    }
}
