import Testing

extension ProgramTests {
    @Suite("Work that is not done")
    struct Rest {
        @Test("An idle program uses no processor", arguments: ["home", "album", "viewer"])
        func idle(screen: String) async throws {
            let session = try ScreenSession(["demo:"], size: (120, 40))
            try await session.waitForAlbums()
            if screen != "home" { try await session.openAlbum() }
            if screen == "viewer" { try await session.openPhoto() }
            // Pictures around those in view are made ahead; that ends.
            var used = Int.max
            for _ in 0..<30 where used > 1 { used = try await ticks(of: session, in: .seconds(1)) }
            #expect(try await ticks(of: session, in: .seconds(2)) <= 2)
        }

        private func ticks(of session: ScreenSession, in duration: Duration) async throws -> Int {
            let before = try ProcessUsage(of: session.process.id).ticks
            try await session.pause(duration)
            return try ProcessUsage(of: session.process.id).ticks - before
        }

        @Test("A key held down on a slow terminal leaves nothing to be drawn later")
        func heldKey() async throws {
            let session = try ScreenSession(["demo:"], size: (120, 40))
            try await session.openAlbum()
            try await session.openPhoto()
            session.type("1")
            try await session.wait(for: "100%  1/")
            try await session.waitForQuiet()
            let before = session.output.count
            session.type("+")
            try await session.wait(forNo: "100%  1/")
            try await session.waitForQuiet()
            let frame = session.output.count - before
            session.bytesPerSecond = 200_000
            let start = session.output.count
            for step in 0..<300 {
                session.type(step % 2 == 0 ? "+" : "-")
                try await session.pause(.milliseconds(3))
            }
            session.type("0")
            try await session.wait(for: "fit  1/")
            try await session.waitForQuiet()
            #expect(session.output.count - start < 60 * frame)
        }

        @Test("A terminal that has stopped taking output is left all the same, in its own modes")
        func stuckTerminal() async throws {
            let session = try ScreenSession(["demo:"], size: (200, 50))
            try await session.openAlbum()
            try await session.wait(until: "thumbnails are shown") { $0.hasPaintedBlock(columns: 8, rows: 4) }
            session.bytesPerSecond = 1
            for _ in 0..<10 {
                session.press(.pageDown)
                try await session.pause(.milliseconds(50))
            }
            session.type("qq")
            #expect(try await session.waitForEnd() == .exited(0))
            #expect(!session.emulator.showsAlternateScreen)
            #expect(session.emulator.showsCursor)
        }

        @Test("Keys are answered while the terminal is slow: the program ends without having drawn everything")
        func slowTerminal() async throws {
            let session = try ScreenSession(["demo:"], size: (200, 50))
            try await session.openAlbum()
            session.bytesPerSecond = 20_000
            for _ in 0..<40 {
                session.press(.pageDown)
                try await session.pause(.milliseconds(20))
            }
            session.type("qq")
            #expect(try await session.waitForEnd(limit: .seconds(60)) == .exited(0))
            #expect(session.output.count < 3_000_000)
            #expect(!session.emulator.showsAlternateScreen)
        }
    }
}
