import Albums
import Basics
import Foundation
import Pictures
import Testing

@Suite("Originals")
struct OriginalPictureTests {
    @Test("The original of a file is the file itself, with the extension of its content")
    func file() async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: file) }
        let bytes: [UInt8] = [0xFF, 0xD8, 0xFF, 1, 2, 3]
        try Data(bytes).write(to: file)
        let original = try await OriginalPicture(of: .file(path: Array(file.path.utf8))) { _ in }
        #expect(try original.bytes == bytes && original.fileExtensions.first == "jpg")
    }

    @Test("The original of a remote photo is fetched unscaled")
    func remote() async throws {
        let source = PictureSource.remote(
            RemotePicture(size: nil) { _, _ in
                FetchedBytes([0])
            } fetchOriginal: { onProgress in
                onProgress(TransferProgress(received: 3, expected: 3))
                return [0xFF, 0xD8, 3]
            })
        try await confirmation { isTold in
            let original = try await OriginalPicture(of: source) { _ in isTold() }
            #expect(try original.bytes == [0xFF, 0xD8, 3] && original.fileExtensions.first == "jpg")
        }
    }

    @Test("A generated painting has no original")
    func painting() async {
        let source = PictureSource.generated(
            GeneratedPicture(width: 1, height: 1) { _, _, _ in { _ in [0, 0, 0, 255] } })
        await #expect(throws: PictureFailure.self) { try await OriginalPicture(of: source) { _ in } }
    }

    @Test(
        "The extension follows the content and keeps the case and spelling of the file's own",
        arguments: [
            ("x.JPEG", "JPEG"), ("x.jpg.png", "jpg"), ("at 10.20.30", "jpg"), ("x", "jpg"), ("install.sh", "jpg"),
        ])
    func endings(name: String, ending: String) async throws {
        #expect(try await fileExtension(of: [0xFF, 0xD8, 0xFF, 1], named: name) == ending)
    }

    @Test(
        "Raw files and videos keep their own extension",
        arguments: [
            ("a.NEF", [0x4D, 0x4D, 0, 42], "NEF"), ("a.xyz", [0x4D, 0x4D, 0, 42], "tiff"),
            ("a.mp4", [0, 1, 2, 3], "mp4"),
            ("clip", [0, 1, 2, 3], nil),
        ] as [(String, [UInt8], String?)])
    func ownEndings(name: String, bytes: [UInt8], ending: String?) async throws {
        #expect(try await fileExtension(of: bytes, named: name) == ending)
    }

    @Test("The original of a remote video has the extension of its container")
    func remoteVideo() async throws {
        let bytes = [0, 0, 0, 16] + Array("ftypisom".utf8) + [0, 0, 0, 0, 0, 0, 0, 8] + Array("mdat".utf8)
        let source = PictureSource.remote(
            RemotePicture(size: nil, fetch: { _, _ in FetchedBytes([]) }, fetchOriginal: { _ in bytes }))
        let original = try await OriginalPicture(of: source) { _ in }
        #expect(try original.bytes == bytes && original.fileExtensions.first == "mp4")
    }

    @Test(
        "Remote content that is not a picture cannot be saved",
        arguments: ["#!/bin/sh", "[Desktop Entry]", "<html>"])
    func noPhoto(text: String) async {
        let source = PictureSource.remote(
            RemotePicture(
                size: nil, fetch: { _, _ in FetchedBytes([]) }, fetchOriginal: { _ in Array(text.utf8) }))
        await #expect(throws: PictureFailure.unknownFormat) { try await OriginalPicture(of: source) { _ in } }
    }

    @Test("A file is read in chunks")
    func parts() async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: file) }
        let bytes = [UInt8](repeating: 7, count: 9 << 20)
        try Data(bytes).write(to: file)
        let original = try await OriginalPicture(of: .file(path: Array(file.path.utf8))) { _ in }
        var counts: [Int] = []
        try original.read { counts.append($0.count) }
        #expect(original.size == bytes.count && counts.reduce(0, +) == bytes.count && counts.count > 1)
    }

    private func fileExtension(of bytes: [UInt8], named name: String) async throws -> String? {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.path + "/" + name
        try Data(bytes).write(to: URL(filePath: path))
        let source = PictureSource.file(path: Array(path.utf8))
        let original = try await OriginalPicture(of: source) { _ in }
        #expect(OriginalPicture.fileExtension(of: source) == original.fileExtensions.first)
        return original.fileExtensions.first
    }
}

extension OriginalPicture {
    fileprivate var bytes: [UInt8] {
        get throws {
            var bytes: [UInt8] = []
            try read { bytes += $0 }
            return bytes
        }
    }
}
