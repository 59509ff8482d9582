import Albums
import Foundation
import Pictures
import Testing

@Suite("Originals")
struct OriginalPictureTests {
    @Test("Of a file it is the file, with the ending of its content")
    func file() async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: file) }
        let bytes: [UInt8] = [0xFF, 0xD8, 0xFF, 1, 2, 3]
        try Data(bytes).write(to: file)
        let original = try await OriginalPicture(of: .file(path: Array(file.path.utf8))) { _ in }
        #expect(original.bytes == bytes && original.fileExtension == "jpg")
    }

    @Test("Of a service it is fetched as its author made it, and not in a size to be shown")
    func remote() async throws {
        let source = PictureSource.remote(
            RemotePicture(width: nil, height: nil) { _, _ in
                [0]
            } fetchOriginal: { onProgress in
                onProgress(TransferProgress(received: 3, expected: 3))
                return [1, 2, 3]
            })
        try await confirmation { isTold in
            let original = try await OriginalPicture(of: source) { _ in isTold() }
            #expect(original.bytes == [1, 2, 3] && original.fileExtension == nil)
        }
    }

    @Test("What the program paints has none")
    func painting() async {
        let source = PictureSource.painting(Painting(width: 1, height: 1) { _, _, _ in [0, 0, 0, 255] })
        await #expect(throws: PictureFailure.self) { try await OriginalPicture(of: source) { _ in } }
    }
}
