import Testing

extension ProgramTests {
    @Suite("Terminal input")
    struct TerminalInput {
        @Test("Replies that are late, repeated or missing are never taken for keys", arguments: [0, 1, 2, 20])
        func answers(times: Int) async throws {
            let folder = try PictureFolder(["a.png"])
            let session = try ScreenSession([folder.path])
            var held: [UInt8] = []
            session.filterReply = { answer in
                held += answer
                return []
            }
            try await session.waitForAlbums()
            // The program may draw again when it stops waiting for replies, and is idle until then.
            try await session.pause(.seconds(3))
            try await session.waitUntilIdle()
            let before = session.cellsBesidesPictures
            for _ in 0..<times { session.send(held) }
            try await session.waitUntilIdle()
            #expect(session.changedRows(since: before) == [])
            session.type("?")
            try await session.wait(for: "/ filter")
        }

        @Test("Garbage in the form of replies has no effect")
        func garbage() async throws {
            let folder = try PictureFolder(["a.png", "Sea/b.png"])
            let session = try ScreenSession([folder.path])
            try await session.wait(for: "2 albums, 2 photos")
            try await session.wait(until: "the cover is shown") { $0.paintedCells > 0 }
            try await session.waitUntilIdle()
            let before = session.cellsBesidesPictures
            for garbage in [
                "\u{1b}[?1;2c\u{1b}[99999999999999999999;1R", "\u{1b}]11;rgb:zz/q/q\u{1b}\\", "\u{1b}]11;rgb:\u{07}",
                "\u{1b}P1+r\u{1b}\\\u{1b}P0+r524742\u{1b}\\", "\u{1b}P>|q q q\u{1b}\\", "\u{1b}_Gi=1;OK\u{1b}\\",
                "\u{1b}[<0;9999;9999M\u{1b}[<0;0;0m\u{1b}[<64;-1;q", "\u{1b}[200~q\u{1b}[201~",
                "\u{1b}[I\u{1b}[O", "\u{1b}[;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;~",
            ] {
                session.type(garbage)
                try await session.waitUntilIdle()
                #expect(session.changedRows(since: before) == [], "\(garbage.debugDescription)")
            }
            session.type("?")
            try await session.wait(for: "/ filter")
        }

        @Test("An endless reply of a megabyte is dropped, and keys work again")
        func endlessAnswer() async throws {
            let folder = try PictureFolder(["a.png"])
            let session = try ScreenSession([folder.path])
            try await session.waitForAlbums()
            session.type("\u{1b}]11;" + String(repeating: "q", count: 1 << 20) + "\u{1b}\\")
            try await session.waitUntilIdle()
            session.type("?")
            try await session.wait(for: "/ filter")
            #expect(try ProcessUsage(of: session.process.id).peakMemory < 500 << 20)
        }

        @Test("A flood of answers is followed a few times per second, and the key after it works")
        func flood() async throws {
            let folder = try PictureFolder(["a.png"])
            let session = try ScreenSession([folder.path])
            try await session.waitForAlbums()
            try await session.waitUntilIdle()
            func backgroundQueries() -> Int { session.output.ranges(of: Array("\u{1b}]11;?".utf8)).count }
            let before = backgroundQueries()
            // Each change of the color scheme asks for the background.
            session.type(String(repeating: "\u{1b}[?997;1n\u{1b}[?997;2n\u{1b}[0n", count: 2500) + "?")
            try await session.wait(for: "/ filter")
            try await session.wait(until: "the background is asked") { _ in backgroundQueries() > before }
            #expect(backgroundQueries() < before + 1000)
        }

        @Test("A paste is text in the search line and ignored elsewhere")
        func paste() async throws {
            let folder = try PictureFolder((0..<12).map { "photo-\($0).png" })
            let session = try ScreenSession([folder.path])
            try await session.waitForAlbums()
            session.paste("q\r/q")
            session.press(.enter)
            try await session.wait(for: "1/12")
            session.type("/")
            try await session.wait(for: "12 of 12")
            session.paste("photo-1\r\nphoto")
            try await session.wait(for: "3 of 12")
            session.press(.control("u"))
            try await session.wait(for: "12 of 12")
            session.paste("\u{1b}]2;name\u{07}\u{1b}[2J")
            try await session.wait(for: "0 of 12")
            #expect(session.text.contains("/ ␛]2;name␇␛[2J"))
            #expect(session.emulator.title.isEmpty)
        }

        @Test("A character that arrives byte by byte is one character")
        func splitCharacter() async throws {
            let folder = try PictureFolder(["ä.png", "日.png"])
            let session = try ScreenSession([folder.path])
            try await session.openAlbum()
            session.type("/")
            try await session.wait(for: "2 of 2")
            var next = ContinuousClock.now
            try await session.wait(until: "the character is found") { session in
                // The program gives up on the character if a busy computer takes 50 ms between two bytes.
                if ContinuousClock.now >= next {
                    session.press(.control("u"))
                    for byte in "日".utf8 { session.send([byte]) }
                    next = .now + .seconds(3)
                }
                return session.text.contains("1 of 2")
            }
            #expect(session.text.contains("/ 日"))
        }

        @Test("Arrows work in both cursor key modes", arguments: ["\u{1b}[C", "\u{1b}OC"])
        func arrows(right: String) async throws {
            let folder = try PictureFolder(["a.png", "b.png"])
            let session = try ScreenSession([folder.path])
            try await session.openAlbum()
            session.type(right)
            try await session.wait(for: "2/")
        }

        @Test("Ctrl-L redraws the screen")
        func redraw() async throws {
            let folder = try PictureFolder(["a.png", "b.png"])
            let session = try ScreenSession([folder.path])
            try await session.waitForAlbums()
            try await session.waitUntilIdle()
            let before = session.cellsBesidesPictures
            _ = session.emulator.feed(Array("\u{1b}[2J\u{1b}[Hspoiled".utf8))
            #expect(session.text.contains("spoiled"))
            session.press(.control("l"))
            try await session.wait(until: "the screen is redrawn") { $0.cellsBesidesPictures == before }
        }
    }
}
