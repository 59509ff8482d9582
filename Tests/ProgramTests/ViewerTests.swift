import Testing

extension ProgramTests {
    @Suite("Viewer")
    struct Viewer {
        private static let red = EmulatedCell.Color.rgb(red: 250, green: 10, blue: 10)
        private static let blue = EmulatedCell.Color.rgb(red: 10, green: 10, blue: 250)

        @Test("A photo fills the terminal, with its title and position below")
        func fit() async throws {
            let session = try await viewer()
            #expect(session.row(23).contains("b wide"))
            #expect(session.row(23).contains("2/3"))
            #expect(session.cell(column: 1, row: 12).background == Self.red)
            #expect(session.cell(column: 78, row: 12).background == Self.blue)
        }

        @Test("In a zoomed photo the arrows pan up to its edges")
        func pan() async throws {
            let session = try await viewer()
            session.press(.enter)
            try await session.wait(for: "100%")
            // Without the frame that shows where the view is.
            session.type("v")
            session.press(.left, times: 30)
            try await session.wait(until: "only the left half is seen") { everyCell(of: $0, is: Self.red) }
            session.press(.right, times: 60)
            try await session.wait(until: "only the right half is seen") { everyCell(of: $0, is: Self.blue) }
            session.type("v")
            session.press(.enter)
            try await session.wait(for: "fit")
            try await session.wait(until: "both halves are seen") {
                $0.cell(column: 1, row: 10).background == Self.red
                    && $0.cell(column: 78, row: 10).background == Self.blue
            }
        }

        @Test("R rotates the photo clockwise until it is upright again")
        func turn() async throws {
            let session = try await viewer()
            session.type("R")
            try await session.wait(until: "the left half is at the top") {
                $0.cell(column: 40, row: 1).background == Self.red
                    && $0.cell(column: 40, row: 21).background == Self.blue
            }
            session.type("RRR")
            try await session.wait(until: "the photo is upright") {
                $0.cell(column: 1, row: 10).background == Self.red
                    && $0.cell(column: 78, row: 10).background == Self.blue
            }
        }

        @Test("A photo named on the command line opens at once, in its folder")
        func namedPhoto() async throws {
            let folder = try PictureFolder(["a.png", "b.png", "c.png"])
            let session = try ScreenSession([folder.path + "/b.png"])
            try await session.wait(for: "2/3")
            // The folder is still being read, and the grid below follows the viewer once it has loaded.
            try await session.waitUntilIdle()
            session.type("n")
            try await session.wait(for: "3/3")
            session.press(.escape)
            try await session.wait(until: "c is selected in the album") { $0.row(0).contains("3/3") }
            session.press(.escape)
            try await session.wait(for: "1 album, 3 photos")
        }

        @Test(
            "The viewer explains why it cannot show a file",
            arguments: [("empty", []), ("text", Array("no picture".utf8))])
        func broken(name: String, content: [UInt8]) async throws {
            let folder = try PictureFolder()
            try folder.write(content, at: Array("\(name).jpg".utf8))
            let session = try ScreenSession([folder.path + "/\(name).jpg"])
            try await session.wait(for: "Can't show this photo")
            try await session.wait(for: name == "empty" ? "empty" : "not a picture")
        }

        @Test("A file written again while it is open shows its new picture; a deleted one gives way to the next")
        func rewritten() async throws {
            let folder = try PictureFolder(["a.png", "b.png", "c.png"])
            let session = try ScreenSession([folder.path + "/b.png"])
            try await session.wait(for: "fit  2/3")
            session.press(.enter)
            try await session.wait(for: "100%")
            for (color, shown) in [((250, 10, 10), Self.red), ((10, 10, 250), Self.blue)] as [(PNGFile.Color, _)] {
                // As editors do: a new file takes the place of the old one.
                let picture = PNGFile.bytes(width: 48, height: 32, color: color)
                try folder.write(picture, at: Array("b.png~".utf8))
                try folder.rename("b.png~", to: "b.png")
                try await session.wait(until: "the new picture is seen") {
                    $0.cell(column: 40, row: 12).background == shown && $0.row(23).contains("100%  2/3")
                }
            }
            try folder.remove("b.png")
            try await session.wait(for: "was deleted or moved")
            try await session.wait(until: "the next picture is shown") {
                $0.cell(column: 40, row: 12).background != Self.blue
            }
            try await session.wait(for: "fit  2/2")
        }

        private func everyCell(of session: ScreenSession, is color: EmulatedCell.Color) -> Bool {
            let size = session.emulator.size
            return (0..<size.rows - 1).allSatisfy { row in
                (0..<size.columns).allSatisfy { session.cell(column: $0, row: row).background == color }
            }
        }

        /// Opens the second of three photos: 600 x 300 pixels, red on the left and blue on the right.
        private func viewer() async throws -> ScreenSession {
            let folder = try PictureFolder(["a.png", "c.png"])
            let wide = PNGFile.bytes(width: 600, height: 300, left: (250, 10, 10), right: (10, 10, 250))
            try folder.write(wide, at: Array("b wide.png".utf8))
            let session = try ScreenSession([folder.path + "/b wide.png"], keeping: [folder])
            try await session.wait(for: "2/3")
            try await session.wait(until: "the photo is shown") { $0.paintedCells > 80 }
            try await session.waitUntilIdle()
            return session
        }
    }
}
