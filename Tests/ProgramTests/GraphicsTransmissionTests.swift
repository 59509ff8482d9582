import Foundation
import TestFixtures
import Testing

extension ProgramTests {
    /// Pictures by pixels on terminals that answer late or twice, change, stop the program, or lose images.
    @Suite("Transmission of pixels")
    struct GraphicsTransmission {
        private let folder: PictureFolder

        init() throws {
            folder = try PictureFolder()
            for (seed, name) in ["a.png", "b.png", "c.png"].enumerated() {
                try folder.write(
                    PNGFile.noise(width: 400, height: 300, seed: UInt32(seed)), at: Array(name.utf8))
            }
        }

        /// The answers of a terminal, and the output by which it shows pixels.
        struct Answers: CustomTestStringConvertible {
            let name: String
            let attributes: String
            let pixels: String
            var environment: [String: String?] = [:]

            var testDescription: String { "\(name) \(environment["TERM_PROGRAM"].flatMap { $0 } ?? "")" }
            var bytes: [UInt8] {
                let report = name.isEmpty ? "" : "\u{1B}P>|\(name)\u{1B}\\"
                return Array("\(report)\u{1B}[6;20;10t\u{1B}]11;rgb:1010/1010/1010\u{1B}\\\(attributes)".utf8)
            }
        }

        static let terminals = [
            Answers(name: "ghostty 1.2.3", attributes: "\u{1B}[?62;22c", pixels: "\u{1B}_Ga=T"),
            Answers(name: "WezTerm 20240203", attributes: "\u{1B}[?65;4;22c", pixels: "\u{1B}]1337;File="),
            Answers(name: "foot(1.16.2)", attributes: "\u{1B}[?62;4;22c", pixels: "\u{1B}P0;1;0q\""),
            Answers(
                name: "", attributes: "\u{1B}[?62;4;9;22c", pixels: "\u{1B}]1337;File=",
                environment: ["TERM_PROGRAM": "vscode"]),
        ]

        static let iTerm2 = Answers(
            name: "iTerm2 3.7.0", attributes: "\u{1B}[?62;4;22c", pixels: "\u{1B}]1337;File=")

        /// Opens the album on a terminal that answers status queries only.
        private func silentSession(
            _ environment: [String: String?] = [:], size: (columns: Int, rows: Int) = (80, 24)
        ) async throws -> ScreenSession {
            let session = try ScreenSession(
                [folder.path, "--link-speed", "1000000"], size: size, environment: environment)
            let report = Array("\u{1B}[0n".utf8)
            session.filterReply = { replies in replies.ranges(of: report).flatMap { _ in report } }
            try await session.openAlbum()
            try await session.waitUntilIdle()
            return session
        }

        /// Answers the queries for the limits of Sixel, which some answers lead to.
        private func answerLimits(_ session: ScreenSession, _ answers: Answers, times: Int = 1) async throws {
            let query = Array("\u{1B}[?2;4;0S\u{1B}[c".utf8)
            guard answers.attributes.contains(";4") else { return }
            try await session.wait(until: "the limits are asked") { $0.output.firstRange(of: query) != nil }
            for _ in 0..<times {
                session.send(Array("\u{1B}[?1;0;256S\u{1B}[?2;0;2000;2000S\(answers.attributes)".utf8))
            }
        }

        private func hasSent(_ text: String, _ session: ScreenSession) -> Bool {
            session.output.firstRange(of: Array(text.utf8)) != nil
        }

        @Test("Answers that come late, and twice, bring pixels and are never keys", arguments: terminals)
        func late(answers: Answers) async throws {
            let session = try await silentSession(answers.environment)
            // Keys would change the caption. The photo itself may get finer characters.
            let before = session.row(23)
            #expect(!hasSent(answers.pixels, session))
            for times in 1...2 {
                session.send(answers.bytes)
                if times == 1 { try await answerLimits(session, answers, times: 2) }
            }
            try await session.wait(until: "pixels are sent") { hasSent(answers.pixels, $0) }
            try await session.waitUntilIdle()
            #expect(session.row(23) == before)
            for other in Self.terminals where other.pixels != answers.pixels {
                #expect(!hasSent(other.pixels, session))
            }
        }

        @Test("Answers that change nothing send no pixels again", arguments: terminals)
        func repeated(answers: Answers) async throws {
            let session = try await silentSession(answers.environment)
            func sent() -> Int { session.output.ranges(of: Array(answers.pixels.utf8)).count }
            session.send(answers.bytes)
            try await answerLimits(session, answers)
            /// Waits until no pixels have been sent for a while, and returns the number of pictures so far.
            func settled(after count: Int) async throws -> Int {
                try await session.wait(until: "all pictures are sent") { _ in sent() >= count }
                let before = sent()
                try await session.pause(.seconds(1))
                try await session.waitUntilIdle()
                return sent() == before ? before : try await settled(after: before)
            }
            // On a busy computer, the last versions of tiles may be late.
            let before = try await settled(after: 3)
            session.send(answers.bytes)
            #expect(try await settled(after: before) == before)
        }

        @Test("Garbled answers are never keys, and correct ones still bring pixels", arguments: terminals)
        func garbled(answers: Answers) async throws {
            let session = try await silentSession(answers.environment)
            let before = (session.row(0), session.row(23))
            for garbage in [
                "\u{1B}P>|\u{1B}\\", "\u{1B}P>|q(q(q\u{18}", "\u{1B}[6;;t", "\u{1B}[6;20;10;9t", "\u{1B}[6;0;0t",
                "\u{1B}[6;q",
                "\u{1B}[?;;;q", "\u{1B}[?99999999999999999999c", "\u{1B}[?1;0S", "\u{1B}[?2;3;4S", "\u{1B}[48;q",
                "\u{1B}[48;0;0;0;0t", "\u{1B}[?2048;q", "\u{1B}_Gi=1;E\u{1B}\\", "\u{1B}_G\u{1B}\\",
            ] {
                session.type(garbage)
            }
            try await session.waitUntilIdle()
            #expect((session.row(0), session.row(23)) == before)
            session.send(answers.bytes)
            try await answerLimits(session, answers)
            try await session.wait(until: "pixels are sent") { hasSent(answers.pixels, $0) }
        }

        @Test("Without answers, pictures stay characters", arguments: [[:], ["TERM_PROGRAM": "vscode"]])
        func never(environment: [String: String]) async throws {
            let session = try await silentSession(environment.mapValues(Optional.some))
            for terminal in Self.terminals { #expect(!hasSent(terminal.pixels, session)) }
            // Some terminals would print a query of kitty's protocol.
            #expect(!hasSent("\u{1B}_", session))
            session.type("?")
            try await session.wait(for: "/ filter")
        }

        /// Opens the album on a terminal with placeholder cells, and waits for the pixels.
        private func pixelSession(size: (columns: Int, rows: Int) = (80, 24)) async throws -> ScreenSession {
            let session = try await silentSession(size: size)
            session.send(Self.terminals[0].bytes)
            try await session.waitForImages()
            return session
        }

        /// Opens a photo, and makes the terminal stop in the middle of its transmission.
        private func beginTransmission(_ session: ScreenSession) async throws {
            session.press(.enter)
            // A photo takes more output than one call passes on.
            let end = ContinuousClock.now + ScreenSession.defaultTimeout
            while session.images.incomplete == nil {
                try #require(ContinuousClock.now < end)
                while !session.pump(), ContinuousClock.now < end { await DedicatedThread.sleep(milliseconds: 5) }
            }
            session.bytesPerSecond = 0
        }

        @Test("A new size during the transmission ends it, and the pictures of that size follow")
        func resize() async throws {
            let session = try await pixelSession()
            let before = session.images.stored
            try await beginTransmission(session)
            let output = session.output.count
            session.resize(columns: 100, rows: 30)
            session.bytesPerSecond = nil
            try await session.wait(until: "the size of a cell is asked") { session in
                session.output[output...].firstRange(of: Array("\u{1B}[16t".utf8)) != nil
            }
            session.send(Array("\u{1B}[6;20;10t".utf8))
            try await session.waitForImages(besides: before)
            #expect(session.images.mistakes.isEmpty && session.images.incomplete == nil)
        }

        @Test("On a slow connection, iTerm2 3.7 gets JPEG in place of placeholder cells")
        func slowConnection() async throws {
            let session = try ScreenSession([folder.path, "--link-speed", "3000"], size: (80, 24))
            let report = Array("\u{1B}[0n".utf8)
            session.filterReply = { replies in replies.ranges(of: report).flatMap { _ in report } }
            try await session.openAlbum()
            try await session.waitUntilIdle()
            session.send(Self.iTerm2.bytes)
            try await session.wait(until: "pixels are sent") { hasSent(Self.iTerm2.pixels, $0) }
            #expect(session.images.begun.isEmpty && session.placeholders.isEmpty)
        }

        @Test("A connection that becomes slow gets JPEG, and the images before are deleted")
        func slower() async throws {
            let session = try ScreenSession([folder.path], size: (80, 24))
            try await session.openAlbum()
            session.send(Self.iTerm2.bytes)
            try await session.waitForImages()
            session.bytesPerSecond = 200_000
            let end = ContinuousClock.now + ScreenSession.defaultTimeout
            // Photos, and then the keys' frames, show how slow the connection is.
            while !hasSent(Self.iTerm2.pixels, session), ContinuousClock.now < end {
                session.press(.enter)
                try await session.waitUntilIdle()
                session.press(.escape)
                try await session.waitUntilIdle()
            }
            #expect(hasSent(Self.iTerm2.pixels, session))
            #expect(session.images.stored.isEmpty && session.images.incomplete == nil && session.placeholders.isEmpty)
        }

        @Test("An image that the terminal has deleted is sent again")
        func evicted() async throws {
            let session = try await pixelSession()
            let first = session.placeholders
            session.press(.enter)
            try await session.waitForImages(besides: first)
            session.press(.escape)
            try await session.wait(until: "the images are placed again") {
                first.isSubset(of: $0.images.placedAgain)
            }
            for id in first {
                session.send(Array("\u{1B}_Gi=\(id),p=1;ENOENT:Put command refers to non-existent image\u{1B}\\".utf8))
            }
            try await session.waitForImages(besides: first)
            #expect(session.placeholders.count == first.count)
            #expect(session.images.mistakes.isEmpty)
        }

        @Test("A program that is killed while it transmits leaves no image and a usable terminal")
        func killed() async throws {
            let session = try await pixelSession()
            let watchdog = try await session.watchdog()
            try await beginTransmission(session)
            session.process.send(SIGKILL)
            try await session.wait(until: "the program ended") { $0.process.reap() != nil }
            session.bytesPerSecond = nil
            try await waitUntil { ChildProcess.hasEnded(watchdog) }
            while session.pump() {}
            #expect(session.images.stored.isEmpty && session.images.incomplete == nil)
            #expect(!session.emulator.showsAlternateScreen)
            #expect(try session.terminal.settings == session.settingsAtStart)
        }

        /// Opens the album in a program that an interactive shell has started, which can continue it.
        private func sessionInShell() async throws -> ScreenSession {
            let session = try ScreenSession(
                ["-i"], of: ["/bin/sh"], environment: ["PS1": "shell> ", "PROGRAM": BuiltProgram.path])
            let report = Array("\u{1B}[0n".utf8)
            session.filterReply = { replies in replies.ranges(of: report).flatMap { _ in report } }
            try await session.wait(for: "shell>")
            session.type("$PROGRAM --link-speed 1000000 \(folder.path)\r")
            try await session.openAlbum()
            return session
        }

        @Test("Suspending during the transmission deletes the images, and continuing sends them again")
        func suspended() async throws {
            let session = try await sessionInShell()
            session.send(Self.terminals[0].bytes)
            try await session.waitForImages()
            try await beginTransmission(session)
            session.press(.control("z"))
            session.bytesPerSecond = nil
            try await session.wait(for: "Stopped")
            #expect(session.images.stored.isEmpty && session.images.incomplete == nil)
            session.type("fg\r")
            try await session.waitForImages()
            #expect(session.images.mistakes.isEmpty)
            session.press(.control("c"))
            try await session.wait(until: "the program has ended") { !$0.emulator.showsAlternateScreen }
            #expect(session.images.stored.isEmpty)
        }

        /// Terminals that draw pixels over cells.
        static let inline = [terminals[1], terminals[2]]

        /// Opens a photo over a slow line, and stops that in the middle of a sequence with pixels.
        private func beginDrawing(_ answers: Answers, _ session: ScreenSession) async throws {
            session.send(answers.bytes)
            try await answerLimits(session, answers)
            try await session.wait(until: "pixels are sent") { hasSent(answers.pixels, $0) }
            try await session.waitUntilIdle()
            session.bytesPerSecond = 200_000
            let before = session.output.count
            session.press(.enter)
            try await session.wait(until: "pixels are being sent") { session in
                let output = Array(session.output[before...])
                return output.firstRange(of: Array(answers.pixels.utf8)) != nil
                    && ControlStringState(after: output).isInString
            }
            session.bytesPerSecond = 0
            #expect(ControlStringState(after: session.output).isInString)
        }

        /// Whether the output ends outside of a sequence, after the screen was erased.
        private func hasErased(_ session: ScreenSession, since start: Int) -> Bool {
            !ControlStringState(after: session.output).isInString
                && Array(session.output[start...]).firstRange(of: Array("\u{1B}[2J".utf8)) != nil
        }

        @Test("A program that is killed while it draws pixels leaves a usable terminal", arguments: inline)
        func killedWhileDrawing(answers: Answers) async throws {
            let session = try await silentSession()
            let watchdog = try await session.watchdog()
            try await beginDrawing(answers, session)
            let start = session.output.count
            session.process.send(SIGKILL)
            try await session.wait(until: "the program ended") { $0.process.reap() != nil }
            session.bytesPerSecond = nil
            try await waitUntil { ChildProcess.hasEnded(watchdog) }
            while session.pump() {}
            #expect(hasErased(session, since: start))
            #expect(!session.emulator.showsAlternateScreen)
            #expect(try session.terminal.settings == session.settingsAtStart)
        }

        @Test("Suspending while pixels are drawn erases them, and continuing draws them again", arguments: inline)
        func suspendedWhileDrawing(answers: Answers) async throws {
            let session = try await sessionInShell()
            try await beginDrawing(answers, session)
            let start = session.output.count
            session.press(.control("z"))
            session.bytesPerSecond = nil
            try await session.wait(for: "Stopped")
            #expect(hasErased(session, since: start))
            let stopped = session.output.count
            session.type("fg\r")
            try await session.wait(until: "pixels are sent again") {
                Array($0.output[stopped...]).firstRange(of: Array(answers.pixels.utf8)) != nil
            }
            try await session.waitUntilIdle()
            #expect(!ControlStringState(after: session.output).isInString)
            session.press(.control("c"))
            try await session.wait(until: "the program has ended") { !$0.emulator.showsAlternateScreen }
        }

        @Test("A terminal that reports its size is asked again only about a new font, and the mode is off at the end")
        func sizeReports() async throws {
            let session = try await pixelSession()
            let (on, off) = (Array("\u{1B}[?2048h".utf8), Array("\u{1B}[?2048l".utf8))
            #expect(session.output.ranges(of: Array("\u{1B}[?2048$p".utf8)).count == 1)
            #expect(session.output.firstRange(of: on) == nil)
            session.type("\u{1B}[?2048;2$y\u{1B}[?2048;2$y")
            try await session.wait(until: "the mode is on") { $0.output.firstRange(of: on) != nil }
            let before = session.images.stored
            let query = Array("\u{1B}[16t".utf8)
            let queries = session.output.ranges(of: query).count
            session.type("\u{1B}[48;24;80;480;800t")
            session.resize(columns: 100, rows: 30)
            // Another font.
            session.type("\u{1B}[48;30;100;720;1200t")
            try await session.wait(until: "the cell is asked") { $0.output.ranges(of: query).count > queries }
            session.type("\u{1B}[6;24;12t")
            try await session.waitForImages(besides: before)
            #expect(session.output.ranges(of: query).count == queries + 1)
            #expect(session.output.ranges(of: on).count == 1)
            session.process.send(SIGSEGV)
            _ = try await session.waitForEnd()
            #expect(session.output.ranges(of: off).count == 1)
        }
    }
}
