import Foundation
import TestFixtures
import Testing

extension ProgramTests {
    @Suite("Graphics")
    struct Graphics {
        private let folder: PictureFolder

        init() throws {
            folder = try PictureFolder()
            for name in ["a.png", "b.png"] {
                try folder.write(
                    PNGFile.bytes(width: 64, height: 48, color: (200, 100, 50)), at: Array(name.utf8))
            }
        }

        /// A tmux around a terminal with pixels; it logs questions about passing sequences on. The file `clients` in the home
        /// folder lists its clients.
        private func tmux(passesOn: Bool, features: String = "RGB") throws -> TemporaryFolder {
            let programs = try TemporaryFolder()
            let script = """
                #!/bin/sh
                case "$*" in
                *allow-passthrough*) echo asked >>"$HOME/asked"; echo "\(passesOn ? 1 : 0) 1 1 ghostty 1.2.3" ;;
                list-clients*) cat "$HOME/clients"; echo listed >>"$HOME/listed" ;;
                *) echo \(features) ;;
                esac

                """
            try programs.addProgram("tmux", contents: script)
            return programs
        }

        private func session(
            in programs: TemporaryFolder, home: TemporaryFolder? = nil
        ) throws -> ScreenSession {
            try ScreenSession(
                [folder.path],
                environment: ["TMUX": "/tmp/x,1,0", "TERM": "tmux-256color", "PATH": "\(programs.path):/usr/bin:/bin"],
                home: home, keeping: [programs])
        }

        private func questions(in home: TemporaryFolder) -> Int {
            let text = try? String(contentsOfFile: home.path + "/asked", encoding: .utf8)
            return (text ?? "").split(separator: "\n").count
        }

        @Test("If only tmux keeps pixels from the terminal, a notice says once what to set")
        func notice() async throws {
            let programs = try tmux(passesOn: false)
            let home = try TemporaryFolder()
            let first = try session(in: programs, home: home)
            try await first.wait(for: "tmux keeps pixels from ghostty")
            first.type("q")
            _ = try await first.waitForEnd()
            let second = try session(in: programs, home: home)
            try await second.wait(until: "tmux is asked again") { _ in questions(in: home) >= 2 }
            try await second.waitUntilIdle()
            #expect(!second.text.contains("allow-passthrough"))
        }

        @Test("A tmux that passes sequences on brings pixels to the terminal around it, and removes them at the end")
        func throughTmux() async throws {
            let session = try session(in: tmux(passesOn: true))
            // Reports come from the terminal around tmux, too, which the program may find by asking tmux.
            session.answersThroughTmux = true
            try await session.openAlbum()
            session.send(Array("\u{1B}P>|tmux 3.3a\u{1B}\\\u{1B}P>|ghostty 1.2.3\u{1B}\\\u{1B}[6;20;10t".utf8))
            try await session.wait(until: "the images are sent") { session in
                String(decoding: session.output, as: UTF8.self).unicodeScalars.contains("\u{10EEEE}")
            }
            let output = String(decoding: session.output, as: UTF8.self)
            #expect(output.contains("\u{1B}Ptmux;\u{1B}\u{1B}_Ga=T,U=1"))
            session.type("q")
            _ = try await session.waitForEnd()
            let ending = String(decoding: session.output.suffix(2000), as: UTF8.self)
            #expect(ending.contains("\u{1B}Ptmux;\u{1B}\u{1B}_Ga=d,d="))
        }

        @Test("The terminal around tmux is asked again if it has not answered, because it may not have been ready")
        func askedAgain() async throws {
            let session = try session(in: tmux(passesOn: true))
            try await session.wait(until: "the second query is sent") { session in
                let output = String(decoding: session.output, as: UTF8.self)
                return output.components(separatedBy: "\u{1B}Ptmux;\u{1B}\u{1B}[>q").count == 3
            }
        }

        @Test("After another terminal has been attached to tmux, a key sends the images again")
        func otherClient() async throws {
            let home = try TemporaryFolder()
            func attach(_ client: String) throws {
                try client.write(toFile: home.path + "/clients", atomically: true, encoding: .utf8)
            }
            try attach("1")
            let session = try session(in: tmux(passesOn: true), home: home)
            session.answersThroughTmux = true
            try await session.openAlbum()
            session.send(Array("\u{1B}P>|tmux 3.3a\u{1B}\\\u{1B}P>|ghostty 1.2.3\u{1B}\\\u{1B}[6;20;10t".utf8))
            func images() -> Int {
                String(decoding: session.output, as: UTF8.self).components(separatedBy: "_Ga=T,U=1").count - 1
            }
            try await session.wait(until: "both images are sent") { _ in
                images() >= 2 && FileManager.default.fileExists(atPath: home.path + "/listed")
            }
            let before = images()
            try attach("2")
            // A key asks tmux if none has been pressed for a second.
            try await session.type("l", every: .milliseconds(1200), until: "the images are sent again") { _ in
                images() > before
            }
        }

        @Test(
            "A tmux with Sixel draws it if the terminal around it has Sixel, too", arguments: [false, true])
        func sixelInTmux(isAroundTmux: Bool) async throws {
            let programs = try tmux(passesOn: false, features: isAroundTmux ? "RGB,sixel" : "RGB")
            let session = try session(in: programs)
            session.filterReply = { _ in [] }
            try await session.openAlbum()
            let attributes = "\u{1B}[?1;2;4c"
            session.send(Array("\u{1B}P>|tmux 3.6b\u{1B}\\\u{1B}[6;20;10t\(attributes)".utf8))
            try await session.wait(until: "the limits are asked") { session in
                session.output.firstRange(of: Array("\u{1B}[?1;1;0S".utf8)) != nil
            }
            session.type("\u{1B}[?1;0;1024S\(attributes)")
            let sixel = Array("\u{1B}P0;1;0q\"".utf8)
            if isAroundTmux {
                try await session.wait(until: "pixels are sent") { $0.output.firstRange(of: sixel) != nil }
            }
            session.type("D")
            try await session.wait(
                for: isAroundTmux ? "pixels by Sixel (reported by the terminal)" : "allow-passthrough")
            #expect((session.output.firstRange(of: sixel) != nil) == isAroundTmux)
        }

        @Test("The report names the protocol and the reason")
        func report() async throws {
            let session = try ScreenSession([folder.path], size: (120, 60))
            try await session.openAlbum()
            session.send(Array("\u{1B}P>|ghostty 1.2.3\u{1B}\\\u{1B}[6;20;10t".utf8))
            session.type("D")
            try await session.wait(for: "pixels by kitty's graphics protocol (supported by ghostty 1.2.3)")
        }

        @Test("With graphics = none there are only characters")
        func none() async throws {
            let session = try ScreenSession([folder.path, "--graphics", "none"])
            try await session.openAlbum()
            session.send(Array("\u{1B}P>|ghostty 1.2.3\u{1B}\\\u{1B}[6;20;10t".utf8))
            session.type("D")
            try await session.wait(for: "characters (selected)")
            #expect(!String(decoding: session.output, as: UTF8.self).contains("\u{1B}_G"))
        }
    }
}
