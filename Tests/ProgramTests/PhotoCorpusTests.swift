import Testing

extension ProgramTests {
    @Suite("Photo corpus", .enabled(if: Corpus.folder != nil, "TINTYPE_CORPUS is not set"))
    struct PhotoCorpus {
        @Test(
            "A known but unsupported format is named",
            arguments: [
                ("SVG/logo.svg", "SVG"), ("Other/8x4x8bit-Grayscale.psd", "PSD"), ("Other/Icon (1).ico", "ICO"),
                ("Other/POOL_4.TGA", "TGA"), ("Other/balloon.jp2", "JPEG 2000"),
            ])
        func unsupportedFormat(file: String, name: String) async throws {
            let corpus = try #require(Corpus.folder)
            let session = try ScreenSession(["\(corpus)/photos/Formats/\(file)"])
            try await session.wait(for: "\(name) is not supported")
        }

        @Test("A photo looks the same in every EXIF orientation", arguments: 1...8)
        func orientation(value: Int) async throws {
            let upright = try await landscape(0)
            let turned = try await landscape(value)
            // Each sample was recompressed after rotation, so colors are only approximately equal.
            let differences = zip(upright, turned).map { abs($0 - $1) }
            #expect(upright.count == turned.count)
            #expect(differences.reduce(0, +) / differences.count < 6)
        }

        /// Returns the brightness of each cell of the viewer.
        private func landscape(_ orientation: Int) async throws -> [Int] {
            let corpus = try #require(Corpus.folder)
            let path = "\(corpus)/photos/Orientation - landscape/Landscape_\(orientation).jpg"
            let session = try ScreenSession([path], size: (60, 20))
            try await session.wait(for: "fit  \(orientation + 1)/9")
            try await session.waitUntilIdle()
            return session.cells.map { cell in
                guard case .rgb(let red, let green, let blue) = cell.background else { return 0 }
                return (Int(red) + Int(green) + Int(blue)) / 3
            }
        }
    }
}
