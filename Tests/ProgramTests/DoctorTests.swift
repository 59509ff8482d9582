import Foundation
import TestFixtures
import Testing

extension ProgramTests {
    @Suite("Doctor")
    struct Doctor {
        private func report(_ environment: [String: String]) async throws
            -> String
        {
            let folder = try TemporaryFolder()
            let session = try ScreenSession(
                ["doctor"], size: (90, 30), environment: environment, output: .file(folder.path + "/out"))
            #expect(try await session.waitForEnd() == .exited(0))
            return try String(contentsOfFile: folder.path + "/out", encoding: .utf8)
        }

        @Test("The command prints the terminal, its colors with the reason, and the versions")
        func command() async throws {
            let text = try await report(["TERM": "xterm-256color", "COLORTERM": "truecolor"])
            #expect(text.contains("xterm-256color"))
            #expect(text.contains("true color"))
            #expect(text.contains("90 \u{00D7} 30 cells"))
            #expect(text.contains("libjpeg-turbo 2") && text.contains("ncurses"))
        }

        @Test("The command says how it is known that output has arrived: by status reports or the time, or at once")
        func arrival() async throws {
            /// Runs the command on a terminal that answers or leaves out status reports.
            func arrival(_ environment: [String: String], reports: Bool) async throws -> String {
                let session = try ScreenSession(["doctor"], size: (100, 60), environment: environment)
                session.filterReply = { reply in
                    guard !reports, let report = reply.firstRange(of: Array("\u{1B}[0n".utf8)) else { return reply }
                    return Array(reply[..<report.lowerBound] + reply[report.upperBound...])
                }
                #expect(try await session.waitForEnd() == .exited(0))
                return session.rows.filter { $0.hasPrefix("Arrival") || $0.hasPrefix("Connection") }
                    .joined(separator: "\n")
            }
            // No such connection exists.
            let remote = ["SSH_CONNECTION": "192.0.2.1 1234 192.0.2.2 22"]
            #expect(try await arrival([:], reports: true).contains("known from status reports of the terminal"))
            #expect(try await arrival(remote, reports: true).contains("not measured yet"))
            #expect(try await arrival([:], reports: false).hasSuffix("immediate (the terminal is local)"))
            let computed = try await arrival(remote, reports: false)
            #expect(computed.contains("computed from the time and the speed of the connection"))
            #expect(computed.contains("1 Mbit/s (assumed; --link-speed sets another)"))
            #expect(try await report([:]).matches(of: #/which can't be asked in a pipe/#).count == 2)
        }

        @Test("The symbol set is shown with its reason")
        func symbols() async throws {
            let kitty = ["TERM_PROGRAM": "kitty", "TERM_PROGRAM_VERSION": "0.32.1"]
            #expect(try await report(kitty).contains("sextant (drawn by kitty 0.32.1 without a font)"))
            #expect(try await report([:]).contains("half (unknown terminal program"))
        }

        @Test("In a pipe, the command doesn't guess whether the terminal shows pixels")
        func pipe() async throws {
            let kitty = try await report(["TERM": "xterm-kitty", "KITTY_WINDOW_ID": "1", "COLORTERM": "truecolor"])
            #expect(kitty.contains(/Graphics +depends on the terminal, which can't be asked in a pipe/))
            #expect(!kitty.contains("supported by"))
            let none = try await report(["NO_COLOR": "1"])
            #expect(none.contains(/Graphics +characters/))
        }

        @Test("The sharpness is that of characters or of pixels, whichever are used")
        func sharpness() async throws {
            func report(graphics: String) async throws -> String {
                let folder = try TemporaryFolder()
                try folder.addFile("tintype/config.toml", contents: "[pictures]\ngraphics = \"\(graphics)\"\n")
                return try await self.report(["COLORTERM": "truecolor", "XDG_CONFIG_HOME": folder.path])
            }
            let characters = try await report(graphics: "none")
            #expect(characters.contains("the whole terminal shows 90 \u{00D7} 60 pixels"))
            #expect(characters.contains("Use a smaller font"))
            let pixels = try await report(graphics: "kitty")
            #expect(pixels.contains(/Sharpness +The whole terminal shows \d{3,} \u{00D7} \d{3,} pixels/))
            #expect(!pixels.contains("smaller font") && !pixels.contains("Each cell"))
        }

        @Test("On a terminal, the command breaks lines between words")
        func wrapping() async throws {
            let session = try ScreenSession(["doctor"], size: (64, 100), environment: ["NO_COLOR": "1"])
            #expect(try await session.waitForEnd() == .exited(0))
            let start = try #require(session.rows.firstIndex { $0.hasPrefix("Sharpness") })
            let rows = session.rows[start...]
            let value = rows.prefix { $0.hasPrefix(" ") || $0.hasPrefix("Sharpness") }
            #expect(value.count > 2)
            let words = value.flatMap { $0.split(separator: " ") }.joined(separator: " ")
            #expect(words.contains("Use a smaller font or a larger window for more detail. In a photo, press"))
            // Every line is indented as much as the first value.
            let indents = value.dropFirst().map { $0.prefix { $0 == " " }.count }
            #expect(Set(indents).count == 1 && indents[0] > 10)
        }

        @Test("NO_COLOR and a multiplexer are reported")
        func surroundings() async throws {
            let text = try await report(["TERM": "screen-256color", "TMUX": "/tmp/tmux,1,0", "NO_COLOR": "1"])
            #expect(text.contains("tmux"))
            #expect(text.contains("NO_COLOR is set"))
        }

        @Test(
            "A signal that ends the command while the terminal doesn't answer restores it",
            arguments: [SIGTERM, SIGHUP])
        func interrupted(signal: Int32) async throws {
            let session = try ScreenSession(["doctor"])
            session.filterReply = { _ in [] }
            try await session.wait(until: "the terminal is asked") { session in
                session.output.firstRange(of: Array("\u{1B}[c".utf8)) != nil
            }
            #expect(try session.terminal.settings != session.settingsAtStart)
            session.process.send(signal)
            #expect(try await session.waitForEnd() == .killed(signal: signal))
            #expect(try session.terminal.settings == session.settingsAtStart)
        }

        @Test("On a terminal that doesn't answer, the command says that it asks, then reports")
        func mute() async throws {
            let session = try ScreenSession(["doctor"], size: (100, 50), environment: ["COLORTERM": "truecolor"])
            session.filterReply = { _ in [] }
            try await session.wait(until: "the command says that it asks") { session in
                session.output.firstRange(of: Array("Asking the terminal\u{2026}".utf8)) != nil
            }
            #expect(try await session.waitForEnd() == .exited(0))
            #expect(session.row(0).hasPrefix("Terminal"))
            #expect(!session.text.contains("Asking"))
            #expect(try session.terminal.settings == session.settingsAtStart)
        }

        @Test(
            "In a locale without UTF-8, everything printed is ASCII",
            arguments: [["TERM": "dumb", "LANG": "C"], ["LC_ALL": "C"]])
        func ascii(environment: [String: String]) async throws {
            for arguments in [
                ["doctor"], ["--help"], ["show", "\u{201C}none\u{201D}.jpg"], ["cache", "--language", "ja"],
            ] {
                let printed = try await PrintedText(of: arguments, environment: environment)
                let text = printed.output + printed.error
                #expect(text.unicodeScalars.allSatisfy { $0.isASCII }, "\(text)")
                #expect(!text.isEmpty)
            }
        }

        @Test("A terminal that cannot show pictures is reported with the reason")
        func dumb() async throws {
            #expect(try await report(["TERM": "dumb"]).contains("has no cursor addressing"))
        }

        @Test("A configuration error is included")
        func configuration() async throws {
            let folder = try TemporaryFolder()
            try folder.addFile("tintype/config.toml", contents: "[cache]\ndisk = many\n")
            #expect(try await report(["XDG_CONFIG_HOME": folder.path]).contains("line 2, column"))
        }

        @Test("The root certificates and an unwritable cache are reported")
        func network() async throws {
            let folder = try TemporaryFolder()
            let file = folder.path + "/authorities.pem"
            try "".write(toFile: file, atomically: true, encoding: .utf8)
            let text = try await report(["SSL_CERT_FILE": file, "XDG_CACHE_HOME": file])
            #expect(
                text.split(separator: "\n").contains { $0.hasPrefix("CA certificates") && $0.contains(file.suffix(20)) }
            )
            #expect(text.contains("not writable"))
            #expect(try await report(["SSL_CERT_FILE": "/nowhere"]).contains("install ca-certificates"))
        }

        @Test("The panel shows the error count and the last failure of requests")
        func traffic() async throws {
            let service = try await AlbumService()
            service.server.fail("/users", times: 100, status: 500)
            let session = try ScreenSession([service.server.url, "--owner", "everyone"], size: (100, 40))
            try await session.waitForAlbums()
            try await service.server.goAway()
            session.press(.tab)
            try await session.wait(for: "Can't connect to 127.0.0.1")
            session.type("D")
            try await session.wait(until: "errors are counted") { $0.text.contains(/errors: [1-9]/) }
            try await session.wait(for: "connection refused")
        }

        // Only root may write to the output of a decoder.
        @Test("The panel shows what decoders have printed", .requiresRoot)
        func decoderMessages() async throws {
            let folder = try PictureFolder(["Sea/dune.png"])
            let session = try ScreenSession([folder.path], size: (100, 50))
            try await session.waitForAlbums()
            let message = Array("Invalid tile\u{1B}[2J\n".utf8)
            // A decoder may end at any time.
            try await waitUntil {
                guard let decoder = try session.process.decoder else { return false }
                // The pipe that the decoder writes to. With a reader, it breaks no write.
                let output = open("/proc/\(decoder)/fd/2", O_RDWR | O_CLOEXEC)
                defer { close(output) }
                return write(output, message, message.count) == message.count
            }
            // The panel shows the messages read so far.
            try await waitUntil {
                session.type("D")
                try await session.wait(for: "libraw")
                if session.text.contains("Invalid tile?[2J") { return true }
                session.press(.escape)
                try await session.wait(until: "the panel has closed") { !$0.text.contains("libraw") }
                return false
            }
            #expect(session.text.contains("Decoder messages"))
        }

        @Test("D shows the report in the program, including the open library")
        func panel() async throws {
            let session = try ScreenSession(["demo:"], size: (100, 40))
            try await session.waitForAlbums()
            session.type("D")
            let texts = ["Multiplexer", "known from status reports", "Library", "ncurses"]
            for text in texts { try await session.wait(for: text) }
        }
    }
}
