import Testing

extension ProgramTests {
    @Suite("Animated photo")
    struct Animation {
        private static let red = EmulatedCell.Color.rgb(red: 250, green: 0, blue: 0)
        private static let blue = EmulatedCell.Color.rgb(red: 0, green: 0, blue: 250)

        @Test("An endless animation plays until Esc leaves it")
        func plays() async throws {
            let session = try open(repeats: 0)
            for _ in 0..<2 {
                try await session.wait(until: "it is red") { $0.cell(column: 40, row: 10).background == Self.red }
                try await session.wait(until: "it is blue") { $0.cell(column: 40, row: 10).background == Self.blue }
            }
            session.press(.escape)
            try await session.wait(for: "1/1")
        }

        @Test("A finished animation stays on its last frame, and the program is idle")
        func ends() async throws {
            // A test that is held up must not miss a frame.
            let session = try open(repeats: 1, centiseconds: 250)
            try await session.wait(until: "it is blue") { $0.cell(column: 40, row: 10).background == Self.blue }
            try await session.wait(until: "it is red") { $0.cell(column: 40, row: 10).background == Self.red }
            try await session.wait(until: "it is blue") { $0.cell(column: 40, row: 10).background == Self.blue }
            try await session.waitUntilIdle()
            #expect(session.cell(column: 40, row: 10).background == Self.blue)
        }

        @Test("With --no-animation an animated photo shows only its first frame")
        func still() async throws {
            let session = try open(repeats: 0, options: ["--no-animation"])
            try await session.wait(until: "it is red") { $0.cell(column: 40, row: 10).background == Self.red }
            // Times out if the program animates.
            try await session.waitUntilIdle()
            #expect(session.cell(column: 40, row: 10).background == Self.red)
        }

        /// Opens a GIF of one pixel that is red, then blue.
        private func open(repeats: UInt8, centiseconds: UInt8 = 50, options: [String] = []) throws -> ScreenSession {
            let folder = try PictureFolder()
            var gif = Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 250, 0, 0, 0, 0, 250]
            gif += [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1, repeats, 0, 0]
            for pixel in [0x44, 0x4C] as [UInt8] {
                gif += [0x21, 0xF9, 4, 0, centiseconds, 0, 0, 0]
                gif += [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, pixel, 1, 0]
            }
            try folder.write(gif + [0x3B], at: Array("blink.gif".utf8))
            return try ScreenSession([folder.path + "/blink.gif"] + options, keeping: [folder])
        }
    }
}
