import CellArt
import Dispatch
import SeededGenerator
import TerminalUI
import TestFixtures
import Testing
import VirtualTerminal

@testable import CursesTerminal

extension FramePresenterTests {
    @Test("No frame is drawn while another is being sent, or after a pause")
    func coalescing() async throws {
        let pipe = try Pipe()
        let size = Size(columns: 200, rows: 50)
        let presenter = try presenter(of: size)
        defer { presenter.close() }
        var frames = 0
        let loop = FrameLoop(
            presenter: presenter, writer: FrameWriter(descriptor: pipe.writing),
            makeSurface: {
                frames += 1
                return Self.restlessPicture(size, seed: UInt64(frames))
            }, onFailure: {})
        loop.begin(with: [])
        // A frame exceeds the pipe's capacity.
        try await waitUntil { pipe.isFull }
        for _ in 0..<10 {
            loop.setNeedsDisplay()
            await turn()
        }
        #expect(frames == 1)
        let reading = Task.detached { pipe.read(until: Array("the end".utf8)) }
        try await waitUntil { frames != 1 }
        let drawn = frames
        loop.pause(with: Array("the end".utf8))
        _ = await reading.value
        loop.setNeedsDisplay()
        await turn()
        #expect(frames == drawn, "a frame was drawn after the pause")
    }

    @Test("Little is in flight to a slow terminal that replies, and a new frame replaces the unsent part")
    func answeringTerminal() async throws {
        let pipe = try Pipe()
        let size = Size(columns: 120, rows: 40)
        let presenter = try presenter(of: size)
        defer { presenter.close() }
        var seed: UInt64 = 1
        let loop = FrameLoop(
            presenter: presenter, writer: FrameWriter(descriptor: pipe.writing),
            link: LinkProgress(firstReplyTimeout: 3_600_000_000_000),
            makeSurface: { Self.restlessPicture(size, seed: seed) }, onFailure: {})
        // The pipe holds 64 KB, like the buffer that hides a slow line.
        loop.begin(with: [])
        let first = await settle { pipe.readAll() }
        #expect(loop.link.pendingReports > 0)
        #expect(first.count < 24 * 1024, "\(first.count) bytes without a reply")
        let virtual = VirtualTerminal(size: size)
        virtual.feed(first)
        // Request another frame in the middle of the first.
        seed = 2
        loop.setNeedsDisplay()
        var byteCount = first.count
        var wrong = [""]
        // On a busy computer the writer's thread may be late, so a pause isn't the end of the frame.
        for _ in 0..<10_000 where !wrong.isEmpty {
            if loop.link.pendingReports > 0 { loop.receiveReport() }
            let output = await settle { pipe.readAll() }
            byteCount += output.count
            virtual.feed(output)
            wrong = differences(virtual, Self.restlessPicture(size, seed: 2), .trueColor, tolerance: 2)
        }
        #expect(wrong.isEmpty, "\(wrong.prefix(3))")
        // A frame of noise takes 38 bytes per cell; most of the first frame was dropped.
        #expect(byteCount < 38 * 4800 * 3 / 2, "\(byteCount) bytes")
        _ = loop
    }

    private func presenter(of size: Size) throws -> FramePresenter {
        let entry = DrawingEntry(for: try #require(BuiltInEntry.xterm256))
        return try FramePresenter(entry: entry, depth: .trueColor, size: size)
    }

    /// Random pixels, which hardly shrink.
    private func noise(width: Int, height: Int) -> Bitmap {
        let pixels = (0..<4 * width * height).map { $0 % 4 == 3 ? 255 : UInt8.random(in: 0...255) }
        return Bitmap(width: width, height: height, pixels: pixels, isOpaque: true)
    }

    /// A loop that shows a picture with pixels and a word.
    private func loop(
        _ pipe: Pipe, link: LinkProgress, word: @escaping () -> String = { "first" }
    ) throws -> (loop: FrameLoop, presenter: FramePresenter) {
        let size = Size(columns: 40, rows: 10)
        let presenter = try presenter(of: size)
        let cell = ArtCell(glyph: "#", foreground: .terminal, background: .terminal)
        let cells = CellPicture(columns: 20, rows: 8, cells: Array(repeating: cell, count: 160))
        let noise = noise(width: 200, height: 160)
        let picture = PixelPicture(of: PhotoCrop(of: "a"), content: "a", cells: cells) {
            noise
        }
        let loop = FrameLoop(
            presenter: presenter, writer: FrameWriter(descriptor: pipe.writing), link: link,
            makeSurface: {
                var surface = Surface(size: size)
                surface.place(.pixels(picture), centeredIn: Rect(column: 0, row: 0, columns: 20, rows: 8))
                surface.write(word(), column: 0, row: 9)
                return surface
            }, onFailure: {})
        return (loop, presenter)
    }

    private static let placeholder = Array("\u{10EEEE}".utf8)

    @Test("A picture is cells until the terminal has its pixels")
    func pixels() async throws {
        let pipe = try Pipe()
        let (loop, presenter) = try loop(pipe, link: LinkProgress(asking: .nobody))
        defer { presenter.close() }
        loop.images = KittyImages()
        loop.begin(with: [])
        var output: [UInt8] = []
        try await waitUntil {
            output += pipe.readAll()
            return output.firstRange(of: Self.placeholder) != nil
        }
        let placeholders = try #require(output.firstRange(of: Self.placeholder))
        let image = try #require(output.firstRange(of: Array("\u{1B}_G".utf8)))
        let end = try #require(output.firstRange(of: Array(",m=0;".utf8)))
        #expect(image.lowerBound < end.lowerBound && end.lowerBound < placeholders.lowerBound)
        let frame = String(decoding: output[..<image.lowerBound], as: UTF8.self)
        #expect(frame.contains("####") && frame.contains("first"))
    }

    @Test("The frame after a transition waits for its pixels, but not for long", arguments: [true, false])
    func held(isPrepared: Bool) async throws {
        let pipe = try Pipe()
        let size = Size(columns: 40, rows: 10)
        let presenter = try presenter(of: size)
        defer { presenter.close() }
        var isMoving = true
        let cell = ArtCell(glyph: "x", foreground: .terminal, background: .terminal)
        let picture = PixelPicture(
            of: PhotoCrop(of: "a"), content: "a", cells: CellPicture(columns: 1, rows: 1, cells: [cell])
        ) { nil }
        let loop = FrameLoop(
            presenter: presenter, writer: FrameWriter(descriptor: pipe.writing),
            link: LinkProgress(asking: .nobody),
            makeSurface: {
                var surface = Surface(size: size)
                surface.write(isMoving ? "moving" : "sharp", column: 0, row: 0)
                surface.upcoming = isMoving ? [picture] : []
                let rect = Rect(column: 9, row: 9, columns: 1, rows: 1)
                if !isMoving { surface.place(.pixels(picture), centeredIn: rect) }
                return surface
            }, onFailure: {})
        let driver = StubPixelDriver(pieces: 1)
        loop.images = driver
        loop.begin(with: [])
        var output = ""
        try await waitUntil {
            output += String(decoding: pipe.readAll(), as: UTF8.self)
            return output.contains("moving")
        }
        isMoving = false
        driver.isPrepared = isPrepared
        loop.setNeedsDisplay()
        try await waitUntil {
            output += String(decoding: pipe.readAll(), as: UTF8.self)
            return output.contains("sharp")
        }
        let parts = output.components(separatedBy: "sharp")
        #expect(parts[0].contains("<image>") == isPrepared && !parts[1].contains("<image>"))
    }

    @Test("Images in shared memory are collected for a frame, which a key shows at once")
    func collected() async throws {
        let pipe = try Pipe()
        var word = "first"
        let (loop, presenter) = try loop(pipe, link: LinkProgress(asking: .nobody), word: { word })
        defer { presenter.close() }
        let driver = StubPixelDriver(pieces: 5)
        loop.images = driver
        loop.begin(with: [])
        var output = ""
        func read(_ text: String) async throws {
            try await waitUntil {
                output += String(decoding: pipe.readAll(), as: UTF8.self)
                return output.contains(text)
            }
        }
        try await read("first")
        // The first frame would wait until the computer has run for an hour.
        loop.pixels.timeBetweenFrames = 3_600_000_000_000
        word = "second"
        driver.isPrepared = true
        loop.setNeedsDisplay()
        try await read(String(repeating: "<image>", count: 5))
        await turn()
        #expect(!output.contains("second"))
        loop.didReceiveInput()
        loop.setNeedsDisplay()
        try await read("second")
    }

    @Test("Pictures that the connection was too slow for are tried again three times, and after a key again")
    func retry() async throws {
        let pipe = try Pipe()
        let (loop, presenter) = try loop(pipe, link: LinkProgress(asking: .nobody))
        defer { presenter.close() }
        let driver = StubPixelDriver(usesConnection: true)
        driver.hasCoarsePictures = true
        loop.images = driver
        loop.pixels.pausesBeforeRetries = [1, 1, 1]
        loop.begin(with: [])
        for expected in [3, 6] {
            try await waitUntil {
                loop.setNeedsDisplay()
                return driver.retries >= expected
            }
            for _ in 0..<10 {
                loop.setNeedsDisplay()
                await turn()
            }
            #expect(driver.retries == expected)
            loop.didReceiveInput()
        }
    }

    @Test("Between the pixels of an animation's frames are no characters")
    func animation() async throws {
        let pipe = try Pipe()
        let size = Size(columns: 40, rows: 10)
        let presenter = try presenter(of: size)
        defer { presenter.close() }
        var number: UInt8 = 1
        let loop = FrameLoop(
            presenter: presenter, writer: FrameWriter(descriptor: pipe.writing),
            link: LinkProgress(asking: .nobody),
            makeSurface: {
                let cell = ArtCell(glyph: "#", foreground: .rgb(number, 0, 0), background: .rgb(0, number, 0))
                let cells = CellPicture(columns: 20, rows: 8, cells: Array(repeating: cell, count: 160))
                let pixels: [UInt8] = Array(repeating: [number, 0, 0, 255], count: 200 * 160).flatMap { $0 }
                let frame = PixelPicture(of: PhotoCrop(of: "a"), content: "\(number)", role: .frame, cells: cells) {
                    Bitmap(width: 200, height: 160, pixels: pixels, isOpaque: true)
                }
                var surface = Surface(size: size)
                surface.place(.pixels(frame), centeredIn: Rect(column: 0, row: 0, columns: 20, rows: 8))
                return surface
            }, onFailure: {})
        let images = KittyImages()
        loop.images = images
        loop.begin(with: [])
        var output: [UInt8] = []
        for expected: UInt8 in 1...3 {
            number = expected
            loop.setNeedsDisplay()
            try await waitUntil {
                output += pipe.readAll()
                return images.idsByContent.keys.contains("\(expected)") && images.showsFrames
                    && !images.isBusy
            }
        }
        let first = try #require(output.firstRange(of: Self.placeholder))
        let rest = String(decoding: output[first.lowerBound...], as: UTF8.self)
        #expect(!rest.contains("#") && rest.components(separatedBy: "_Ga=T").count == 3)
        #expect(images.ids.count == 1)
    }

    @Test("The pixels of the middle of a zoomed picture come before the characters around it")
    func center() async throws {
        let pipe = try Pipe()
        // Takes many reports, however long the first round trip is.
        let size = Size(columns: 120, rows: 40)
        let presenter = try presenter(of: size)
        defer { presenter.close() }
        let cells = (0..<108 * 36).map { _ in
            ArtCell(
                glyph: "#", foreground: .rgb(.random(in: 0...255), .random(in: 0...255), 0), background: .rgb(0, 0, 9))
        }
        let noise = noise(width: 540, height: 360)
        let picture = PixelPicture(
            of: PhotoCrop(of: "a"), content: "a", cells: CellPicture(columns: 108, rows: 36, cells: cells)
        ) {
            noise
        }
        let loop = FrameLoop(
            presenter: presenter, writer: FrameWriter(descriptor: pipe.writing),
            link: LinkProgress(fixedRate: 140_000, firstReplyTimeout: 3_600_000_000_000),
            makeSurface: {
                var surface = Surface(size: size)
                surface.place(.pixels(picture), centeredIn: surface.bounds)
                surface.centers = [surface.bounds.center]
                return surface
            }, onFailure: {})
        let images = KittyImages()
        loop.images = images
        loop.begin(with: [])
        var output: [UInt8] = []
        // Of the middle, and of the whole.
        let end = Array(",m=0;".utf8)
        try await waitUntil {
            output += await settle { pipe.readAll() }
            // Otherwise a busy computer might prepare the middle only after the frame.
            await images.preparation?.value
            if loop.link.pendingReports > 0 { loop.receiveReport() }
            return output.firstRange(of: end).map { output[$0.upperBound...].firstRange(of: end) != nil } ?? false
        }
        let middle = try #require(output.firstRange(of: end)).lowerBound
        let characters = output.indices.filter { output[$0] == UInt8(ascii: "#") }
        #expect(try #require(characters.first) < middle && #require(characters.last) > middle)
    }

    @Test("A frame goes before the rest of an image")
    func frameFirst() async throws {
        let pipe = try Pipe()
        var word = "first"
        let (loop, presenter) = try loop(
            pipe, link: LinkProgress(firstReplyTimeout: 3_600_000_000_000), word: { word })
        defer { presenter.close() }
        let images = KittyImages()
        loop.images = images
        loop.begin(with: [])
        var output: [UInt8] = []
        /// Reads, as a slow terminal that replies does, until the condition holds.
        func read(until condition: () -> Bool) async throws {
            try await waitUntil {
                if loop.link.pendingReports > 0 { loop.receiveReport() }
                output += await settle { pipe.readAll() }
                return condition()
            }
        }
        try await read { output.firstRange(of: Array("\u{1B}_G".utf8)) != nil }
        #expect(images.ids.isEmpty)
        let begun = output.count
        word = "second"
        loop.setNeedsDisplay()
        try await read { !images.ids.isEmpty }
        let rest = output[begun...]
        let frame = try #require(rest.firstRange(of: Array("second".utf8)))
        let end = try #require(rest.firstRange(of: Array(",m=0;".utf8)))
        #expect(frame.lowerBound < end.lowerBound)
    }

    @Test("The user has a photo a moment after its coarse version has been acknowledged, before the exact one is sent")
    func delivered() async throws {
        let pipe = try Pipe()
        let size = Size(columns: 120, rows: 40)
        let presenter = try presenter(of: size)
        defer { presenter.close() }
        var delivered: [Set<OpaqueID>] = []
        var name = "a"
        let loop = FrameLoop(
            presenter: presenter, writer: FrameWriter(descriptor: pipe.writing),
            link: LinkProgress(fixedRate: 125_000, asking: .nobody),
            makeSurface: {
                var surface = Self.restlessPicture(size, seed: UInt64(name.utf8.first ?? 0))
                surface.items = [OpaqueID(name)]
                return surface
            }, onDeliver: { delivered.append($0) }, onFailure: {})
        var (sent, acknowledged) = (UInt64(1), UInt64(1))
        loop.setConnection(isRemote: true) {
            // Else a test that is held up would look like a connection on which nothing moves.
            sent += UInt64(pipe.readAll().count)
            return SSHConnection.Queue(acknowledged: acknowledged, sent: sent, isFull: false)
        }
        loop.begin(with: [])
        /// Passes output on to the socket, as an SSH server does, until the condition holds.
        func relay(until condition: () -> Bool) async throws {
            try await waitUntil {
                sent += UInt64(await settle { pipe.readAll() }.count)
                return condition()
            }
        }
        for (index, photo) in ["a", "b"].enumerated() {
            name = photo
            let start = sent
            loop.setNeedsDisplay()
            try await relay { sent > start + 2000 && presenter.isSharpening }
            #expect(delivered == ["a", "b"].prefix(index).map { [OpaqueID($0)] })
            // The connection has passed the server by now.
            for _ in 0..<30 { await turn() }
            acknowledged = sent
            try await waitUntil {
                loop.didReceiveInput()
                return delivered == ["a", "b"].prefix(index + 1).map { [OpaqueID($0)] }
            }
            #expect(presenter.isSharpening, "the sharp pictures were sent before the coarse ones had arrived")
        }
    }

    /// Reads until the output pauses.
    private func settle(_ read: () -> [UInt8]) async -> [UInt8] {
        var bytes: [UInt8] = []
        var quietTurns = 0
        while quietTurns < 10 {
            await turn()
            let more = read()
            bytes += more
            quietTurns = more.isEmpty ? quietTurns + 1 : 0
        }
        return bytes
    }

    /// Gives the main queue time to run.
    private func turn() async {
        await withCheckedContinuation { done in
            DispatchQueue.main.asyncAfter(deadline: .now() + .milliseconds(2)) { done.resume() }
        }
    }

    private static func restlessPicture(_ size: Size, seed: UInt64) -> Surface {
        var random = SeededGenerator(seed: seed)
        var surface = Surface(size: size)
        for row in 0..<size.rows {
            for column in 0..<size.columns {
                let bits = random.next()
                let style = Style(
                    foreground: .rgb(UInt8(bits & 255), UInt8(bits >> 8 & 255), UInt8(bits >> 16 & 255)),
                    background: .rgb(UInt8(bits >> 24 & 255), UInt8(bits >> 32 & 255), UInt8(bits >> 40 & 255)),
                    attributes: .picture)
                surface.put(Cell("▀", style: style), column: column, row: row)
            }
        }
        return surface
    }
}
