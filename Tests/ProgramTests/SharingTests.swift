import Foundation
import TestFixtures
import Testing

extension ProgramTests {
    @Suite("Sharing")
    struct Sharing {
        @Test(
            "A path with a blank, a quote and invalid UTF-8 reaches the clipboard unchanged",
            arguments: [(80, 24), (40, 12)])
        func path(columns: Int, rows: Int) async throws {
            let folder = try PictureFolder()
            let name = Array("My d'or \u{6D77}".utf8) + [0xFF] + Array(".png".utf8)
            try folder.write(PNGFile.bytes(width: 4, height: 4, left: (1, 2, 3), right: (1, 2, 3)), at: name)
            let session = try ScreenSession([folder.path], size: (columns, rows))
            try await session.openAlbum()
            session.type("s")
            try await session.wait(for: "Copy the path")
            session.type("c")
            try await session.wait(for: "clipboard")
            #expect(session.clipboard == Array(folder.path.utf8) + Array("/".utf8) + name)
        }

        @Test(
            "The scp command names the same files in both shells, even in fish",
            arguments: ["it's $(x) [1] \"a\" ~ \\.png", "line\nend\t'\\'.png"])
        func scp(name: String) async throws {
            let folder = try PictureFolder([name])
            let session = try ScreenSession([folder.path])
            try await session.openAlbum()
            session.type("s")
            try await session.wait(for: "Fetch: copy an scp command")
            session.type("f")
            try await session.wait(for: "If it isn't in your clipboard")
            let line = String(decoding: try #require(session.clipboard), as: UTF8.self)
            #expect(line.hasPrefix("scp ") && line.hasSuffix(" ."))
            #expect(line.utf8.allSatisfy { $0 >= 0x20 })
            for shell in ["/bin/sh", "/usr/bin/fish"] where FileManager.default.isExecutableFile(atPath: shell) {
                // The first shell is the user's, the second is the remote one.
                let words = try Self.words(ofLine: line, in: shell)
                #expect(words.count == 3)
                let remote = try #require(words.dropFirst().first?.split(separator: ":", maxSplits: 1).last)
                #expect(try Self.words(ofLine: String(remote), in: "/bin/sh") == ["\(folder.path)/\(name)"])
            }
        }

        @Test("Texts that the clipboard may lack are printed once, on the normal screen, after quitting")
        func printed() async throws {
            let folder = try PictureFolder(["dune.png"])
            let session = try ScreenSession([folder.path])
            try await session.openAlbum()
            for key in ["c", "c", "f"] {
                session.type("s")
                try await session.wait(for: "Fetch: copy an scp command")
                session.type(key)
                try await session.wait(for: "If it isn't in your clipboard, select it after quitting")
            }
            session.type("qq")
            #expect(try await session.waitForEnd() == .exited(0))
            let output = String(decoding: session.output, as: UTF8.self)
            let end = try #require(output.range(of: "\u{1B}[?1049l", options: .backwards)).upperBound
            let lines = output[end...].split(whereSeparator: \.isNewline).filter { $0.contains("dune.png") }
            #expect(lines.count == 2)
            #expect(lines.first?.hasSuffix("\(folder.path)/dune.png") == true)
            #expect(lines.last?.contains("scp ") == true)
        }

        @Test("In tmux and GNU screen the text is passed through", arguments: ["tmux", "screen"])
        func multiplexer(name: String) async throws {
            let folder = try PictureFolder(["dune.png"])
            let session = try ScreenSession(
                [folder.path], environment: [name == "tmux" ? "TMUX" : "STY": "/tmp/x,1,0", "TERM": "screen-256color"])
            try await session.openAlbum()
            session.type("s")
            try await session.wait(for: "Copy the path")
            session.type("c")
            try await session.wait(for: "clipboard")
            let text = Data("\(folder.path)/dune.png".utf8).base64EncodedString()
            let escape = name == "tmux" ? "\u{1B}Ptmux;\u{1B}\u{1B}" : "\u{1B}P\u{1B}"
            #expect(String(decoding: session.output, as: UTF8.self).contains(escape + "]52;c;\(text)\u{7}\u{1B}\\"))
        }

        @Test("The QR code on the screen decodes to the link, in any theme", arguments: ["dark", "light"])
        func qrCode(theme: String) async throws {
            let service = try await UnsplashService()
            let session = try ScreenSession(
                ["unsplash:", "--theme", theme] + service.options, environment: service.environment)
            try await session.wait(for: "bird-1")
            session.type("s")
            try await session.wait(for: "QR code")
            session.type("Q")
            try await session.wait(until: "a QR code is shown") { $0.modulesOfQRCode != nil }
            let text = try QRCodeReader(try #require(session.modulesOfQRCode)).text()
            #expect(text == "https://unsplash.com/photos/bird-1?utm_source=tintype&utm_medium=referral")
            session.resize(columns: 40, rows: 12)
            try await session.wait(for: "The QR code needs")
            session.press(.escape)
            try await session.wait(for: "Copy the link")
        }

        @Test("Copying an Unsplash link includes the photographer")
        func attribution() async throws {
            let service = try await UnsplashService()
            let session = try ScreenSession(["unsplash:"] + service.options, environment: service.environment)
            try await session.wait(for: "bird-1")
            session.type("s")
            try await session.wait(for: "Copy the link")
            session.type("c")
            try await session.wait(for: "clipboard")
            let referral = "?utm_source=tintype&utm_medium=referral"
            #expect(
                session.clipboard.map { String(decoding: $0, as: UTF8.self) }
                    == "https://unsplash.com/photos/bird-1\(referral)\n"
                    + "Photo by Ada Quill on Unsplash (https://unsplash.com/@ada\(referral))")
        }

        @Test("The system's viewer gets the path, and its output stays off the screen")
        func viewer() async throws {
            let folder = try PictureFolder(["my dune.png"])
            let script = "#!/bin/sh\necho noise\nprintf %s \"$1\" >\"$HOME/part\"\nmv \"$HOME/part\" \"$HOME/opened\"\n"
            let programs = try Self.programs(["xdg-open": script])
            let session = try ScreenSession(
                [folder.path], environment: ["DISPLAY": ":0", "PATH": "\(programs.path):/usr/bin:/bin"])
            try await session.openAlbum()
            session.type("s")
            try await session.wait(for: "Open in the system viewer")
            session.type("o")
            let opened = session.home.path + "/opened"
            try await session.wait(until: "the photo is opened") { _ in FileManager.default.fileExists(atPath: opened) }
            #expect(try String(contentsOfFile: opened, encoding: .utf8) == "\(folder.path)/my dune.png")
            try await session.wait(forNo: "noise")
        }

        @Test("The system's viewer inherits no files, sockets or Unsplash key")
        func inheritance() async throws {
            let service = try await UnsplashService()
            let script = """
                #!/bin/sh
                { env; ls -l /proc/$$/fd; } >"$HOME/part" 2>&1
                mv "$HOME/part" "$HOME/opened"

                """
            let programs = try Self.programs(["xdg-open": script])
            let environment = service.environment.merging(
                ["DISPLAY": ":0", "PATH": "\(programs.path):/usr/bin:/bin", "COLOR_OF_SEA": "green"]) { $1 }
            let session = try ScreenSession(["unsplash:"] + service.options, environment: environment)
            try await session.wait(for: "bird-1")
            session.type("s")
            try await session.wait(for: "Open in the system viewer")
            session.type("o")
            let opened = session.home.path + "/opened"
            try await session.wait(until: "the photo is opened") { _ in FileManager.default.fileExists(atPath: opened) }
            let seen = try String(contentsOfFile: opened, encoding: .utf8)
            #expect(seen.contains("COLOR_OF_SEA=green"))
            #expect(!seen.contains("UNSPLASH_ACCESS_KEY"))
            #expect(!seen.contains("socket:") && !seen.contains("eventpoll") && !seen.contains("/dev/pts"))
        }

        @Test(
            "A desktop launcher with a picture's content is not opened")
        func starter() async throws {
            let folder = try PictureFolder()
            try folder.add("dune.desktop")
            let programs = try Self.programs(["xdg-open": "#!/bin/sh\ntouch \"$HOME/opened\"\n"])
            let session = try ScreenSession(
                [folder.path + "/dune.desktop"],
                environment: ["DISPLAY": ":0", "PATH": "\(programs.path):/usr/bin:/bin"])
            try await session.wait(until: "the photo is shown") { $0.paintedCells > 100 }
            session.type("s")
            try await session.wait(for: "Open in the system viewer")
            session.type("o")
            try await session.wait(for: "Couldn't open: neither a picture nor a video")
            #expect(!FileManager.default.fileExists(atPath: session.home.path + "/opened"))
        }

        @Test("In tmux the text goes to tmux's buffer and on to the terminal")
        func tmux() async throws {
            let folder = try PictureFolder(["dune.png"])
            let script = """
                #!/bin/sh
                case "$*" in
                "load-buffer -w -") cat >"$HOME/buffer" ;;
                *) echo 256,title ;;
                esac

                """
            let programs = try Self.programs(["tmux": script])
            let session = try ScreenSession(
                [folder.path],
                environment: ["TMUX": "/tmp/x,1,0", "TERM": "tmux-256color", "PATH": "\(programs.path):/usr/bin:/bin"])
            try await session.openAlbum()
            session.type("s")
            try await session.wait(for: "Copy the path")
            session.type("c")
            try await session.wait(for: "Copied to tmux")
            let buffer = try String(contentsOfFile: session.home.path + "/buffer", encoding: .utf8)
            #expect(buffer == "\(folder.path)/dune.png")
            #expect(session.clipboard == nil)
            // The outer terminal has 256 colors, whatever COLORTERM says.
            #expect(!String(decoding: session.output, as: UTF8.self).contains("8;2;"))
        }

        /// Creates a folder of executable scripts.
        private static func programs(_ scripts: [String: String]) throws -> TemporaryFolder {
            let folder = try TemporaryFolder()
            for (name, script) in scripts { try folder.addProgram(name, contents: script) }
            return folder
        }

        @Test("Marked photos are copied one path per line and saved without overwriting files")
        func marked() async throws {
            let folder = try PictureFolder(["a.png", "b.png", "c.png"])
            let session = try ScreenSession([folder.path])
            _ = try session.home.makeFolder("kept copies")
            try "mine".write(toFile: session.home.path + "/kept copies/c.png", atomically: true, encoding: .utf8)
            try await session.openAlbum()
            session.type("M")
            try await session.wait(for: "3 marked")
            session.press(.right)
            session.type("m")
            try await session.wait(for: "2 marked")
            session.type("s")
            try await session.wait(for: "Copy the paths")
            session.type("c")
            try await session.wait(for: "clipboard")
            let paths = session.clipboard.map { String(decoding: $0, as: UTF8.self) }
            #expect(paths == "\(folder.path)/a.png\n\(folder.path)/c.png")
            session.type("S")
            try await session.wait(for: "Save in: ~/")
            session.type("kep\t")
            try await session.wait(for: "Save in: ~/kept copies/")
            session.press(.enter)
            try await session.wait(for: "Saved 2 photos to")
            let saved = try FileManager.default.contentsOfDirectory(atPath: session.home.path + "/kept copies")
            #expect(saved.sorted() == ["a.png", "c 2.png", "c.png"])
            #expect(try String(contentsOfFile: session.home.path + "/kept copies/c.png", encoding: .utf8) == "mine")
        }

        @Test("The path of a copy is edited with shell keys")
        func editing() async throws {
            let folder = try PictureFolder(["dune.png"])
            let session = try ScreenSession([folder.path], size: (200, 24))
            let kept = try session.home.makeFolder("kept")
            try await session.openAlbum()
            session.type("S")
            try await session.wait(for: "Save as: ~/dune.png")
            for key in [TypedKey.home, .right, .right] { session.press(key) }
            session.type("ke\t")
            try await session.wait(for: "Save as: ~/kept/dune.png")
            session.press(.right)
            session.press(.delete)
            // Alt with a letter is sent as Esc and the letter.
            session.type("a\u{1B}f\r")
            try await session.wait(for: "Saved as \(kept)/dane.png")
            #expect(try FileManager.default.contentsOfDirectory(atPath: kept) == ["dane.png"])
        }

        @Test("A relative path begins in the proposed folder, and a missing folder is created and reported")
        func relativePath() async throws {
            let folder = try PictureFolder(["dune.png"])
            let session = try ScreenSession([folder.path], size: (200, 24))
            try await session.openAlbum()
            session.type("S")
            try await session.wait(for: "Save as: ~/dune.png")
            session.press(.control("u"))
            session.type("deep/er/\r")
            try await session.wait(for: "Saved in a new folder as \(session.home.path)/deep/er/dune.png")
        }

        @Test("An unwritable folder is reported, and no file is left")
        func unwritable() async throws {
            let folder = try PictureFolder(["dune.png"])
            let session = try ScreenSession([folder.path])
            try await session.openAlbum()
            session.type("S")
            try await session.wait(for: "Save as: ~/dune")
            session.press(.control("u"))
            // Not even root can create a file there.
            session.type("/proc/dune\r")
            try await session.wait(for: "Couldn't save: ")
            try await session.wait(forNo: "Saved as")
        }

        // Only root can switch to another account.
        @Test("A folder of another user is not written to", .requiresRoot)
        func foreign() async throws {
            let folder = try PictureFolder(["dune.png"])
            let nobody = ["/usr/bin/setpriv", "--reuid", "65534", "--clear-groups", BuiltProgram.path]
            let session = try ScreenSession([folder.path], of: nobody, home: TemporaryFolder(isOpenToAll: true))
            let foreign = try session.home.makeFolder("foreign")
            try await session.openAlbum()
            session.type("S")
            try await session.wait(for: "Save as: ~/dune")
            session.press(.control("u"))
            session.type("~/foreign/\r")
            try await session.wait(for: "× Couldn't save: Permission denied")
            #expect(try FileManager.default.contentsOfDirectory(atPath: foreign).isEmpty)
            // A key dismisses a failure only once the program knows that it was on the screen.
            try await session.waitUntilIdle()
            session.type("S")
            try await session.wait(for: "Save as: ~/dune")
            session.press(.enter)
            try await session.wait(for: "Saved as")
        }

        @Test("A copy that does not fit is reported, and no partial file is left")
        func noRoom() async throws {
            let folder = try PictureFolder()
            let picture = PNGFile.bytes(width: 4, height: 4, left: (1, 2, 3), right: (1, 2, 3))
            try folder.write(picture + [UInt8](repeating: 0, count: 200_000), at: Array("dune.png".utf8))
            // A file size limit of 64 KB fails in the middle of writing, like a full disk.
            let limited = ["/bin/sh", "-c", #"trap '' XFSZ; ulimit -f 128; exec "$0" "$@""#, BuiltProgram.path]
            let session = try ScreenSession([folder.path], of: limited)
            let target = try session.home.makeFolder("copies")
            try await session.openAlbum()
            session.type("S")
            try await session.wait(for: "Save as: ~/dune")
            session.press(.control("u"))
            session.type("~/copies/\r")
            try await session.wait(for: "Couldn't save: File too large")
            #expect(try FileManager.default.contentsOfDirectory(atPath: target).isEmpty)
        }

        /// Returns the words of a command line as a shell parses it.
        private static func words(ofLine line: String, in program: String) throws -> [String] {
            let shell = Process()
            shell.executableURL = URL(filePath: program)
            shell.arguments = ["-c", "printf '%s\\0' \(line)"]
            let output = Pipe()
            shell.standardOutput = output
            try shell.run()
            let words = output.fileHandleForReading.readDataToEndOfFile()
            shell.waitUntilExit()
            return words.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
        }
    }
}
