import Foundation
import Testing

extension ProgramTests {
    /// File and folder names are the easiest way to send bytes of one's choice to a terminal through this program.
    @Suite("Hostile file names")
    struct HostileNames {
        /// Names with control sequences, in UTF-8.
        private static let controlSequences = [
            "\u{1b}[31mred\u{1b}[0m", "\u{1b}]0;PWNED\u{07}a", "\u{1b}[2J\u{1b}[H", "\u{1b}]52;c;cm0gLXJmIH4=\u{07}a",
            "\u{1b}Pq#0!9~\u{1b}\\", "\u{1b}_Ga=d\u{1b}\\", "\u{9b}31m", "\u{7}\u{8}\u{7f}\r\u{b}\u{c}", "\n", "a\nb",
            "a\tb",
            "\u{202e}gpj", "\u{2066}\u{2067}", "\u{200b}\u{200d}\u{feff}", "\u{ad}",
        ]

        /// Names that are not UTF-8.
        private static let notText: [[UInt8]] = [
            [0x9B, 0x33, 0x31, 0x6D], [0xFF, 0xFE], [0x63, 0x61, 0x66, 0xE9], [0xC0, 0xAF], [0xED, 0xA0, 0x80],
            [0xE2, 0x82],
        ]

        @Test("Control characters in names are replaced by visible ones and never sent")
        func standIns() async throws {
            let folder = try PictureFolder()
            for name in Self.controlSequences { try folder.add(bytes: Array("\(name).png".utf8)) }
            for name in Self.notText { try folder.add(bytes: name + Array(".png".utf8)) }
            let count = Self.controlSequences.count + Self.notText.count
            let session = try ScreenSession([folder.path], size: (120, 40))
            try await session.openAlbum()
            for index in 1...count {
                // Each name is shown in the grid and, at greater length, below the photo.
                try await session.openPhoto()
                try await session.wait(for: "\(index)/\(count)")
                session.press(.escape)
                try await session.wait(for: "Enter open")
                session.press(.right)
            }
            try await session.waitUntilIdle()
            let harmless = try await controlStringsOfHarmlessNames()
            // Pixels are sent only once the program has been idle. Their commands have several parameters.
            let sent = ControlStrings.find(in: session.output).filter { !$0.hasPrefix("_G") || !$0.contains(",") }
            #expect(sent == harmless)
            #expect(session.emulator.title.isEmpty)
            #expect(session.emulator.bells == 0)
            session.type("gg")
            try await session.wait(for: "1/\(count)")
            session.type("/[31mred")
            try await session.wait(for: "1/1 of \(count)")
            try await session.wait(for: "␛[31mred␛[0m")
        }

        @Test("On a terminal, lists of paths have visible control characters, and JSON escapes them")
        func lists() async throws {
            let folder = try PictureFolder()
            for name in Self.controlSequences { try folder.add(bytes: Array("\(name).png".utf8)) }
            for name in Self.notText { try folder.add(bytes: name + Array(".png".utf8)) }
            for arguments in [["list"], ["list", "-0"], ["list", "--json"]] {
                let session = try ScreenSession(arguments + [folder.path], size: (200, 60), error: .file("/dev/null"))
                _ = try await session.waitForEnd()
                let printed = String(decoding: session.output, as: UTF8.self).unicodeScalars
                let raw = printed.filter { $0.properties.generalCategory == .control || $0 == "\u{202E}" }
                #expect(Set(raw).isSubset(of: arguments.contains("-0") ? ["\0"] : ["\r", "\n"]), "\(arguments)")
                #expect(session.text.contains("PWNED"))
            }
            // Other programs get the bytes of the names, and the same texts.
            let piped = try await PrintedText(of: ["list", "--json", folder.path])
            let paths = try piped.output.split(separator: "\n").map {
                try (JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])?["path"] as? String
            }
            for name in Self.controlSequences {
                #expect(paths.contains("\(folder.path)/\(name).png"), "\(name.debugDescription)")
            }
            #expect(!piped.output.unicodeScalars.contains("\u{9B}"))
        }

        @Test("Control characters in album titles are replaced by visible ones")
        func folders() async throws {
            let folder = try PictureFolder(["\u{1b}]2;name\u{07}/a.png", "\u{1b}[31mred/a.png"])
            let session = try ScreenSession([folder.path])
            try await session.wait(for: "2 albums")
            try await session.wait(for: "␛]2;name␇")
            try await session.wait(for: "␛[31mred")
            #expect(session.emulator.title.isEmpty)
        }

        @Test("Columns stay aligned next to wide and combining characters")
        func columns() async throws {
            let names = [
                "日本語の写真", "ｆｕｌｌ", "e\u{301}te\u{301}", "👨‍👩‍👧‍👦", "🇩🇪", "👍🏽", "﷽", "א1ב2",
                "x" + String(repeating: "\u{301}", count: 60),
            ]
            let folder = try PictureFolder(names.map { "\($0).png" })
            let session = try ScreenSession([folder.path], size: (120, 40), environment: ["NO_COLOR": "1"])
            try await session.openAlbum()
            for index in 1...names.count {
                try await session.wait(for: "\(index)/\(names.count)")
                try await session.waitUntilIdle()
                try expectStraightFrame(session)
                session.press(.right)
            }
            #expect(session.text.contains("日本語の写真"))
        }

        /// Returns the control strings that the program itself sends, using a harmless name.
        private func controlStringsOfHarmlessNames() async throws -> Set<String> {
            let folder = try PictureFolder(["a.png"])
            let session = try ScreenSession([folder.path], size: (120, 40))
            try await session.openAlbum()
            try await session.openPhoto()
            try await session.waitUntilIdle()
            return ControlStrings.find(in: session.output)
        }

        /// Expects the corners and sides of the selection frame in two columns, as counted by the emulator.
        private func expectStraightFrame(_ session: ScreenSession) throws {
            let size = session.emulator.size
            var positions: [String: [Int]] = [:]
            for row in 0..<size.rows {
                for column in 0..<size.columns {
                    positions[session.cell(column: column, row: row).text, default: []].append(column)
                }
            }
            let left = try #require(positions["┏"]?.first)
            let right = try #require(positions["┓"]?.first)
            #expect(positions["┗"] == [left])
            #expect(positions["┛"] == [right])
            #expect(Set(positions["┃"] ?? []) == [left, right])
        }
    }
}
