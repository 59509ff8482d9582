import Foundation
import TestFixtures
import Testing

extension ProgramTests {
    @Suite("Picking")
    struct Picking {
        private func printed(_ folder: TemporaryFolder) throws -> String {
            try String(contentsOfFile: folder.path + "/out", encoding: .utf8)
        }

        @Test("Enter prints the path of the selected photo on standard output, even if that is no terminal")
        func selected() async throws {
            let out = try TemporaryFolder()
            let folder = try PictureFolder(["Sea/dune.png", "Sea/surf.png"])
            let session = try ScreenSession(
                ["pick", folder.path], input: .file("/dev/null"), output: .file(out.path + "/out"))
            try await session.openAlbum()
            try await session.wait(for: "Enter pick")
            try await session.waitUntilIdle()
            session.press(.enter)
            #expect(try await session.waitForEnd() == .exited(0))
            #expect(try printed(out) == "\(folder.path)/Sea/dune.png\n")
            #expect(try session.terminal.settings == session.settingsAtStart)
        }

        @Test(
            "The files of one name and their sidecars are printed together, with --max only the first",
            arguments: [false, true])
        func stack(isLimited: Bool) async throws {
            let out = try TemporaryFolder()
            let folder = try PictureFolder(["Sea/dune.png", "Sea/surf.png"])
            for name in ["dune.ARW", "dune.xmp", "dune.png.xmp", "dune.ARW.xmp", "surf.xmp"] {
                try Data("raw".utf8).write(to: URL(fileURLWithPath: folder.path + "/Sea/" + name))
            }
            let session = try ScreenSession(
                ["pick", folder.path] + (isLimited ? ["--max", "1"] : []), output: .file(out.path + "/out"))
            try await session.openAlbum()
            try await session.wait(for: "dune +ARW")
            session.press(.enter)
            #expect(try await session.waitForEnd() == .exited(0))
            let names = ["dune.png", "dune.ARW", "dune.png.xmp", "dune.xmp", "dune.ARW.xmp"]
            let paths = names.map { "\(folder.path)/Sea/\($0)\n" }
            #expect(try printed(out) == (isLimited ? paths[0] : paths.joined()))
        }

        @Test("Marked photos from standard input are printed as given, at most --max of them")
        func marked() async throws {
            let out = try TemporaryFolder()
            let folder = try PictureFolder(["a b.png", "c.png", "d.png"])
            let input = out.path + "/in"
            try Data("\(folder.path)/c.png\0/no/such.png\0\(folder.path)/a b.png\0\(folder.path)/d.png\0".utf8)
                .write(to: URL(fileURLWithPath: input))
            let session = try ScreenSession(
                ["pick", "--from-stdin", "-0", "--max", "2"], input: .file(input), output: .file(out.path + "/out"))
            try await session.wait(for: "1/3")
            session.type("M")
            try await session.wait(for: "Pick at most 2 photos")
            session.type("m")
            try await session.wait(for: "1 marked")
            session.press(.right)
            session.type("m")
            try await session.wait(for: "2 marked")
            session.press(.enter)
            #expect(try await session.waitForEnd() == .exited(0))
            #expect(try printed(out) == "\(folder.path)/c.png\0\(folder.path)/a b.png\0")
        }

        @Test("Esc at the top and q print nothing and end with 130, as in fzf", arguments: ["Esc", "q"])
        func aborted(key: String) async throws {
            let out = try TemporaryFolder()
            let folder = try PictureFolder(["Sea/dune.png"])
            let session = try ScreenSession(["pick", folder.path], output: .file(out.path + "/out"))
            try await session.waitForAlbums()
            if key == "q" { session.type("q") } else { session.press(.escape) }
            #expect(try await session.waitForEnd() == .exited(130))
            #expect(try printed(out).isEmpty)
        }

        @Test("Esc in a list of paths ends with 130")
        func abortedList() async throws {
            let home = try TemporaryFolder()
            let folder = try PictureFolder(["a.png", "b.png"])
            let input = home.path + "/in"
            try Data("\(folder.path)/a.png\n\(folder.path)/b.png\n".utf8).write(to: URL(fileURLWithPath: input))
            let session = try ScreenSession(["pick", "--from-stdin"], input: .file(input))
            try await session.wait(for: "1/2")
            session.press(.escape)
            #expect(try await session.waitForEnd() == .exited(130))
        }

        @Test("Without photos the exit status is 1, after an error 2")
        func failures() async throws {
            let nothing = try ScreenSession(["pick", "--from-stdin"], input: .file("/dev/null"))
            #expect(try await nothing.waitForEnd() == .exited(1))
            for arguments in [["/no/such/folder"], ["--max", "0"], ["--bogus"]] {
                let session = try ScreenSession(["pick"] + arguments)
                #expect(try await session.waitForEnd() == .exited(2))
            }
        }

        @Test("The loss of the terminal is an error, not an empty choice")
        func lostTerminal() async throws {
            let folder = try PictureFolder(["Sea/dune.png"])
            let session = try ScreenSession(["pick", folder.path])
            try await session.waitForAlbums()
            session.terminal.close()
            #expect([.exited(2), .killed(signal: SIGHUP)].contains(try await session.waitForEnd()))
        }

        @Test("A photo with a deleted file is reported, not skipped")
        func missingFile() async throws {
            let folder = try PictureFolder(["Sea/dune.png", "Sea/surf.png"])
            let session = try ScreenSession(["pick", folder.path])
            try await session.openAlbum()
            try await session.waitUntilIdle()
            session.type("f")
            session.press(.escape)
            try await session.wait(for: "Enter open")
            session.type("\u{1B}3")
            // The notice about the favorite names the photo, too.
            try await session.wait(for: "Enter pick")
            try await session.wait(for: "dune")
            try FileManager.default.removeItem(atPath: folder.path + "/Sea/dune.png")
            session.press(.enter)
            try await session.wait(for: "has no path or link: the file is gone")
        }

        @Test("A list of paths leaves no marker of a running library and no stored order")
        func notRemembered() async throws {
            let home = try TemporaryFolder()
            let folder = try PictureFolder(["a.png", "b.png"])
            let input = home.path + "/in"
            try Data("\(folder.path)/a.png\n\(folder.path)/b.png\n".utf8).write(to: URL(fileURLWithPath: input))
            let session = try ScreenSession(["pick", "--from-stdin"], home: home, input: .file(input))
            try await session.wait(for: "1/2")
            let stateFolder = home.path + "/.local/state/tintype"
            let files = (try? FileManager.default.contentsOfDirectory(atPath: stateFolder)) ?? []
            #expect(!files.contains { $0.hasPrefix("running-") })
            session.type("O")
            try await session.wait(for: "Sort")
            session.press(.up)
            session.press(.enter)
            try await session.wait(for: "by date modified")
            session.type("q")
            _ = try await session.waitForEnd()
            let text = (try? String(contentsOfFile: stateFolder + "/state.json", encoding: .utf8)) ?? ""
            #expect(!text.contains("\"-\""))
        }

        @Test("Photos of the demo library have no path, which is reported")
        func generated() async throws {
            let session = try ScreenSession(["pick", "demo:"])
            try await session.openAlbum()
            try await session.wait(for: "1/50")
            try await session.waitUntilIdle()
            session.press(.enter)
            try await session.wait(for: "has no path or link: generated pictures have no")
        }
    }
}
