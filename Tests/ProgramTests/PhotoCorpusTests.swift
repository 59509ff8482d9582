import TestFixtures
import Testing

extension ProgramTests {
    @Suite("Photo corpus", .requires(variable: "TINTYPE_CORPUS"))
    struct PhotoCorpus {
        @Test("A known but unsupported format is named")
        func unsupportedFormat() async throws {
            let corpus = try #require(Corpus.folder)
            let session = try ScreenSession(["\(corpus)/photos/Formats/Other/balloon.jp2"])
            try await session.wait(for: "JPEG 2000 is not supported")
        }
    }
}
