import Foundation
import TestFixtures
import Testing

extension ProgramTests {
    @Suite("show command")
    struct Show {
        private let folder: PictureFolder

        init() throws {
            folder = try PictureFolder(["a/photo.png"])
        }

        /// The output and exit status of the command.
        private struct Outcome {
            let output: String
            let complaints: String
            let status: ChildProcess.Ending

            /// The lines without their escape sequences.
            var lines: [String] {
                output.replacing(#/\u{1B}\[[0-9;]*m/#, with: "").split(separator: "\n").map(String.init)
            }
        }

        private func show(
            _ arguments: [String], environment: [String: String?] = [:], input: String? = nil
        ) async throws -> Outcome {
            let output = try TemporaryFolder()
            let session = try ScreenSession(
                ["show"] + arguments, environment: environment, input: input.map { .file($0) } ?? .terminal,
                output: .file(output.path + "/out"), error: .file(output.path + "/err"))
            let status = try await session.waitForEnd()
            return Outcome(
                output: try String(contentsOfFile: output.path + "/out", encoding: .utf8),
                complaints: try String(contentsOfFile: output.path + "/err", encoding: .utf8), status: status)
        }

        @Test("A photo fits the requested size with its aspect ratio")
        func size() async throws {
            let photo = folder.path + "/a/photo.png"
            let shown = try await show(["--size", "40x40", "--colors", "true", photo])
            #expect(shown.status == .exited(0))
            #expect(shown.lines.allSatisfy { $0.count == 40 })
            #expect((1..<40).contains(shown.lines.count))
            #expect(try await show(["--size", "40x10", "--stretch", photo]).lines.count == 10)
        }

        @Test("--graphics prints pixels in placeholder cells, elsewhere than on a terminal too")
        func pixels() async throws {
            let photo = folder.path + "/a/photo.png"
            func placeholders(_ arguments: [String]) async throws -> Int {
                let shown = try await show(["--size", "12x5", "--stretch"] + arguments + [photo])
                #expect(shown.status == .exited(0))
                let isSent = shown.output.contains("\u{1B}_Ga=T,U=1,q=1,")
                #expect(isSent == shown.output.unicodeScalars.contains("\u{10EEEE}"))
                return shown.output.unicodeScalars.count { $0 == "\u{10EEEE}" }
            }
            #expect(try await placeholders(["--graphics", "kitty"]) == 12 * 5)
            // A pipe or a file gets characters, and so do fewer colors.
            #expect(try await placeholders([]) == 0)
            #expect(try await placeholders(["--graphics", "none"]) == 0)
            #expect(try await placeholders(["--graphics", "kitty", "--colors", "256"]) == 12 * 5)
            #expect(try await placeholders(["--graphics", "kitty", "--colors", "16"]) == 0)
        }

        @Test("Pixels keep the aspect ratio of a picture, and leave the rest of its cells empty")
        func aspectRatio() async throws {
            // 12 columns are as wide as 6 rows are high, so the photo takes 1.6 rows.
            let photo = folder.path + "/wide.ppm"
            let pixels = [UInt8](repeating: 99, count: 3 * 60 * 16)
            try Data(Array("P6 60 16 255\n".utf8) + pixels).write(to: URL(fileURLWithPath: photo))
            for (arguments, format) in [([], "f=32"), (["--stretch"], "f=24")] {
                let shown = try await show(["--graphics", "kitty", "--size", "12x2"] + arguments + [photo])
                #expect(shown.output.unicodeScalars.count { $0 == "\u{10EEEE}" } == 12 * 2)
                #expect(shown.output.contains(",\(format),"))
            }
        }

        @Test("Answers after more than a second still bring pixels, and none is left for the shell")
        func lateAnswers() async throws {
            let session = try ScreenSession(
                ["-i"], of: ["/bin/sh"], environment: ["PS1": "shell> ", "PROGRAM": BuiltProgram.path])
            try await session.wait(for: "shell>")
            session.filterReply = { _ in [] }
            session.type("$PROGRAM show --size 12x5 \(folder.path)/a/photo.png; echo E''ND\r")
            let query = Array("\u{1B}[c".utf8)
            try await session.wait(until: "the terminal is asked") { $0.output.firstRange(of: query) != nil }
            try await session.pause(.milliseconds(1100))
            session.send(
                Array("\u{1B}P>|ghostty 1.2.3\u{1B}\\\u{1B}[6;20;10t\u{1B}]11;rgb:1/1/1\u{1B}\\\u{1B}[?62;4;22c".utf8))
            // Sixel among the attributes leads to another query.
            try await session.wait(until: "the limits are asked") { $0.output.ranges(of: query).count == 2 }
            session.send(Array("\u{1B}[?1;0;256S\u{1B}[?2;0;2000;2000S\u{1B}[?62;4;22c".utf8))
            try await session.wait(for: "END")
            try await session.waitUntilIdle()
            #expect(session.output.firstRange(of: Array("\u{1B}_Ga=T,U=1".utf8)) != nil)
            #expect(session.rows.last { !$0.isEmpty } == "shell>")
        }

        @Test(
            "Of a terminal around tmux, only one that shows the pane is waited for",
            arguments: [
                ("1 1 1 ghostty 1.2.3", true), ("all 0 1 ghostty 1.2.3", true), ("1 0 1 ghostty 1.2.3", false),
                ("1 1 0 ghostty 1.2.3", false), ("1 0 1 ", false), ("0 1 1 ghostty 1.2.3", false),
            ])
        func hiddenInTmux(answer: String, isAsked: Bool) async throws {
            let programs = try TemporaryFolder()
            let script = """
                #!/bin/sh
                case "$*" in
                "display-message -p -t %3 "*allow-passthrough*) echo "\(answer)" ;;
                esac

                """
            try programs.addProgram("tmux", contents: script)
            let session = try ScreenSession(
                ["show", folder.path + "/a/photo.png"],
                environment: [
                    "TMUX": "/tmp/x,1,0", "TMUX_PANE": "%3", "TERM": "tmux-256color",
                    "PATH": "\(programs.path):/usr/bin:/bin",
                ])
            session.answersThroughTmux = true
            #expect(try await session.waitForEnd() == .exited(0))
            let query = Array("\u{1B}Ptmux;\u{1B}\u{1B}[5n\u{1B}\\".utf8)
            #expect((session.output.firstRange(of: query) != nil) == isAsked)
        }

        @Test(
            "Sixel and iTerm2's images are drawn above the prompt, and only on a terminal",
            arguments: [("sixel", "\u{1B}P0;1;0q"), ("iterm2", "\u{1B}]1337;File=inline=1;")])
        func inlineImages(graphics: String, introducer: String) async throws {
            let photo = folder.path + "/a/photo.png"
            let (output, rows) = try await print("--graphics \(graphics) --stretch --size 12x5 \(photo)")
            #expect(output.firstRange(of: Array(introducer.utf8)) != nil)
            #expect(rows == 5)
            #expect(try await !show(["--graphics", graphics, photo]).output.contains(introducer))
        }

        @Test("Pixels leave no empty row: a photo that would hardly reach into another row is printed a little smaller")
        func wholeRows() async throws {
            // 120 pixels wide, it is 62 pixels high in rows of 20, or 74.
            for (height, expected) in [(104, 3), (124, 4)] {
                try folder.add("\(height).png", width: 200, height: height)
                let (_, rows) = try await print("--graphics sixel --size 12x10 \(folder.path)/\(height).png")
                #expect(rows == expected)
            }
        }

        /// Runs the command in a shell on a terminal with cells of 10 x 20 pixels. Returns the output, and the rows that the
        /// prompt is below the line before.
        private func print(_ arguments: String) async throws -> (output: [UInt8], rows: Int) {
            let session = try ScreenSession(
                ["-i"], of: ["/bin/sh"], environment: ["PS1": "shell> ", "PROGRAM": BuiltProgram.path])
            try await session.wait(for: "shell>")
            session.filterReply = { _ in [] }
            session.type("echo S''TART; $PROGRAM show \(arguments); echo E''ND\r")
            let query = Array("\u{1B}[c".utf8)
            try await session.wait(until: "the terminal is asked") { $0.output.firstRange(of: query) != nil }
            session.send(Array("\u{1B}[6;20;10t\u{1B}[?62;22c".utf8))
            try await session.wait(for: "END")
            try await session.waitUntilIdle()
            let start = try #require(session.rows.lastIndex { $0.hasPrefix("START") })
            let end = try #require(session.rows.lastIndex { $0.hasPrefix("END") })
            return (session.output, end - start - 1)
        }

        @Test("Without a terminal the size comes from fzf, the shell or 80 by 24")
        func room() async throws {
            let photo = folder.path + "/a/photo.png"
            let shell = ["COLUMNS": "30", "LINES": "10"]
            let fzf = shell.merging(["FZF_PREVIEW_COLUMNS": "20", "FZF_PREVIEW_LINES": "5"]) { $1 }
            #expect(
                try await show(["--stretch", photo], environment: fzf).lines.map(\.count)
                    == Array(repeating: 20, count: 5))
            #expect(
                try await show(["--stretch", photo], environment: shell).lines.map(\.count)
                    == Array(repeating: 30, count: 10))
            #expect(try await show(["--stretch", photo]).lines.map(\.count) == Array(repeating: 80, count: 24))
        }

        @Test("Every line ends with a color reset, and only colors are sent")
        func lineEnds() async throws {
            let photo = folder.path + "/a/photo.png"
            let text = try await show(["--size", "20x10", "--colors", "true", photo]).output
            #expect(text.hasSuffix("\n"))
            for line in text.split(separator: "\n") { #expect(line.hasSuffix("\u{1B}[m")) }
            #expect(!text.replacing(#/\u{1B}\[[0-9;]*m/#, with: "").contains("\u{1B}"))
        }

        @Test("Colors follow the terminal's name unless requested")
        func colors() async throws {
            let photo = folder.path + "/a/photo.png"
            #expect(try await show([photo], environment: ["COLORTERM": "truecolor"]).output.contains("8;2;"))
            #expect(try await show([photo], environment: ["COLORTERM": nil]).output.contains("8;5;"))
            #expect(try await show(["--colors", "256", photo], environment: ["TERM": "dumb"]).output.contains("8;5;"))
            #expect(try await !show([photo], environment: ["NO_COLOR": "1"]).output.contains("\u{1B}"))
        }

        @Test("An unreadable photo prints one error line, the others are shown, and the status is a failure")
        func failures() async throws {
            try Data("no picture".utf8).write(to: URL(filePath: folder.path + "/broken.jpg"))
            let shown = try await show([
                "--size", "20x5", "--stretch", folder.path + "/broken.jpg", folder.path + "/none.png",
                folder.path + "/a/photo.png",
            ])
            #expect(shown.status == .exited(1))
            #expect(shown.lines.count == 5)
            let complaints = shown.complaints.split(separator: "\n")
            #expect(complaints.count == 2)
            #expect(complaints.first?.contains("broken.jpg: not a picture") == true)
            #expect(complaints.last?.contains("none.png: ") == true)
        }

        @Test("The readable part of a truncated photo is printed, with a warning")
        func cut() async throws {
            let folder = try PictureFolder()
            let bytes = PNGFile.bytes(width: 400, height: 400, left: (250, 10, 10), right: (10, 10, 250))
            try folder.write(Array(bytes.dropLast(bytes.count / 2)), at: Array("a.png".utf8))
            let shown = try await show([folder.path + "/a.png", "--size", "20x10"])
            #expect(shown.status == .exited(0))
            #expect(shown.complaints.hasSuffix("a.png: the file is damaged; only part of it is shown\n"))
            #expect(!shown.output.isEmpty)
        }

        @Test("A failed write is reported")
        func fullDisk() async throws {
            let errors = try TemporaryFolder()
            let session = try ScreenSession(
                ["show", folder.path + "/a/photo.png"], output: .file("/dev/full"), error: .file(errors.path + "/err"))
            #expect(try await session.waitForEnd() == .exited(1))
            let complaints = try String(contentsOfFile: errors.path + "/err", encoding: .utf8)
            #expect(complaints.hasPrefix("tintype: "))
            #expect(complaints.split(separator: "\n").count == 1)
        }

        @Test("A photo can come from standard input, and captions are printed below")
        func standardInput() async throws {
            let photo = folder.path + "/a/photo.png"
            let shown = try await show(["--size", "20x5", "--stretch", "--caption", "-", photo], input: photo)
            #expect(shown.status == .exited(0))
            #expect(shown.lines.count == 10)
            #expect(shown.lines[4] == "-")
            #expect(shown.lines[9] == photo)
        }

        @Test(
            "An invalid size is refused with one line",
            arguments: ["80", "x", "0x5", "80x24x2", "-3x4", "axb", "99999x2"])
        func wrongSize(_ size: String) async throws {
            let shown = try await show(["--size=\(size)", "photo.png"])
            #expect(shown.status != .exited(0))
            #expect(shown.complaints.split(separator: "\n").count == 1)
            #expect(shown.output.isEmpty)
        }
    }
}
