import Testing

extension ProgramTests {
    @Suite("Photo corpus", .enabled(if: Corpus.folder != nil, "TINTYPE_CORPUS is not set"))
    struct PhotoCorpus {
        @Test("A known but unsupported format is named")
        func unsupportedFormat() async throws {
            let corpus = try #require(Corpus.folder)
            let session = try ScreenSession(["\(corpus)/photos/Formats/Other/balloon.jp2"])
            try await session.wait(for: "JPEG 2000 is not supported")
        }
    }
}
