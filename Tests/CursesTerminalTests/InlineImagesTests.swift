import CellArt
import Foundation
import TerminalUI
import TestFixtures
import Testing
import VirtualTerminal

@testable import CursesTerminal

/// A piece of pixels as a terminal receives it.
private struct DrawnPiece {
    let column: Int
    let row: Int
    /// The sequence between saving and restoring the cursor.
    let sequence: [UInt8]

    /// Parses a stream that consists of complete pieces.
    static func all(in bytes: [UInt8]) throws -> [DrawnPiece] {
        try String(decoding: bytes, as: UTF8.self).components(separatedBy: "\u{1B}7\u{1B}[").dropFirst().map { text in
            #expect(text.hasSuffix("\u{1B}8"))
            let parts = text.dropLast(2).split(separator: "H", maxSplits: 1)
            let position = parts[0].split(separator: ";").compactMap { Int($0) }
            try #require(parts.count == 2 && position.count == 2)
            return DrawnPiece(column: position[1] - 1, row: position[0] - 1, sequence: Array(parts[1].utf8))
        }
    }
}

@Suite("Pixels over cells", .timeLimit(.minutes(60)))
@MainActor
struct InlineImagesTests {
    private let images = InlineImages(.sixel(SixelLimits()))

    /// Returns a surface of 20 x 10 cells of 8 x 12 pixels with pictures of 6 x 3 cells side by side.
    private func surface(_ ids: String..., row: Int = 1, change: (inout Surface) -> Void = { _ in }) -> Surface {
        var surface = Surface(size: Size(columns: 20, rows: 10))
        for (index, id) in ids.enumerated() {
            surface.place(.pixels(picture(id)), centeredIn: Rect(column: 7 * index, row: row, columns: 6, rows: 3))
        }
        change(&surface)
        return surface
    }

    /// Returns a surface with a picture of the same photo for every ID.
    private func surface(_ id: String, role: PixelPicture.Role, change: (inout Surface) -> Void = { _ in }) -> Surface {
        surface {
            let picture = picture(id, photo: "a", role: role)
            $0.place(.pixels(picture), centeredIn: Rect(column: 0, row: 1, columns: 6, rows: 3))
            change(&$0)
        }
    }

    private func picture(
        _ id: String, photo: String? = nil, role: PixelPicture.Role = .still, background: Color = .rgb(9, 9, 9)
    ) -> PixelPicture {
        let cell = ArtCell(glyph: "x", foreground: .rgb(1, 2, 3), background: background)
        let cells = CellPicture(columns: 6, rows: 3, cells: Array(repeating: cell, count: 18))
        var pixels: [UInt8] = []
        for row: UInt8 in 0..<36 {
            for column: UInt8 in 0..<48 { pixels += [5 * column, 7 * row, UInt8.random(in: 0...255), 255] }
        }
        let bitmap = Bitmap(width: 48, height: 36, pixels: pixels, isOpaque: true)
        return PixelPicture(of: PhotoCrop(of: photo ?? id), content: id, role: role, cells: cells) { bitmap }
    }

    /// Returns the next bytes of a driver once they are ready.
    private func next(of images: InlineImages, limit: Int = .max, rate: Double? = nil) async -> [UInt8] {
        while true {
            let bytes = images.next(limit: limit, rate: rate)
            guard bytes.isEmpty, images.isBusy else { return bytes }
            await Task.yield()
        }
    }

    private func next(limit: Int = .max, rate: Double? = nil) async -> [UInt8] {
        await next(of: images, limit: limit, rate: rate)
    }

    private var regions: [ImageRegion] {
        guard case .regions(let regions) = images.shown else { return [] }
        return regions
    }

    @Test("A picture is drawn once at its place, in its size, and then belongs to the terminal")
    func drawing() async throws {
        images.show(surface("a", "b"))
        for (index, column) in [0, 7].enumerated() {
            let pieces = try DrawnPiece.all(in: await next())
            #expect(pieces.map(\.column) == [column] && pieces.map(\.row) == [1])
            let image = try SixelImage(pieces[0].sequence)
            #expect(image.width == 48 && image.height == 36 && image.pixels.allSatisfy { $0 != nil })
            #expect(images.takeOverwritten().map(\.rect.column) == [column])
            #expect(images.didWrite() && regions.count == index + 1)
            // The cells that cover the picture must be written again.
            #expect(images.takeOverwritten().map(\.rect.column) == [column])
        }
        images.show(surface("a", "b"))
        #expect(!images.isBusy && regions.count == 2)
    }

    @Test("A terminal that removes covered pictures gets whole ones, and only while nothing covers them")
    func wholePictures() async throws {
        let images = InlineImages(.sixel(SixelLimits()), losesCovered: true)
        images.show(surface("a"))
        _ = await next(of: images)
        #expect(images.didWrite() && images.shown != .none)
        images.show(surface("a") { $0.write("♥", column: 2, row: 1) })
        #expect(images.shown == .none && !images.isBusy)
        images.show(surface("a"))
        let pieces = try DrawnPiece.all(in: await next(of: images))
        #expect(pieces.map(\.column) == [0])
        let image = try SixelImage(pieces[0].sequence)
        #expect(image.width == 48 && image.height == 36)
    }

    @Test("Pixels stay around what covers them, and only those under it are drawn again when it goes")
    func covering() async throws {
        images.show(surface("a", "b"))
        for _ in 0..<2 {
            _ = await next()
            #expect(images.didWrite())
        }
        let first = regions[0].id
        images.show(surface("a", "b") { $0.write("♥", column: 2, row: 1) })
        #expect(regions.count == 2 && !images.isBusy && !regions[0].shows(column: 2, row: 1))
        #expect(regions[0].shows(column: 3, row: 1))
        images.show(surface("a", "b"))
        #expect(regions.count == 2 && regions[0].id == first && images.isBusy)
        let pieces = try DrawnPiece.all(in: await next())
        #expect(pieces.map(\.column) == [2] && pieces.map(\.row) == [1])
        let image = try SixelImage(pieces[0].sequence)
        #expect(image.width == 8 && image.height == 12)
        #expect(images.didWrite() && regions.count == 3 && !images.isBusy)
        images.show(surface("a", "b"))
        #expect(regions.count == 3 && !images.isBusy)
    }

    @Test("A picture that moves, changes, or appears on a screen of another size is drawn again")
    func changes() async throws {
        for other in [
            surface("a", row: 2), surface("b"),
            { () -> Surface in
                var larger = Surface(size: Size(columns: 20, rows: 11))
                larger.place(.pixels(picture("a")), centeredIn: Rect(column: 0, row: 1, columns: 6, rows: 3))
                return larger
            }(),
        ] {
            images.show(surface("a"))
            _ = await next()
            #expect(images.didWrite() && regions.count == 1)
            images.show(other)
            #expect(regions.isEmpty && images.isBusy)
            _ = await next()
            #expect(images.didWrite() && regions.count == 1)
        }
    }

    @Test("Only visible pixels are drawn, not covered ones, nor those beyond the screen or in its last row")
    func parts() async throws {
        images.show(surface("a", row: 8) { $0.write("abcd", column: 0, row: 8) })
        let pieces = try DrawnPiece.all(in: await next())
        #expect(pieces.map(\.column) == [4] && pieces.map(\.row) == [8])
        let image = try SixelImage(pieces[0].sequence)
        #expect(image.width == 16 && image.height == 12)
        #expect(images.didWrite())
        images.show(surface("a", row: -2) { $0.write("x", column: 1, row: 0) })
        let cut = try SixelImage(DrawnPiece.all(in: await next())[0].sequence)
        #expect(cut.width == 48 && cut.height == 12)
        #expect((0..<48).allSatisfy { (cut.pixels[$0] == nil) == (8..<16).contains($0) })
    }

    @Test("A transparent picture becomes a JPEG over the background, and none if that is unknown")
    func transparency() throws {
        let encoding = InlineEncoding.jpeg { bitmap, _ in
            #expect(bitmap.isOpaque)
            return Array(bitmap.pixels.prefix(4))
        }
        let pixels: [UInt8] = Array(repeating: [200, 100, 0, 51], count: 8 * 16).flatMap { $0 }
        let bitmap = Bitmap(width: 8, height: 16, pixels: pixels, isOpaque: false)
        let cell = CellSize(width: 8, height: 16)
        #expect(encoding.pieces(of: bitmap, cell: cell, background: nil).isEmpty)
        let pieces = encoding.pieces(of: bitmap, cell: cell, background: RGB(100, 200, 250))
        let expected = Data([120, 180, 200, 255] as [UInt8]).base64EncodedString()
        #expect(pieces.count == 1 && String(decoding: pieces[0], as: UTF8.self).contains(":\(expected)\u{7}"))
    }

    @Test("Leaving the screen ends the transmission of a picture")
    func leaving() async throws {
        // Narrow images make several pieces.
        images.sixelLimits = SixelLimits(colors: 256, maxWidth: 16, maxHeight: 12)
        images.show(surface("a"))
        #expect(try DrawnPiece.all(in: await next(limit: 1)).count == 1)
        #expect(!images.didWrite() && regions.count == 1)
        images.show(surface("b"))
        #expect(regions.isEmpty)
        var count = 0
        while images.isBusy {
            count += try DrawnPiece.all(in: await next(limit: 1)).count
            if images.didWrite() { break }
        }
        #expect(count == 9 && regions.map(\.placement.picture.name) == ["b"])
    }

    @Test("The pixels of a frame stay until the next one is drawn over them, and a newer one doesn't stop that")
    func animation() async throws {
        images.show(surface("still", role: .still))
        _ = await next()
        #expect(images.didWrite())
        let still = regions.map(\.id)
        images.show(surface("1", role: .frame))
        images.prepare(rate: nil)
        images.show(surface("2", role: .frame))
        #expect(regions.map(\.id) == still && images.isBusy)
        // Narrow images make several pieces.
        images.sixelLimits = SixelLimits(colors: 256, maxWidth: 16, maxHeight: 12)
        #expect(await next(limit: 1) != [])
        #expect(regions.count == 1 && regions[0].id != still[0] && regions[0].placement.picture.name == "1")
        _ = images.takeOverwritten()
        #expect(images.didWrite())
        images.show(surface("3", role: .frame))
        #expect(regions.count == 1 && regions[0].placement.picture.name == "1")
        let pieces = try DrawnPiece.all(in: await next(limit: 1))
        #expect(pieces.map(\.column) == [0] && regions[0].placement.picture.name == "3")
        #expect(!images.didWrite())
        images.show(surface("4", role: .frame))
        var count = 1
        while !images.didWrite() { count += try DrawnPiece.all(in: await next(limit: 1)).count }
        #expect(count == 9 && regions.map(\.placement.picture.name) == ["3"])
        images.show(surface("4 still", role: .still))
        while !images.didWrite() { _ = await next() }
        #expect(regions.map(\.placement.picture.name) == ["4 still"] && !images.isBusy)
    }

    @Test("A frame prepared earlier does not draw over text that now covers it")
    func coveredFrame() async throws {
        images.show(surface("1", role: .frame))
        images.prepare(rate: nil)
        images.show(surface("2", role: .frame) { $0.write("♥", column: 2, row: 2) })
        _ = await next()
        #expect(images.didWrite() && regions.count == 1 && regions[0].placement.picture.name == "2")
        #expect(!regions[0].shows(column: 2, row: 2) && regions[0].shows(column: 2, row: 1))
    }

    @Test("On a connection that is too slow for frames, they show their characters, not the pixels from before")
    func slowFrames() async throws {
        images.show(surface("still", role: .still))
        _ = await next()
        #expect(images.didWrite())
        for frame in ["1", "2"] {
            images.show(surface(frame, role: .frame))
            #expect(await next(rate: 100) == [])
            #expect(regions.isEmpty && !images.isBusy)
        }
    }

    @Test("Previews are characters")
    func preview() {
        images.show(surface("1", role: .preview))
        #expect(!images.isBusy)
    }

    @Test("A slow connection gets coarser pixels in small pieces, and a very slow one none")
    func slowConnections() async throws {
        images.show(surface("a"))
        let whole = await next()
        #expect(images.didWrite())
        images.show(surface("b"))
        var coarse: [UInt8] = []
        repeat { coarse += await next(rate: Double(whole.count) * 0.6) } while !images.didWrite()
        #expect(coarse.count < whole.count * 6 / 10 && !coarse.isEmpty)
        images.show(surface("c"))
        #expect(await next(rate: 20) == [])
        #expect(!images.isBusy && regions.isEmpty && images.hasCoarsePictures)
        images.retryCoarse(rate: Double(whole.count))
        images.show(surface("c"))
        #expect(await next(rate: Double(whole.count)) != [])
        #expect(!images.hasCoarsePictures)
    }

    @Test("Pixels for which the connection turns out too slow are drawn over by coarser ones")
    func slowdown() async throws {
        let images = InlineImages(.jpeg { bitmap, _ in Array(repeating: 0, count: bitmap.width * bitmap.height) })
        let cell = ArtCell(glyph: "x", foreground: .rgb(1, 2, 3), background: .rgb(9, 9, 9))
        let picture = PixelPicture(
            of: PhotoCrop(of: "a"), content: "a",
            cells: CellPicture(columns: 6, rows: 3, cells: Array(repeating: cell, count: 18))
        ) { Bitmap(width: 240, height: 120, pixels: Array(repeating: 255, count: 4 * 240 * 120), isOpaque: true) }
        var surface = Surface(size: Size(columns: 20, rows: 10))
        surface.place(.pixels(picture), centeredIn: Rect(column: 0, row: 1, columns: 6, rows: 3))
        images.show(surface)
        // About 39 KB in full resolution, in pieces of a row.
        #expect(try DrawnPiece.all(in: await next(of: images, limit: 1, rate: 100_000)).count == 1)
        #expect(!images.didWrite())
        guard case .regions(let begun) = images.shown else { return }
        let coarse = try DrawnPiece.all(in: await next(of: images, rate: 12_000))
        #expect(images.didWrite() && coarse.map(\.row) == [1, 2, 3] && coarse.allSatisfy { $0.sequence.count < 4000 })
        guard case .regions(let drawn) = images.shown else { return }
        #expect(drawn.map(\.rect) == begun.map(\.rect) && drawn.map(\.id) != begun.map(\.id))
        #expect(drawn.map(\.reduction) == [2])
        images.show(surface)
        #expect(!images.isBusy && images.hasCoarsePictures)
    }

    @Test("Sharp pixels are drawn over the coarse ones of a picture at rest")
    func sharpened() async throws {
        images.show(surface("a"))
        let whole = await next()
        #expect(images.didWrite())
        images.show(surface("b"))
        let rate = Double(whole.count) * 0.6
        while !images.didWrite() { _ = await next(rate: rate) }
        let coarse = regions
        images.show(surface("b"))
        #expect(!images.isBusy && images.hasCoarsePictures)
        images.retryCoarse(rate: rate)
        images.show(surface("b"))
        #expect(regions == coarse && images.isBusy)
        var sharp: [UInt8] = []
        repeat { sharp += await next(rate: rate) } while !images.didWrite()
        #expect(sharp.count > whole.count / 2 && regions.count == 1 && regions[0].id != coarse[0].id)
        images.show(surface("b"))
        #expect(!images.isBusy && !images.hasCoarsePictures)
    }

    @Test("iTerm2 gets a JPEG with its size in bytes and in cells")
    func inlineImage() async throws {
        let images = InlineImages(
            .jpeg { bitmap, quality in
                #expect(bitmap.isOpaque && quality == 85)
                return Array("\(bitmap.width)x\(bitmap.height)".utf8)
            })
        images.show(surface("a"))
        let pieces = try DrawnPiece.all(in: await next(of: images))
        let text = String(decoding: try #require(pieces.first).sequence, as: UTF8.self)
        #expect(pieces.count == 1 && text.hasPrefix("\u{1B}]1337;File=") && text.hasSuffix("\u{7}"))
        let parts = text.dropFirst(12).dropLast().split(separator: ":")
        #expect(
            parts[0] == "inline=1;size=5;width=6;height=3;preserveAspectRatio=0;doNotMoveCursor=1")
        #expect(Data(base64Encoded: String(parts[1])).map { Array($0) } == Array("48x36".utf8))
        // Text over it would disappear for a moment.
        images.show(surface("b") { $0.fill(Rect(column: 1, row: 1, columns: 4, rows: 2), with: Cell("x")) })
        #expect(!images.isBusy)
    }
}

extension FramePresenterTests {
    @Test("Cells under pixels are not written until they change, and then all of them are")
    func regions() throws {
        let size = Size(columns: 30, rows: 8)
        let presenter = try FramePresenter(
            entry: DrawingEntry(for: try #require(BuiltInEntry.xterm256)), depth: .trueColor, size: size)
        defer { presenter.close() }
        let virtual = VirtualTerminal(size: size)
        let cells = CellPicture(
            columns: 10, rows: 4,
            cells: (0..<40).map {
                ArtCell(glyph: "▀", foreground: .rgb(UInt8($0), 2, 3), background: .rgb(9, 9, UInt8($0)))
            })
        let picture = PixelPicture(of: PhotoCrop(of: "p"), content: "p", cells: cells) { nil }
        func surface(row: Int = 1, _ change: (inout Surface) -> Void = { _ in }) -> Surface {
            var surface = Surface(size: size)
            surface.place(.pixels(picture), centeredIn: Rect(column: 4, row: row, columns: 10, rows: 4))
            surface.write("caption", column: 4, row: row + 4)
            change(&surface)
            return surface
        }
        func drawPixels(_ region: ImageRegion) {
            // The terminal shows pixels instead of these cells.
            for row in region.rect.row..<region.rect.endRow {
                let text = String(repeating: "#", count: region.rect.columns)
                virtual.feed(Array("\u{1B}7\u{1B}[\(row + 1);\(region.rect.column + 1)H\(text)\u{1B}8".utf8))
            }
        }
        func marks() -> Int {
            (0..<8).reduce(0) { sum, row in
                sum + (0..<30).count { virtual.shown(column: $0, row: row)?.text == "#" }
            }
        }
        let covered = surface { $0.write("wide 漢字", column: 2, row: 2) }
        virtual.feed(presenter.present(covered))
        let visible = try #require(covered.visiblePlacements.first)
        var region = try #require(ImageRegion(visible.placement, cells: visible.cells, of: covered, ground: nil))
        region.id = 7
        presenter.overwrite(with: region)
        presenter.images = .regions([region])
        drawPixels(region)
        // Only what covers the pixels is written again.
        virtual.feed(presenter.present(covered))
        #expect(marks() == visible.cells.count)
        virtual.feed(presenter.present(surface { $0.write("wide 漢字!", column: 2, row: 2) }))
        #expect(marks() < visible.cells.count && marks() > 20)
        // Another version of the picture is shown by the same pixels until its own are drawn.
        let other = PixelPicture(
            of: PhotoCrop(of: "p"), content: "q",
            cells: CellPicture(
                columns: 10, rows: 4,
                cells: Array(
                    repeating: ArtCell(glyph: "o", foreground: .rgb(1, 1, 1), background: .rgb(2, 2, 2)), count: 40))
        ) { nil }
        virtual.feed(presenter.present(covered))
        drawPixels(region)
        #expect(
            presenter.present(
                surface {
                    $0.place(.pixels(other), centeredIn: Rect(column: 4, row: 1, columns: 10, rows: 4))
                    $0.write("wide 漢字", column: 2, row: 2)
                }
            ).isEmpty)
        // The picture scrolls: all old pixels must be overwritten.
        presenter.images = .none
        let scrolled = surface(row: 0)
        virtual.feed(presenter.present(scrolled))
        #expect(marks() == 0)
        #expect(differences(virtual, scrolled, .trueColor, tolerance: 0).isEmpty)
    }

    @Test(
        "Rows of captions that move up don't scroll the pixels between them, not even erased ones",
        arguments: [false, true])
    func scrolledCaptions(isErasedBefore: Bool) throws {
        let size = Size(columns: 30, rows: 40)
        let presenter = try FramePresenter(
            entry: DrawingEntry(for: try #require(BuiltInEntry.xterm256)), depth: .trueColor, size: size)
        defer { presenter.close() }
        func surface(from first: Int) -> Surface {
            var surface = Surface(size: size)
            for index in 0..<5 {
                let cell = ArtCell(glyph: "x", foreground: .rgb(1, 2, 3), background: .rgb(9, 9, 9))
                let cells = CellPicture(columns: 10, rows: 4, cells: Array(repeating: cell, count: 40))
                surface.place(
                    .pixels(
                        PixelPicture(of: PhotoCrop(of: "\(first + index)"), content: "\(first + index)", cells: cells) {
                            nil
                        }),
                    centeredIn: Rect(column: 4, row: 8 * index, columns: 10, rows: 4))
                for line in 4..<8 {
                    surface.write("line \(line) of photo \(first + index)", column: 4, row: 8 * index + line)
                }
            }
            return surface
        }
        let virtual = VirtualTerminal(size: size)
        let before = surface(from: 0)
        virtual.feed(presenter.present(before))
        let regions = before.visiblePlacements.enumerated().compactMap { index, shown in
            var region = ImageRegion(shown.placement, cells: shown.cells, of: before, ground: nil)
            region?.id = UInt32(index + 1)
            return region
        }
        for region in regions { presenter.overwrite(with: region) }
        presenter.images = .none
        if isErasedBefore { virtual.feed(presenter.present(before)) }
        let after = presenter.present(surface(from: 1))
        virtual.feed(after)
        let scrolls = /\u{1B}(M|D|\[[0-9]*[STLM]|\[[0-9]+;[0-9]+r)/
        #expect(regions.count == 5 && String(decoding: after, as: UTF8.self).firstMatch(of: scrolls) == nil)
        #expect(differences(virtual, surface(from: 1), .trueColor, tolerance: 0).isEmpty)
    }
}
