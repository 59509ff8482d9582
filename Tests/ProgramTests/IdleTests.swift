import Testing

extension ProgramTests {
    @Suite("Idle and slow terminals")
    struct Idle {
        @Test("An idle program wakes up none of its threads", arguments: ["home", "album", "viewer"])
        func idle(screen: String) async throws {
            let folder = try PictureFolder(["a.png", "b.png"])
            let session = try ScreenSession([folder.path], size: (120, 40))
            try await session.waitForAlbums()
            if screen != "home" { try await session.openAlbum() }
            if screen == "viewer" { try await session.openPhoto() }
            // Prefetching comes first. On a busy computer it pauses for seconds, so one quiet second is no sign of its end.
            var isIdle = false
            for _ in 0..<20 where !isIdle {
                let waits = try ProcessUsage(of: session.process.id).waits
                try await session.pause(.seconds(2))
                let later = try ProcessUsage(of: session.process.id).waits
                // Every second, Dispatch's own thread looks after the others.
                isIdle = later.keys == waits.keys && later.count { waits[$0.key] != $0.value } <= 1
            }
            #expect(isIdle)
        }

        @Test("A key held down on a slow terminal leaves no backlog of frames")
        func heldKey() async throws {
            let session = try ScreenSession(["demo:"], size: (120, 40))
            try await session.openAlbum()
            try await session.openPhoto()
            session.press(.enter)
            try await session.wait(for: "100%  1/")
            try await session.waitUntilIdle()
            session.bytesPerSecond = 200_000
            let start = session.output.count
            for step in 0..<150 {
                session.type(step % 2 == 0 ? "+" : "-")
                try await session.pause(.milliseconds(3))
            }
            session.press(.enter)
            try await session.wait(for: "fit  1/")
            try await session.waitUntilIdle()
            // A frame takes at least 80 kB, so 150 of them would take 12 MB.
            #expect(session.output.count - start < 3_000_000)
        }

        @Test("The program can quit and restores the modes of a terminal that stopped accepting output")
        func stuckTerminal() async throws {
            let session = try ScreenSession(["demo:"], size: (200, 50))
            try await session.openAlbum()
            try await session.wait(until: "thumbnails are shown") { $0.hasPaintedBlock(columns: 8, rows: 4) }
            session.bytesPerSecond = 0
            for _ in 0..<10 {
                session.press(.pageDown)
                try await session.pause(.milliseconds(50))
            }
            session.type("qq")
            try await session.wait(until: "the program ended") { $0.process.reap() == .exited(0) }
            // Frames are cut anywhere here, which the emulator (0.1.4, at most 16 parameters) cannot parse, so check
            // the bytes.
            let output = String(decoding: session.terminal.readAll(), as: UTF8.self)
            #expect(output.contains("\u{1b}[?1049l"))
            #expect(output.contains("\u{1b}[?25h"))
            #expect(try session.terminal.settings == session.settingsAtStart)
        }

        @Test(
            "On a slow terminal keys respond without waiting for skipped frames")
        func slowTerminal() async throws {
            let session = try ScreenSession(["demo:"], size: (200, 50))
            try await session.openAlbum()
            session.bytesPerSecond = 100_000
            let start = session.output.count
            for _ in 0..<40 {
                session.press(.pageDown)
                try await session.pause(.milliseconds(20))
            }
            session.type("?")
            try await session.wait(for: "/ filter", limit: .seconds(60))
            // A frame takes at least 200 kB.
            #expect(session.output.count - start < 2_000_000)
        }
    }
}
