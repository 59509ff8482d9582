import CZlib
import CellArt
import Foundation
import TerminalUI
import TestFixtures
import Testing

@testable import CursesTerminal

/// Reads the commands of kitty's graphics protocol as a terminal does.
struct KittyCommand {
    let control: [String: String]
    let data: [UInt8]

    /// Parses a stream that consists of complete commands.
    static func all(in bytes: [UInt8]) throws -> [KittyCommand] {
        try String(decoding: bytes, as: UTF8.self).components(separatedBy: "\u{1B}_G").dropFirst().map { text in
            let command = try #require(text.components(separatedBy: "\u{1B}\\").first)
            #expect(text == command + "\u{1B}\\")
            let parts = command.split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false)
            let pairs = parts[0].split(separator: ",").map { $0.split(separator: "=").map(String.init) }
            let data = try #require(Data(base64Encoded: String(parts.last ?? "")))
            return KittyCommand(
                control: Dictionary(uniqueKeysWithValues: pairs.map { ($0[0], $0[1]) }), data: Array(data))
        }
    }
}

@Suite("Kitty's graphics protocol")
struct KittyGraphicsTests {
    private func bitmap(width: Int, height: Int, isOpaque: Bool = true) -> Bitmap {
        var generator = SystemRandomNumberGenerator()
        let pixels = (0..<4 * width * height).map { index in
            isOpaque && index % 4 == 3 ? 255 : UInt8.random(in: 0...255, using: &generator)
        }
        return Bitmap(width: width, height: height, pixels: pixels, isOpaque: isOpaque)
    }

    private func inflated(_ bytes: [UInt8], count: Int) -> [UInt8] {
        var size = UInt(count)
        return [UInt8](unsafeUninitializedCapacity: count) { target, initialized in
            initialized = uncompress(target.baseAddress, &size, bytes, UInt(bytes.count)) == Z_OK ? Int(size) : 0
        }
    }

    @Test("An image arrives with its pixels, its size and a virtual placement", arguments: [true, false])
    func pixels(isOpaque: Bool) throws {
        let bitmap = bitmap(width: 70, height: 50, isOpaque: isOpaque)
        let bytes = KittyGraphics().transmission(of: bitmap, as: 70_000, columns: 7, rows: 3, level: 6).flatMap { $0 }
        let commands = try KittyCommand.all(in: bytes)
        let first = try #require(commands.first)
        #expect(first.control["a"] == "T" && first.control["U"] == "1" && first.control["i"] == "70000")
        #expect(first.control["c"] == "7" && first.control["r"] == "3")
        #expect(first.control["s"] == "70" && first.control["v"] == "50")
        #expect(first.control["f"] == (isOpaque ? "24" : "32"))
        let channels = isOpaque ? 3 : 4
        let sent = inflated(commands.flatMap(\.data), count: channels * 70 * 50)
        #expect(sent == bitmap.pixels.enumerated().filter { $0.offset % 4 < channels }.map(\.element))
    }

    @Test("Commands ask only for failures and carry at most 4,096 bytes; only the last one ends the image")
    func commands() throws {
        let commands = KittyGraphics().transmission(
            of: bitmap(width: 90, height: 90), as: 70_000, columns: 7, rows: 3, level: 1)
        #expect(commands.count > 3)
        let parsed = try commands.map { try #require(try KittyCommand.all(in: $0).first) }
        #expect(parsed.allSatisfy { $0.control["q"] == "1" })
        #expect(parsed.map { $0.control["m"] } == Array(repeating: "1", count: parsed.count - 1) + ["0"])
        #expect(commands.allSatisfy { $0.count < 4096 + 100 })
    }

    @Test("All images of a session are removed by a command that fits into a signal handler")
    func removal() throws {
        let bytes = KittyGraphics().removal(of: [0xFE_0000...0xFE_FFFF])
        let commands = try KittyCommand.all(in: bytes)
        #expect(commands.map { $0.control["m"] ?? $0.control["d"] } == ["0", "R"])
        #expect(commands.last?.control["x"] == "16646144" && commands.last?.control["y"] == "16711679")
        #expect(bytes.count < 100)
    }

    @Test("Through tmux, each command is passed on separately, with Esc doubled")
    func throughTmux() throws {
        let bitmap = bitmap(width: 90, height: 90)
        func commands(isThroughTmux: Bool) -> [[UInt8]] {
            let graphics = KittyGraphics(isThroughTmux: isThroughTmux)
            return graphics.transmission(of: bitmap, as: 70_000, columns: 7, rows: 3, level: 1)
                + [graphics.deletion(of: 70_000)]
        }
        let passedOn = try commands(isThroughTmux: true).map { command in
            let text = String(decoding: command, as: UTF8.self)
            try #require(text.hasPrefix("\u{1B}Ptmux;") && text.hasSuffix("\u{1B}\\"))
            let inner = text.dropFirst(7).dropLast(2).replacing("\u{1B}\u{1B}", with: "\u{1}")
            try #require(!inner.contains("\u{1B}"))
            return Array(inner.replacing("\u{1}", with: "\u{1B}").utf8)
        }
        #expect(passedOn == commands(isThroughTmux: false))
    }

    @Test("A cancellation ends the transmission before it deletes the image")
    func cancellation() throws {
        let commands = try KittyCommand.all(in: KittyGraphics().cancellation(of: 70_000))
        #expect(commands.map { $0.control["m"] ?? $0.control["d"] } == ["0", "I"])
        #expect(commands.last?.control["i"] == "70000")
    }
}

@Suite("Placeholder cells")
@MainActor
struct PlaceholderCellTests {
    @Test("Cells name their piece of a picture that the terminal has; cells over the picture stay")
    func placeholders() {
        let cell = ArtCell(glyph: "x", foreground: .rgb(1, 2, 3), background: .terminal)
        let cells = CellPicture(columns: 3, rows: 2, cells: Array(repeating: cell, count: 6))
        let bitmap = Bitmap(width: 1, height: 1, pixels: [0, 0, 0, 255], isOpaque: true)
        let picture = PixelPicture(of: PhotoCrop(of: "a"), content: "a", cells: cells) { bitmap }
        var surface = Surface(size: Size(columns: 5, rows: 3))
        surface.place(.pixels(picture), centeredIn: Rect(column: 1, row: 1, columns: 3, rows: 2))
        surface.write("h", column: 2, row: 1)
        var frame = NumberedFrame()
        frame.load(surface, colors: ColorMapper(depth: .trueColor))
        #expect(frame.scalars.filter { $0 == UInt32(UInt8(ascii: "x")) }.count == 5)
        #expect(frame.marks.allSatisfy { $0.isEmpty })
        frame.load(
            surface, colors: ColorMapper(depth: .trueColor),
            images: .placeholders([picture.identity: 0x12_3456]))
        let found = frame.scalars.indices.filter { frame.scalars[$0] == PlaceholderCell.character.value }
        #expect(found == [6, 8, 11, 12, 13])
        #expect(frame.scalars[7] == UInt32(UInt8(ascii: "h")))
        #expect(found.allSatisfy { frame.foregrounds[$0] == 0x112_3456 && !frame.isPicture(at: $0) })
        #expect(frame.marks[6] == ["\u{305}", "\u{305}"])
        #expect(frame.marks[8] == ["\u{305}", "\u{30E}"])
        #expect(frame.marks[12] == ["\u{30D}", "\u{30D}"])
        #expect(PlaceholderCell.maxSide == 297)
    }

    @Test("The cells beside a photo have no placeholders, and its image begins after them")
    func besidePhoto() {
        let photo = ArtCell(glyph: "x", foreground: .rgb(1, 2, 3), background: .rgb(1, 2, 3))
        let blank = ArtCell(glyph: " ", foreground: .terminal, background: .terminal)
        let cells = CellPicture(columns: 4, rows: 1, cells: [blank, blank, photo, photo])
        let picture = PixelPicture(of: PhotoCrop(of: "a"), content: "a", cells: cells) { nil }
        #expect(picture.shown.columns == 2..<4 && picture.shown.rows == 0..<1)
        var surface = Surface(size: Size(columns: 4, rows: 1))
        surface.place(.pixels(picture), centeredIn: Rect(column: 0, row: 0, columns: 4, rows: 1))
        var frame = NumberedFrame()
        frame.load(surface, colors: ColorMapper(depth: .trueColor), images: .placeholders([picture.identity: 1]))
        #expect(
            frame.scalars.indices.filter { frame.scalars[$0] == PlaceholderCell.character.value } == [2, 3])
        #expect(frame.marks[2] == ["\u{305}", "\u{305}"])
        #expect(frame.marks[3] == ["\u{305}", "\u{30D}"])
    }

    @Test("Without true color, the ID of an image is a color of the palette and a third mark")
    func palette() {
        let cells = CellPicture(
            columns: 1, rows: 1, cells: [ArtCell(glyph: "x", foreground: .rgb(1, 2, 3), background: .rgb(1, 2, 3))])
        let picture = PixelPicture(of: PhotoCrop(of: "a"), content: "a", cells: cells) { nil }
        var surface = Surface(size: Size(columns: 1, rows: 1))
        surface.place(.pixels(picture), centeredIn: Rect(column: 0, row: 0, columns: 1, rows: 1))
        var frame = NumberedFrame()
        frame.load(
            surface, colors: ColorMapper(depth: .palette256),
            images: .placeholders([picture.identity: 0x0200_00FE]))
        #expect(frame.foregrounds == [Int32(ColorNumber.firstOfPalette) + 0xFE])
        #expect(frame.marks[0] == ["\u{305}", "\u{305}", "\u{30E}"])
    }

    @Test("IDs are in the range that a crash removes, and differ until all have been taken", arguments: [false, true])
    func ids(usesPalette: Bool) throws {
        var unused = ImageIDs(usesPalette: usesPalette)
        let count = usesPalette ? 960 : 65_536
        let taken = (0..<count).map { _ in unused.take() }
        #expect(Set(taken).count == taken.count)
        #expect(taken.allSatisfy { id in unused.ranges.contains { $0.contains(id) } })
        for id in taken + (0..<100).map({ _ in ImageIDs.random(usesPalette: usesPalette) }) {
            let index = ImageIDs.paletteIndex(of: id)
            #expect((index != nil) == usesPalette && index.map { $0 >= 16 } ?? (id > 0xFF))
        }
        #expect(unused.take(notIn: Set(taken[..<5])) == taken[5] && ImageIDs.maxInUse < count)
    }
}

@Suite("Images in the terminal", .timeLimit(.minutes(60)))
@MainActor
struct KittyImagesTests {
    private let images = KittyImages()

    private func surface(_ ids: String..., photo: String? = nil, role: PixelPicture.Role = .still) -> Surface {
        var surface = Surface(size: Size(columns: 20, rows: 10))
        for (index, id) in ids.enumerated() {
            let cell = ArtCell(glyph: "x", foreground: .terminal, background: .terminal)
            let cells = CellPicture(columns: 4, rows: 2, cells: Array(repeating: cell, count: 8))
            // Random pixels hardly shrink.
            let pixels = (0..<4 * 80 * 80).map { $0 % 4 == 3 ? 255 : UInt8.random(in: 0...255) }
            let bitmap = Bitmap(width: 80, height: 80, pixels: pixels, isOpaque: true)
            surface.place(
                .pixels(PixelPicture(of: PhotoCrop(of: photo ?? id), content: id, role: role, cells: cells) { bitmap }),
                centeredIn: Rect(column: 5 * index, row: 0, columns: 4, rows: 2))
        }
        return surface
    }

    /// Returns the next bytes once they are ready.
    private func next(of images: KittyImages? = nil, limit: Int = .max, rate: Double? = nil) async -> [UInt8] {
        let images = images ?? self.images
        while true {
            let bytes = images.next(limit: limit, rate: rate)
            guard bytes.isEmpty, images.isBusy else { return bytes }
            await Task.yield()
        }
    }

    /// Returns the pixels in shared memory that a command names, and removes them, as a terminal does.
    private func takeShared(_ command: KittyCommand) throws -> [UInt8] {
        let name = String(decoding: command.data, as: UTF8.self)
        let file = shm_open(name, O_RDONLY, 0)
        try #require(file >= 0)
        defer { close(file) }
        #expect(shm_unlink(name) == 0)
        var bytes = [UInt8](repeating: 0, count: 100_000)
        let count = read(file, &bytes, bytes.count)
        return Array(bytes.prefix(max(0, count)))
    }

    /// Returns images that are shown on a terminal which has read a pixel in shared memory.
    private func sharingImages(_ surface: Surface) throws -> KittyImages {
        let images = KittyImages(isLocal: true)
        images.show(surface)
        let query = try query(of: images)
        #expect(try takeShared(query) == [0, 0, 0, 255])
        try answer(query, isAccepted: true, to: images)
        return images
    }

    /// Returns the query whether the terminal reads shared memory.
    private func query(of images: KittyImages) throws -> KittyCommand {
        let query = try #require(try KittyCommand.all(in: images.next(limit: .max, rate: nil)).first)
        #expect(query.control["a"] == "q" && query.control["t"] == "s")
        return query
    }

    private func answer(_ query: KittyCommand, isAccepted: Bool, to images: KittyImages) throws {
        #expect(!images.receiveReport(of: try #require(UInt32(query.control["i"] ?? "")), isAccepted: isAccepted))
    }

    @Test("A terminal that shares memory gets only the names of pixels")
    func sharedMemory() async throws {
        let images = try sharingImages(surface("a"))
        defer { _ = images.removeAll() }
        let commands = try KittyCommand.all(in: await next(of: images))
        #expect(commands.count == 1 && commands[0].control["t"] == "s")
        #expect(commands[0].control["s"] == "80" && commands[0].control["v"] == "80")
        #expect(try takeShared(commands[0]).count == 4 * 80 * 80)
        #expect(images.didWrite() && images.ids.count == 1)
    }

    @Test("Pixels in shared memory that no terminal has read are removed in the end")
    func unreadMemory() async throws {
        let images = try sharingImages(surface("a"))
        defer { _ = images.removeAll() }
        let commands = try KittyCommand.all(in: await next(of: images))
        #expect(images.didWrite())
        _ = images.removeAll()
        #expect(shm_unlink(String(decoding: commands[0].data, as: UTF8.self)) == -1)
    }

    @Test("The pixels of a preview stay until those of the sharp picture have arrived, and are deleted then")
    func preview() async throws {
        let images = try sharingImages(surface("preview", photo: "a", role: .preview))
        defer { _ = images.removeAll() }
        images.show(surface("preview", photo: "a", role: .preview))
        _ = await next(of: images)
        #expect(images.didWrite())
        let preview = try #require(images.idsByContent["preview"])
        images.show(surface("sharp", photo: "a"))
        #expect(images.shownByContent == ["sharp": preview])
        #expect(try KittyCommand.all(in: await next(of: images))[0].control["a"] == "T")
        #expect(images.didWrite())
        images.show(surface("sharp", photo: "a"))
        #expect(images.shownByContent == ["sharp": try #require(images.idsByContent["sharp"])])
        let deletion = try KittyCommand.all(in: await next(of: images))
        #expect(deletion.map { $0.control["i"] } == [String(preview)] && deletion[0].control["a"] == "d")
        #expect(images.ids.count == 1 && !images.isBusy)
    }

    @Test("Frames of an animation replace each other, and a quick one does not keep another from arriving")
    func animation() async throws {
        let images = try sharingImages(surface("still", photo: "a"))
        defer { _ = images.removeAll() }
        _ = await next(of: images)
        #expect(images.didWrite())
        let still = try #require(images.idsByContent["still"])
        images.show(surface("1", photo: "a", role: .frame))
        images.prepare(rate: nil)
        // The next frame is due while the first is being prepared.
        images.show(surface("2", photo: "a", role: .frame))
        #expect(images.shownByContent == ["2": still])
        _ = await next(of: images)
        #expect(images.didWrite())
        let first = try #require(images.idsByContent["1"])
        images.show(surface("2", photo: "a", role: .frame))
        #expect(images.shownByContent == ["2": first])
        _ = await next(of: images)
        #expect(images.didWrite())
        images.show(surface("2", photo: "a", role: .frame))
        #expect(images.idsByContent.keys.sorted() == ["2", "still"])
    }

    @Test("Without shared memory, the connection has a pause after each frame, and the next one waits for it")
    func framesThroughConnection() async throws {
        var now: UInt64 = 1_000_000_000
        images.now = { now }
        images.show(surface("1", photo: "a", role: .frame))
        let commands = try KittyCommand.all(in: await next())
        #expect(commands.count > 1 && commands[0].control["s"] == "80")
        now += 30_000_000
        #expect(images.didWrite())
        let first = try #require(images.idsByContent["1"])
        images.show(surface("2", photo: "a", role: .frame))
        #expect(images.shownByContent == ["2": first])
        images.prepare(rate: nil)
        try await waitUntil { images.startsAt != nil }
        #expect(images.startsAt == now + 30_000_000 && images.next(limit: .max, rate: nil).isEmpty)
        // Another frame doesn't begin from the start again.
        images.show(surface("3", photo: "a", role: .frame))
        now += 30_000_000
        #expect(images.startsAt == nil)
        _ = try KittyCommand.all(in: images.next(limit: .max, rate: nil))
        #expect(images.didWrite() && images.idsByContent["2"] != nil)
        images.show(surface("3", photo: "a", role: .frame))
        #expect(images.idsByContent.keys.sorted() == ["2"])
        let deletion = try KittyCommand.all(in: images.next(limit: .max, rate: nil))
        #expect(deletion.map { $0.control["i"] } == [String(first)] && deletion[0].control["a"] == "d")
        // The last frame stays.
        images.show(surface("3 still", photo: "a"))
        _ = await next()
        #expect(images.didWrite() && images.ids.count == 2)
        images.show(surface("3 still", photo: "a"))
        #expect(images.idsByContent.keys.sorted() == ["3 still"])
    }

    @Test("A slow connection gets frames with fewer pixels, and a very slow one characters for the whole animation")
    func slowFrames() async throws {
        images.show(surface("1", photo: "a", role: .frame))
        let commands = try KittyCommand.all(in: await next(rate: 100_000))
        #expect(commands[0].control["s"] == "40")
        #expect(images.didWrite() && images.ids.count == 1)
        images.show(surface("2", photo: "b", role: .frame))
        #expect(await next(rate: 5000) != [], "the first animation's frame is deleted")
        #expect(await next(rate: 5000) == [])
        #expect(!images.isBusy)
        images.show(surface("3", photo: "b", role: .frame))
        #expect(!images.isBusy && images.shownByContent == [:])
    }

    @Test("An animation stays characters once the terminal has refused two of its frames")
    func refusedFrames() async throws {
        for frame in ["1", "2"] {
            images.show(surface(frame, photo: "a", role: .frame))
            let commands = try KittyCommand.all(in: await next(limit: 5000))
            let id = try #require(commands.last?.control["i"].flatMap { UInt32($0) })
            #expect(images.receiveReport(of: id, isAccepted: false))
            // Ends the transmission.
            _ = await next()
        }
        images.show(surface("3", photo: "a", role: .frame))
        #expect(!images.isBusy)
    }

    @Test("A preview is not worth its bytes without shared memory")
    func noPreview() {
        images.show(surface("preview", photo: "a", role: .preview))
        #expect(!images.isBusy)
    }

    @Test("A terminal that accepts a pixel but leaves it in memory gets the pixels themselves")
    func leftMemory() async throws {
        let images = KittyImages(isLocal: true)
        defer { _ = images.removeAll() }
        images.show(surface("a"))
        let query = try query(of: images)
        try answer(query, isAccepted: true, to: images)
        #expect(shm_unlink(String(decoding: query.data, as: UTF8.self)) == -1)
        #expect(try KittyCommand.all(in: await next(of: images)).count > 1)
    }

    @Test("Pixels that the terminal refuses don't stay in memory, and the terminal is asked again")
    func refusedMemory() async throws {
        let images = try sharingImages(surface("a"))
        defer { _ = images.removeAll() }
        let commands = try KittyCommand.all(in: await next(of: images))
        #expect(images.didWrite())
        #expect(images.receiveReport(of: try #require(images.idsByContent["a"]), isAccepted: false))
        #expect(shm_unlink(String(decoding: commands[0].data, as: UTF8.self)) == -1)
        images.show(surface("a"))
        #expect(try KittyCommand.all(in: images.next(limit: .max, rate: nil)).first?.control["a"] == "q")
    }

    @Test("The first picture waits for the answer about shared memory, but not for long")
    func waitForAnswer() async throws {
        let images = KittyImages(isLocal: true)
        defer { _ = images.removeAll() }
        var time: UInt64 = 1_000_000_000
        images.now = { time }
        images.show(surface("a"))
        images.prepare(rate: nil)
        let query = try query(of: images)
        #expect(images.startsAt == 1_100_000_000)
        #expect(images.next(limit: .max, rate: nil).isEmpty && images.isBusy)
        time = 1_100_000_000
        #expect(images.startsAt == nil)
        let commands = try KittyCommand.all(in: await next(of: images))
        #expect(commands[0].control["t"] == nil && commands.count > 1)
        // A late answer counts for the next picture.
        #expect(images.didWrite())
        #expect(try takeShared(query) == [0, 0, 0, 255])
        try answer(query, isAccepted: true, to: images)
        images.show(surface("b"))
        let others = try KittyCommand.all(in: await next(of: images))
        #expect(others.count == 1 && others[0].control["t"] == "s")
    }

    @Test("A terminal that doesn't share memory gets the pixels themselves")
    func noSharedMemory() async throws {
        let images = KittyImages(isLocal: true)
        defer { _ = images.removeAll() }
        images.show(surface("a"))
        let query = try query(of: images)
        try answer(query, isAccepted: false, to: images)
        let commands = try KittyCommand.all(in: await next(of: images))
        #expect(commands[0].control["t"] == nil && commands.count > 1)
    }

    @Test("Pictures on the screen are sent one after another, each once")
    func order() async throws {
        images.show(surface("a", "b"))
        var sent: [String] = []
        for expected in 1...2 {
            let commands = try KittyCommand.all(in: await next())
            sent.append(commands[0].control["i"] ?? "")
            #expect(images.didWrite())
            #expect(images.ids.count == expected)
        }
        #expect(Set(sent) == Set(images.ids.values.map(String.init)))
        images.show(surface("b", "a"))
        #expect(!images.isBusy)
        #expect(images.idsByContent.keys.sorted() == ["a", "b"])
    }

    @Test("A picture that appears when a transition ends is sent before, unless a better one follows")
    func upcoming() async throws {
        var during = surface()
        during.upcoming = surface("a").placements.map(\.picture)
        images.show(during)
        #expect(try KittyCommand.all(in: await next()).last?.control["m"] == "0")
        #expect(images.didWrite() && images.shown == .placeholders(images.ids))
        images.show(surface("a"))
        #expect(!images.isBusy && images.ids.count == 1)

        let sharing = try sharingImages(surface())
        defer { _ = sharing.removeAll() }
        during.upcoming = surface("b", role: .preview).placements.map(\.picture)
        sharing.show(during)
        #expect(!sharing.isBusy)
    }

    @Test("Pictures that may be shown next are sent after those on the screen, and then only have to be placed")
    func ahead() async throws {
        var screen = surface("b")
        screen.ahead = surface("a").placements.map(\.picture)
        images.show(screen)
        for expected in [["b"], ["a", "b"]] {
            _ = await next()
            #expect(images.didWrite())
            #expect(images.idsByContent.keys.sorted() == expected && images.shownByContent.keys.sorted() == ["b"])
        }
        #expect(!images.isBusy)
        images.show(surface("a"))
        #expect(!images.isBusy && images.shownByContent.keys.sorted() == ["a"])
    }

    @Test("A picture that is being sent ahead continues when it is shown, and gives way to another one that is")
    func aheadGivesWay() async throws {
        let ahead = surface("a").placements.map(\.picture)
        var screen = surface()
        screen.ahead = ahead
        images.show(screen)
        let begun = try KittyCommand.all(in: await next(limit: 5000))
        #expect(!images.didWrite())
        var zoomed = surface("b")
        zoomed.ahead = ahead
        images.show(zoomed)
        let cancelled = try KittyCommand.all(in: await next())
        #expect(cancelled.last?.control["d"] == "I" && cancelled.last?.control["i"] == begun[0].control["i"])
        #expect(!images.didWrite())
        _ = await next()
        #expect(images.didWrite() && images.idsByContent.keys.sorted() == ["b"])
        let again = try KittyCommand.all(in: await next(limit: 5000))
        #expect(!images.didWrite())
        images.show(surface("a"))
        let rest = try KittyCommand.all(in: await next())
        #expect(again[0].control["i"] != nil && rest.allSatisfy { $0.control["d"] == nil })
        #expect(images.didWrite() && images.shownByContent.keys.sorted() == ["a"])
    }

    @Test("An image is shown only once all of its commands have been written")
    func pieces() async throws {
        images.show(surface("a"))
        var count = 0
        while images.isBusy {
            _ = await next(limit: 5000)
            count += 1
            if images.didWrite() { break }
            #expect(images.ids.isEmpty)
        }
        #expect(count > 2 && images.ids.count == 1)
    }

    @Test("A picture that leaves the screen while it is sent is cancelled, and the next one follows whole")
    func leaving() async throws {
        images.show(surface("a"))
        let begun = try KittyCommand.all(in: await next(limit: 5000))
        #expect(!images.didWrite())
        images.show(surface("b"))
        let cancelled = try KittyCommand.all(in: await next())
        #expect(cancelled.map { $0.control["m"] ?? $0.control["d"] } == ["0", "I"])
        #expect(cancelled.last?.control["i"] == begun[0].control["i"])
        #expect(!images.didWrite())
        let other = try KittyCommand.all(in: await next())
        #expect(other[0].control["i"] != begun[0].control["i"] && other.last?.control["m"] == "0")
        #expect(images.didWrite() && images.idsByContent.keys.sorted() == ["b"])
    }

    @Test("Pixels prepared for a quick connection are prepared again if it has become slow")
    func slowdown() async throws {
        images.show(surface("a"))
        images.prepare(rate: nil)
        // About 19 KB in full resolution.
        let commands = try KittyCommand.all(in: await next(rate: 8000))
        #expect(commands[0].control["s"] == "40")
        #expect(images.didWrite() && images.ids.count == 1)
    }

    @Test("A transmission for which the connection turns out too slow is cancelled, and coarser pixels follow")
    func slowdownDuringTransmission() async throws {
        images.show(surface("a"))
        let begun = try KittyCommand.all(in: await next(limit: 5000))
        #expect(begun[0].control["s"] == "80" && !images.didWrite())
        let cancelled = try KittyCommand.all(in: await next(rate: 6700))
        #expect(cancelled.map { $0.control["m"] ?? $0.control["d"] } == ["0", "I"])
        #expect(cancelled.last?.control["i"] == begun[0].control["i"])
        #expect(!images.didWrite())
        let coarse = try KittyCommand.all(in: await next(rate: 6700))
        #expect(coarse[0].control["s"] == "40" && coarse.last?.control["m"] == "0")
        #expect(images.didWrite() && images.ids.count == 1)
    }

    @Test("A slow connection gets fewer pixels, and a very slow one none")
    func slowConnections() async throws {
        images.show(surface("a"))
        let commands = try KittyCommand.all(in: await next(rate: 10_000))
        #expect(commands[0].control["s"] == "40")
        #expect(images.didWrite())
        images.show(surface("b", "c", "d", "e"))
        let shared = try KittyCommand.all(in: await next(rate: 10_000))
        #expect(shared[0].control["s"] == "20")
        #expect(images.didWrite())
        images.show(surface("f"))
        #expect(await next(rate: 500) == [])
        #expect(!images.isBusy && images.ids.count == 2 && images.hasCoarsePictures)
    }

    @Test("Pictures at rest may take longer on a slow connection")
    func atRest() async throws {
        let two = surface("a", "b")
        images.show(two)
        #expect(await next(rate: 400) == [])
        images.retryCoarse(rate: 400)
        images.show(two)
        for _ in 0..<2 {
            let commands = try KittyCommand.all(in: await next(rate: 400))
            #expect(commands[0].control["s"] == "20")
            #expect(images.didWrite())
        }
        images.show(two)
        #expect(await next(rate: 400) == [] && !images.isBusy)
        #expect(images.ids.count == 2 && images.hasCoarsePictures)
    }

    @Test("A coarse picture at rest is replaced by a sharp one, and deleted then")
    func sharpened() async throws {
        images.show(surface("a"))
        _ = await next(rate: 10_000)
        #expect(images.didWrite())
        let coarse = try #require(images.idsByContent["a"])
        images.show(surface("a"))
        #expect(!images.isBusy && images.hasCoarsePictures)
        images.retryCoarse(rate: 10_000)
        images.show(surface("a"))
        #expect(images.shownByContent == ["a": coarse])
        let commands = try KittyCommand.all(in: await next(rate: 10_000))
        #expect(commands[0].control["s"] == "80")
        #expect(images.shownByContent == ["a": coarse])
        #expect(images.didWrite() && !images.hasCoarsePictures)
        images.show(surface("a"))
        #expect(images.shownByContent == ["a": try #require(images.idsByContent["a"])])
        let deletion = try KittyCommand.all(in: await next())
        #expect(deletion.map { $0.control["i"] } == [String(coarse)] && deletion[0].control["a"] == "d")
        #expect(!images.isBusy)
    }

    @Test("A coarse picture stays if the terminal refuses the sharp one")
    func refusedSharp() async throws {
        images.show(surface("a"))
        _ = await next(rate: 10_000)
        #expect(images.didWrite())
        let coarse = images.ids
        images.retryCoarse(rate: 10_000)
        images.show(surface("a"))
        let begun = try KittyCommand.all(in: await next(limit: 5000, rate: 10_000))
        let id = try #require(begun[0].control["i"].flatMap { UInt32($0) })
        #expect(images.receiveReport(of: id, isAccepted: false) && images.ids == coarse)
    }

    @Test("An image that returns to the screen is only placed again; if the terminal has lost it, it is sent again")
    func lost() async throws {
        images.show(surface("a"))
        let first = try KittyCommand.all(in: await next())
        #expect(images.didWrite())
        images.show(surface())
        images.show(surface("a"))
        let placement = try KittyCommand.all(in: await next())
        #expect(placement.map { $0.control["a"] } == ["p"] && placement[0].control["i"] == first[0].control["i"])
        // Only failures are answered.
        #expect(placement[0].control["q"] == "1")
        #expect(!images.didWrite() && !images.isBusy)
        let id = try #require(images.ids.values.first)
        #expect(!images.receiveReport(of: id + 1, isAccepted: false))
        #expect(images.receiveReport(of: id, isAccepted: false) && images.ids.isEmpty)
        images.show(surface("a"))
        let again = try KittyCommand.all(in: await next())
        #expect(again[0].control["a"] == "T" && images.didWrite() && images.ids.count == 1)
    }

    @Test("A picture stays characters once the terminal has refused its image twice")
    func refused() async throws {
        for _ in 0..<2 {
            images.show(surface("a"))
            let commands = try KittyCommand.all(in: await next(limit: 5000))
            let id = try #require(commands.last?.control["i"].flatMap { UInt32($0) })
            #expect(images.receiveReport(of: id, isAccepted: false) && images.ids.isEmpty)
            // Ends the transmission.
            _ = await next()
        }
        images.show(surface("a"))
        #expect(!images.isBusy)
        _ = images.removeAll()
        images.show(surface("a"))
        #expect(images.isBusy)
    }

    @Test("An image of which a part may be lost is sent from its beginning")
    func restart() async throws {
        images.show(surface("a"))
        let first = try KittyCommand.all(in: await next(limit: 5000))
        images.restart()
        let cancelled = try KittyCommand.all(in: await next())
        #expect(cancelled.last?.control["i"] == first[0].control["i"])
        let again = try KittyCommand.all(in: await next())
        #expect(again[0].control["a"] == "T" && again.last?.control["m"] == "0" && images.didWrite())
    }

    @Test("Leaving the screen deletes all images, and ends the one being sent")
    func removal() async throws {
        images.show(surface("a"))
        _ = await next()
        #expect(images.didWrite())
        images.show(surface("a", "b"))
        _ = await next(limit: 5000)
        let commands = try KittyCommand.all(in: images.removeAll())
        #expect(commands.map { $0.control["m"] ?? $0.control["d"] } == ["0", "I", "I"])
        #expect(images.ids.isEmpty && !images.isBusy)
    }
}

extension FramePresenterTests {
    @Test("Automatic margins stay on, so that a placeholder in the last cell gets its marks")
    func lastCell() throws {
        let cell = ArtCell(glyph: "x", foreground: .rgb(1, 2, 3), background: .rgb(4, 5, 6))
        let cells = CellPicture(columns: 4, rows: 2, cells: Array(repeating: cell, count: 8))
        let picture = PixelPicture(of: PhotoCrop(of: "a"), content: "a", cells: cells) { nil }
        let size = Size(columns: 4, rows: 2)
        var surface = Surface(size: size)
        surface.place(.pixels(picture), centeredIn: Rect(column: 0, row: 0, columns: 4, rows: 2))
        let presenter = try FramePresenter(
            entry: DrawingEntry(for: try #require(BuiltInEntry.xterm256)), depth: .trueColor, size: size)
        defer { presenter.close() }
        presenter.images = .placeholders([picture.identity: 0x12_3456])
        let output = String(decoding: presenter.present(surface), as: UTF8.self)
        let last = "\u{10EEEE}\u{30D}\u{310}\u{1B}[2;4H"
        #expect(output.contains(last) && !output.contains("\u{1B}[?7"))
        // Text there is written as always.
        presenter.images = .none
        #expect(String(decoding: presenter.present(surface), as: UTF8.self).contains("\u{1B}[?7l"))
    }
}
