import Albums
import Basics
import Glibc

/// A regular file opened for reading. Never opens FIFOs, sockets or devices, because that can block or have side
/// effects.
final class PictureFile: EncodedPicture, Sendable {
    let size: Int
    /// The modification time of the content.
    let modified: timespec
    let fileVersion: IdentifiedFile
    let descriptor: Int32

    /// - Throws: `PictureFailure.notAFile`, `.empty` or `.unreadable`.
    init(path: [UInt8]) throws {
        let name = path.map(CChar.init(bitPattern:)) + [0]
        var status = stat()
        guard stat(name, &status) == 0 else { throw Self.failure() }
        guard Self.isRegular(status) else { throw PictureFailure.notAFile }
        // The path may refer to another file by now, so open it without blocking and check again.
        let opened = open(name, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
        guard opened >= 0 else { throw Self.failure() }
        guard fstat(opened, &status) == 0, Self.isRegular(status) else {
            close(opened)
            throw PictureFailure.notAFile
        }
        guard status.st_size > 0 else {
            close(opened)
            throw PictureFailure.empty
        }
        descriptor = opened
        size = Count(status.st_size).value
        modified = status.st_mtim
        fileVersion = IdentifiedFile(path: path, status)
    }

    var version: IdentifiedFile? { fileVersion }

    deinit {
        close(descriptor)
    }

    func read(_ count: Int, at offset: Int, cancellation: DecodeCancellation) throws -> FileBytes {
        try OpenFile(descriptor: descriptor, size: size).read(count, at: offset, cancellation: cancellation)
    }

    /// Has the system read the beginning of the file from the disk in the background, for `EmbeddedMetadata`.
    func prefetchHead() {
        posix_fadvise(descriptor, 0, off_t(FileWindow.firstBytes), POSIX_FADV_WILLNEED)
    }

    private static func isRegular(_ status: stat) -> Bool {
        status.st_mode & S_IFMT == S_IFREG
    }

    fileprivate static func failure() -> PictureFailure {
        .unreadable(reason: String(cString: strerror(errno)))
    }
}

/// A file that another object or process has opened.
struct OpenFile: EncodedPicture {
    let descriptor: Int32
    let size: Int
    var version: IdentifiedFile? { nil }

    /// Reads up to `count` bytes from `offset`; fewer at the end of the file.
    func read(_ count: Int, at offset: Int, cancellation: DecodeCancellation) throws -> FileBytes {
        try FileBytes(capacity: min(count, max(0, size - offset))) { target in
            var done = 0
            while done < target.count {
                try cancellation.checkCancellation()
                let part = UnsafeMutableRawBufferPointer(rebasing: target[done..<min(target.count, done + Self.step)])
                let readCount = pread(descriptor, part.baseAddress, part.count, off_t(offset + done))
                if readCount < 0 && errno == EINTR { continue }
                guard readCount >= 0 else { throw PictureFile.failure() }
                if readCount == 0 { break }
                done += readCount
            }
            return done
        }
    }

    func mapped() -> FileBytes? {
        // A file that has become shorter has no bytes there. Workers may call lseek, but not stat.
        guard lseek(descriptor, 0, SEEK_END) >= size else { return nil }
        return FileBytes(mapping: descriptor, count: size)
    }

    /// The number of bytes read between checks for cancellation.
    private static let step = 4 << 20
}

extension IdentifiedFile {
    init(path: [UInt8], _ status: stat) {
        self.init(path: path, identity: FileIdentity(status))
    }

    /// The file as the origin of a cached thumbnail.
    var origin: ThumbnailOrigin {
        let (seconds, nanoseconds) = identity.modified.quotientAndRemainder(dividingBy: 1_000_000_000)
        // Before 1970, too, the nanoseconds follow the second.
        return ThumbnailOrigin(path: path, modified: nanoseconds < 0 ? seconds - 1 : seconds, bytes: identity.bytes)
    }

    /// Whether the file is unchanged. Blocks.
    var isCurrent: Bool {
        var status = stat()
        return path.withCPath { stat($0, &status) } == 0 && FileIdentity(status) == identity
    }
}
