import Basics
import Foundation
import Glibc
import TestFixtures
import Testing

@testable import Storage

@Suite("Hashes of contents")
struct ContentHashTests {
    private let folder: TemporaryFolder
    private let index: PhotoIndex

    init() throws {
        folder = try TemporaryFolder()
        index = PhotoIndex(folder: folder.path + "/cache")
    }

    private func path(_ name: String) -> [UInt8] { Array("\(folder.path)/\(name)".utf8) }

    private func key(_ name: String) throws -> FileIdentity { try #require(FileIdentity(at: path(name))) }

    private func write(_ bytes: [UInt8], to name: String) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: "\(folder.path)/\(name)"))
    }

    @Test(
        "The hash of a file is that of its bytes, whatever its length",
        arguments: [0, 1, 55, 64, 119, 1 << 20, 1 << 20 + 1, 3 << 20 - 9])
    func lengths(count: Int) throws {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
        try write(bytes, to: "a.jpg")
        #expect(SHA256.hash(ofFileAt: path("a.jpg"), cancellation: CancellationFlag()) == SHA256.hash(bytes))
    }

    @Test("Hashes are remembered, also by the next run, until the file changes")
    func remembered() throws {
        try write([1, 2, 3], to: "a.jpg")
        let old = try key("a.jpg")
        let hash = index.hash(of: path("a.jpg"), old, cancellation: CancellationFlag())
        let sample = index.sample(of: path("a.jpg"), old)
        #expect(hash == SHA256.hash([1, 2, 3]) && sample != nil)
        // Another path can't be read, so the hash is that of the index.
        let next = PhotoIndex(folder: folder.path + "/cache")
        #expect(next.hash(of: path("gone.jpg"), old, cancellation: CancellationFlag()) == hash)
        #expect(next.sample(of: path("gone.jpg"), old) == sample)
        try write([1, 2, 3, 4], to: "a.jpg")
        let new = try key("a.jpg")
        #expect(next.hash(of: path("a.jpg"), new, cancellation: CancellationFlag()) == SHA256.hash([1, 2, 3, 4]))
        #expect(next.sample(of: path("gone.jpg"), new) == nil)
        #expect(next.hash(of: path("gone.jpg"), old, cancellation: CancellationFlag()) == nil)
        _ = next.clear()
        #expect(next.hash(of: path("gone.jpg"), new, cancellation: CancellationFlag()) == nil)
    }

    @Test("A file that has changed since, is missing, a folder or a FIFO has no hash, and neither has a cancelled one")
    func refused() throws {
        try write([1, 2, 3], to: "a.jpg")
        let key = try key("a.jpg")
        let cancelled = CancellationFlag()
        cancelled.cancel()
        #expect(index.hash(of: path("a.jpg"), key, cancellation: cancelled) == nil)
        try write([1, 2, 3, 4], to: "a.jpg")
        #expect(index.hash(of: path("a.jpg"), key, cancellation: CancellationFlag()) == nil)
        mkfifo("\(folder.path)/pipe.jpg", 0o600)
        for name in ["missing", "", "pipe.jpg"] {
            #expect(SHA256.hash(ofFileAt: path(name), cancellation: CancellationFlag()) == nil)
        }
    }

    @Test("Without a writable folder, files are hashed each time")
    func unwritable() throws {
        try write([1, 2, 3], to: "a.jpg")
        let index = PhotoIndex(folder: "/proc/nowhere")
        #expect(
            index.hash(of: path("a.jpg"), try key("a.jpg"), cancellation: CancellationFlag()) == SHA256.hash([1, 2, 3]))
    }
}
