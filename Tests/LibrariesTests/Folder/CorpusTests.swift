import Albums
import FoundationEssentials
import TestFixtures
import Testing

@testable import Libraries

@Suite("Corpus listing (TINTYPE_CORPUS)")
struct CorpusTests {
    private static let corpus = ProcessInfo.processInfo.environment["TINTYPE_CORPUS"]

    @Test("The listing matches the manifest", .requires(variable: "TINTYPE_CORPUS"))
    func manifest() async throws {
        let photos = try #require(Self.corpus) + "/photos"
        let lines = try String(contentsOfFile: photos + "/MANIFEST.tsv", encoding: .utf8).split(separator: "\n")
        let paths = lines.dropFirst().compactMap { $0.split(separator: "\t", omittingEmptySubsequences: false).first }
        let library = try FolderLibrary(path: Array(photos.utf8))
        await library.scanned()
        let albums = await library.albums(in: .everyone, matching: .everything, in: 0..<1000).items
        var listed: Set<String> = []
        for album in albums {
            for photo in try await library.photos(in: .album(album.id), matching: .everything, in: 0..<1000).items {
                guard case .file(let path) = await library.picture(of: photo) else { continue }
                listed.insert(String(path.text.dropFirst(library.address.count + 1)))
            }
        }
        #expect(listed == Set(paths.map(String.init)))
        let folders = Set(paths.map { $0.split(separator: "/").dropLast().joined(separator: "/") })
        #expect(Set(albums.map(\.title)) == folders)
    }
}
