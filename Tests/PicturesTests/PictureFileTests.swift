import Albums
import Glibc
import Testing

@testable import Pictures

@Suite("Picture files")
struct PictureFileTests {
    private let files = TemporaryFiles()

    private func failure(path: String) -> PictureFailure? {
        #expect(throws: PictureFailure.self) { try PictureFile(path: Array(path.utf8)) }
    }

    @Test("Opening a FIFO fails without blocking", .timeLimit(.minutes(60)))
    func fifo() {
        let path = files.path(of: [])
        unlink(TemporaryFiles.name(path))
        mkfifo(TemporaryFiles.name(path), 0o600)
        #expect(throws: PictureFailure.notAFile) { try PictureFile(path: path) }
    }

    @Test("A mapped file isn't copied, and a file that has become shorter isn't mapped")
    func mapped() throws {
        let path = files.path(of: Array(repeating: 1, count: 3 * 4096))
        let picture = try PictureFile(path: path)
        let file = OpenFile(descriptor: picture.descriptor, size: picture.size)
        let mapped = try #require(file.mapped())
        #expect(mapped.count == 3 * 4096 && mapped.bytes.allSatisfy { $0 == 1 })
        let descriptor = open(TemporaryFiles.name(path), O_WRONLY)
        defer { close(descriptor) }
        try #require(pwrite(descriptor, [2], 1, 5000) == 1)
        #expect(mapped.bytes[5000] == 2)
        try #require(ftruncate(descriptor, 4096) == 0)
        #expect(file.mapped() == nil)
        withExtendedLifetime(picture) {}
    }

    @Test("Devices and folders are refused")
    func kinds() {
        #expect(failure(path: "/dev/zero") == .notAFile)
        #expect(failure(path: "/") == .notAFile)
    }

    @Test("A missing file fails with the system's error message")
    func missing() {
        #expect(failure(path: "/nowhere/x.jpg") == .unreadable(reason: "No such file or directory"))
    }

    @Test("An empty file is reported as empty")
    func empty() {
        #expect(throws: PictureFailure.empty) { try PictureFile(path: files.path(of: [])) }
    }

    @Test("A sparse file of a terabyte is refused by its first bytes or its size", .timeLimit(.minutes(60)))
    func sparse() throws {
        for (head, expected) in [
            ([0, 0], PictureFailure.unknownFormat), ([0xFF, 0xD8] as [UInt8], .fileTooLarge(maxBytes: 256 << 20)),
        ] {
            let path = files.path(of: head)
            // Not every file system supports files of this size.
            guard truncate(TemporaryFiles.name(path), 1 << 40) == 0 else { continue }
            let context = DecodeContext(
                limits: .default, seconds: 1, memory: MemoryBudget(capacity: 1 << 20),
                cancellation: DecodeCancellation())
            #expect(throws: expected) { try OpenedPicture(.file(path: path), in: context) }
        }
    }

    @Test("The original of a terabyte file is not read into memory", .timeLimit(.minutes(60)))
    func sparseOriginal() async throws {
        let path = files.path(of: [0xFF, 0xD8])
        guard truncate(TemporaryFiles.name(path), 1 << 40) == 0 else { return }
        let original = try await OriginalPicture(of: .file(path: path)) { _ in }
        #expect(original.size == 1 << 40)
        var read = 0
        #expect(throws: CancellationError.self) {
            try original.read { bytes in
                read += bytes.count
                throw CancellationError()
            }
        }
        #expect(read < 1 << 30)
    }

    @Test("A picture is recognized by its content")
    func format() throws {
        try EncodedSource.file(path: files.path(of: [0xFF, 0xD8])).checkFormat()
        #expect(throws: PictureFailure.unknownFormat) {
            try EncodedSource.file(path: files.path(of: Array("root:x:0:0".utf8))).checkFormat()
        }
        #expect(throws: PictureFailure.unsupportedFormat("PSD")) {
            try EncodedSource.file(path: files.path(of: Array("8BPS".utf8))).checkFormat()
        }
    }

    @Test("A file name that is not UTF-8 can be opened")
    func name() throws {
        let target = files.path(of: [1, 2, 3])
        let path = target + [0xFF]
        files.link(path, to: target)
        #expect(try PictureFile(path: path).size == 3)
    }

    @Test("A read beyond the end returns the available bytes")
    func end() throws {
        let file = try PictureFile(path: files.path(of: [1, 2, 3, 4]))
        let bytes = try file.read(100, at: 1, cancellation: DecodeCancellation())
        #expect(Array(bytes.bytes) == [2, 3, 4])
    }
}
