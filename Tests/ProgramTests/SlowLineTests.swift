import Testing

extension ProgramTests {
    @Suite("Slow line with a buffer, as over SSH")
    struct SlowLine {
        /// Opens an album on a line of 1 Mbit/s with a buffer of a megabyte.
        private func openAlbum(
            _ options: [String] = [], environment: [String: String?] = [:], answers: Bool = true
        ) async throws -> ScreenSession {
            let session = try ScreenSession(options + ["demo:"], size: (200, 60), environment: environment)
            if !answers { session.filterReply = { _ in [] } }
            try await session.openAlbum()
            try await session.wait(until: "thumbnails are shown") { $0.hasPaintedBlock(columns: 8, rows: 4) }
            try await session.waitUntilIdle()
            session.bytesPerSecond = 125_000
            session.lineBuffer = 1_000_000
            // The first frames on this line reveal its speed.
            for key in [TypedKey.down, .up] {
                session.press(key)
                try await session.waitUntilIdle()
            }
            return session
        }

        /// Returns the peak number of buffered bytes while a photo is opened and left.
        private func maxBuffered(opening session: ScreenSession) async throws -> Int {
            try await session.openPhoto()
            try await session.waitUntilIdle()
            try await leavePhoto(session)
            session.resetBufferPeak()
            let start = session.output.count
            try await session.openPhoto()
            try await session.waitUntilIdle()
            #expect(session.output.count - start > 80_000)
            return session.bufferPeak
        }

        /// Goes back to the grid. On a busy computer, the program may seem idle before it has read the key.
        private func leavePhoto(_ session: ScreenSession) async throws {
            session.press(.escape)
            try await session.wait(until: "the grid is shown") { $0.row(0).contains("/50") }
            try await session.waitUntilIdle()
        }

        @Test("A terminal that has answered nothing is left without another question")
        func mute() async throws {
            let session = try ScreenSession(["demo:"])
            session.filterReply = { _ in [] }
            try await session.openAlbum()
            try await session.waitUntilIdle()
            var start = session.output.count
            // From the second one on, queries for a status report come two seconds apart, so then the program has waited
            // for any response.
            var presses = 0
            try await session.wait(until: "the terminal is asked for its status twice more") { session in
                session.press(presses.isMultiple(of: 2) ? .right : .left)
                presses += 1
                return session.output[start...].ranges(of: Array("\u{1B}[5n".utf8)).count >= 2
            }
            start = session.output.count
            session.type("qq")
            _ = try await session.waitForEnd()
            #expect(session.output[start...].firstRange(of: Array("\u{1B}[c".utf8)) == nil)
        }

        @Test("With --link-speed the clock limits the output of a terminal that does not reply")
        func fixedSpeed() async throws {
            let buffered = try await maxBuffered(
                opening: openAlbum(["--link-speed", "1000"], answers: false))
            #expect(buffered < 30_000, "\(buffered) bytes")
        }

        @Test(
            "tmux and GNU screen are not queried, since they would reply themselves", arguments: ["TMUX", "STY"])
        func multiplexer(variable: String) async throws {
            let folder = try PictureFolder(["a.png"])
            let session = try ScreenSession([folder.path], environment: [variable: "x"])
            try await session.openAlbum()
            #expect(!String(decoding: session.output, as: UTF8.self).contains("\u{1B}[5n"))
        }

        @Test("Moving the selection takes at most 650 bytes")
        func selection() async throws {
            let session = try ScreenSession(["demo:"], size: (120, 40))
            try await session.openAlbum()
            try await session.wait(until: "thumbnails are shown") { $0.hasPaintedBlock(columns: 8, rows: 4) }
            var counts: [Int] = []
            for key in [TypedKey.right, .left, .right] {
                try await session.waitUntilIdle()
                let start = session.output.count
                session.press(key)
                try await session.wait(until: "the selection has moved") { $0.output.count > start }
                try await session.waitUntilIdle()
                counts.append(session.output.count - start)
            }
            // Thumbnails may still arrive in between.
            #expect(counts.min() ?? .max <= 650, "\(counts) bytes")
        }

        @Test(
            "Only a little of a photo's frame is in the buffer at any time, and a key pressed in its middle drops the remainder"
        )
        func droppedFrame() async throws {
            let session = try await openAlbum()
            let buffered = try await maxBuffered(opening: session)
            #expect(buffered < 30_000, "\(buffered) bytes")
            try await leavePhoto(session)
            let start = session.output.count
            session.press(.enter)
            try await session.wait(until: "the photo is partly sent") { $0.output.count > start + 20_000 }
            session.type("?")
            try await session.wait(for: "/ filter")
            // A whole photo takes at least 100 KB.
            #expect(session.output.count - start < 95_000, "\(session.output.count - start) bytes")
        }

        @Test("Replies still in flight when the program ends do not reach the shell, even late ones")
        func end() async throws {
            let session = try await openAlbum()
            var held: [UInt8] = []
            session.filterReply = { answer in
                held += answer
                return []
            }
            // Not every frame has a query.
            try await session.type("j", until: "the program has sent a query") { _ in !held.isEmpty }
            session.type("qq")
            try await session.wait(until: "the program has left the screen") { !$0.emulator.showsAlternateScreen }
            // As late as on a line with a long delay.
            try await session.pause(.milliseconds(200))
            session.send(held)
            _ = try await session.waitForEnd()
            #expect(session.terminal.unreadInput == 0)
        }

        @Test("--link-speed accepts only a positive number", arguments: ["0", "-1", "fast"])
        func wrongSpeed(speed: String) async throws {
            let session = try ScreenSession(["--link-speed=\(speed)", "demo:"])
            #expect(try await session.waitForEnd() != .exited(0))
            #expect(session.text.contains("link-speed"))
        }
    }
}
