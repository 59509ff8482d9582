import Testing

extension ProgramTests {
    @Suite("Viewer")
    struct Viewer {
        private static let red = EmulatedCell.Color.rgb(red: 250, green: 10, blue: 10)
        private static let blue = EmulatedCell.Color.rgb(red: 10, green: 10, blue: 250)

        @Test(
            "A photo fills the terminal, with its title and position below", arguments: [(120, 40), (80, 24), (40, 12)])
        func fit(columns: Int, rows: Int) async throws {
            let session = try await viewer(size: (columns, rows))
            #expect(session.row(rows - 1).contains("b wide"))
            #expect(session.row(rows - 1).contains("2/3"))
            #expect(session.cell(column: 1, row: rows / 2).background == Self.red)
            #expect(session.cell(column: columns - 2, row: rows / 2).background == Self.blue)
        }

        @Test("A photo can be opened and left during the zoom transition, and every key counts")
        func flight() async throws {
            let folder = try PictureFolder(["a.png", "b.png", "c.png"])
            let session = try ScreenSession([folder.path])
            try await session.openAlbum()
            try await session.wait(until: "thumbnails are shown") { $0.paintedCells > 100 }
            for position in 1...3 {
                session.press(.enter)
                try await session.wait(for: "fit  \(position)/3")
                session.type("q\rq")
                session.press(.right)
                try await session.wait(until: "the next photo is selected") {
                    $0.row(0).hasSuffix("\(min(3, position + 1))/3")
                }
            }
        }

        @Test("c hides the caption and gives its line to the photo")
        func caption() async throws {
            let session = try await viewer()
            session.type("c")
            try await session.wait(forNo: "b wide")
            session.type("c")
            try await session.wait(for: "b wide")
        }

        @Test("In a zoomed photo the arrows pan up to its edges")
        func pan() async throws {
            let session = try await viewer()
            session.type("1")
            try await session.wait(for: "100%")
            session.press(.left, times: 30)
            try await session.wait(until: "only the left half is seen") { everyCell(of: $0, is: Self.red) }
            session.press(.right, times: 60)
            try await session.wait(until: "only the right half is seen") { everyCell(of: $0, is: Self.blue) }
            session.type("0")
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

        @Test("Zooming steps from fit to 800% and back")
        func zoom() async throws {
            let session = try await viewer()
            for _ in 0..<20 { session.type("+") }
            try await session.wait(for: "800%")
            for _ in 0..<20 { session.type("-") }
            try await session.wait(for: "fit")
        }

        @Test("Zooming keeps the position in the photo")
        func placeKept() async throws {
            let session = try await viewer()
            session.type("1")
            session.press(.right, times: 60)
            try await session.wait(until: "the right half is seen") { everyCell(of: $0, is: Self.blue) }
            session.type("++")
            try await session.wait(forNo: "100%")
            try await session.waitUntilIdle()
            #expect(everyCell(of: session, is: Self.blue))
        }

        @Test("n and p step through the matching photos and stop at the ends")
        func nextAndPrevious() async throws {
            let names = (0..<9).map { $0 % 3 == 0 ? "kept \($0)" : "other \($0)" }
            let folder = try PictureFolder(names.map { "\($0).png" })
            let session = try ScreenSession([folder.path])
            try await session.openAlbum()
            session.type("/kept\r")
            try await session.wait(for: "3 of 9")
            session.press(.enter)
            // The grid has the same titles, but not in the caption's row.
            func expectCaption(_ title: String, _ position: String) async throws {
                try await session.wait(until: "the caption shows “\(title)”") {
                    $0.row(23).contains(title) && $0.row(23).contains(position)
                }
            }
            try await expectCaption("kept 0", "1/3")
            session.type("n")
            try await expectCaption("kept 3", "2/3")
            session.type("nnn")
            try await expectCaption("kept 6", "3/3")
            session.type("p")
            try await expectCaption("kept 3", "2/3")
            session.press(.escape)
            try await session.wait(for: "/kept")
            try await session.wait(for: "3 of 9")
        }

        @Test("A photo named on the command line opens at once, in its folder")
        func namedPhoto() async throws {
            let folder = try PictureFolder(["a.png", "b.png", "c.png"])
            let session = try ScreenSession([folder.path + "/b.png"])
            try await session.wait(for: "2/3")
            session.type("n")
            try await session.wait(for: "3/3")
            session.press(.escape)
            try await session.wait(until: "c is selected in the album") { $0.row(0).contains("3/3") }
            session.press(.escape)
            try await session.wait(for: "1 album, 3 photos")
        }

        @Test(
            "A file that cannot be shown gives the reason",
            arguments: [("empty", []), ("text", Array("no picture".utf8))])
        func broken(name: String, content: [UInt8]) async throws {
            let folder = try PictureFolder()
            try folder.write(content, at: Array("\(name).jpg".utf8))
            let session = try ScreenSession([folder.path + "/\(name).jpg"])
            try await session.wait(for: "Can't show this photo")
            #expect(session.text.contains(name == "empty" ? "empty" : "not a picture"))
        }

        private func everyCell(of session: ScreenSession, is color: EmulatedCell.Color) -> Bool {
            let size = session.emulator.size
            return (0..<size.rows - 1).allSatisfy { row in
                (0..<size.columns).allSatisfy { session.cell(column: $0, row: row).background == color }
            }
        }

        /// Opens the second of three photos: 600 x 300 pixels, red on the left and blue on the right.
        private func viewer(size: (columns: Int, rows: Int) = (80, 24)) async throws -> ScreenSession {
            let folder = try PictureFolder(["a.png", "c.png"])
            let wide = PNGFile.bytes(width: 600, height: 300, left: (250, 10, 10), right: (10, 10, 250))
            try folder.write(wide, at: Array("b wide.png".utf8))
            let session = try ScreenSession([folder.path + "/b wide.png"], size: size)
            session.keptAlive.append(folder)
            try await session.wait(for: "2/3")
            try await session.wait(until: "the photo is shown") { $0.paintedCells > size.columns }
            try await session.waitUntilIdle()
            return session
        }
    }
}
