import Albums
import Basics
import CFileShims
import Glibc

/// The contents of a sidecar file at one moment, to be replaced if they are still the same.
struct SidecarFile {
    /// Of the file itself, not of a link to it.
    let path: [UInt8]
    /// Empty for a missing file.
    let bytes: [UInt8]
    /// Nil for a missing file.
    private let stamp: Stamp?

    static let temporaryPrefix = ".tintype-xmp-"
    static let temporarySuffix = ".part"
    /// The reader of XMP accepts no more.
    private static let maxBytes = 1 << 20

    /// A version of a file. A program may change a file twice within the precision of its times, so contents are compared,
    /// too.
    private struct Stamp: Equatable {
        let file: FileIdentity
        let size: off_t
        let modified: [Int]
        let changed: [Int]

        init(_ status: stat) {
            file = FileIdentity(status)
            size = status.st_size
            modified = [status.st_mtim.tv_sec, status.st_mtim.tv_nsec]
            changed = [status.st_ctim.tv_sec, status.st_ctim.tv_nsec]
        }
    }

    /// Reads a sidecar, or the file that a link leads to. A missing one is as if it were empty.
    /// - Throws: the reason why the sidecar must stay as it is.
    init(reading path: [UInt8]) throws(SidecarFailure) {
        self.path = try Self.withoutLinks(path)
        guard let (descriptor, status) = try Self.open(self.path) else {
            (bytes, stamp) = ([], nil)
            return
        }
        defer { close(descriptor) }
        try Self.check(descriptor, status)
        guard let contents = try? SmallFile.contents(of: descriptor, atMost: Self.maxBytes) else { throw .ofLastCall() }
        bytes = contents.bytes
        stamp = Stamp(status)
    }

    private static func withoutLinks(_ path: [UInt8]) throws(SidecarFailure) -> [UInt8] {
        var status = stat()
        guard path.withCPath({ lstat($0, &status) }) == 0, status.st_mode & S_IFMT == S_IFLNK else { return path }
        let target = CanonicalPath.resolve(path)
        // Another program would find no file at the end of a dangling link, and neither does this one.
        guard target.withCPath({ lstat($0, &status) }) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw .notAFile
        }
        return target
    }

    /// Opens a regular file; nil if there is none.
    private static func open(_ path: [UInt8]) throws(SidecarFailure) -> (descriptor: Int32, status: stat)? {
        var status = stat()
        // Opening a device may have effects.
        guard path.withCPath({ lstat($0, &status) }) == 0 else {
            if errno == ENOENT { return nil }
            throw .ofLastCall()
        }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile }
        let descriptor = path.withCPath { Glibc.open($0, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC) }
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw errno == ELOOP ? .notAFile : .ofLastCall()
        }
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw .notAFile
        }
        return (descriptor, status)
    }

    /// Throws if a file must not be replaced.
    private static func check(_ descriptor: Int32, _ status: stat) throws(SidecarFailure) {
        guard status.st_size <= maxBytes else { throw .tooLarge }
        // Root can give the new file to the same user.
        guard [status.st_uid, 0].contains(geteuid()) else { throw .foreignOwner }
        // A file can be replaced without the permission to write it, but whoever took that permission away meant to keep it.
        guard status.st_mode & 0o222 != 0 else { throw .ofError(EACCES) }
        guard faccessat(AT_FDCWD, "/proc/self/fd/\(descriptor)", W_OK, AT_EACCESS) == 0 else { throw .ofLastCall() }
        guard file_is_locked(descriptor) == 0 else { throw .locked }
    }

    /// Whether the file has been written in the last seconds, so that another program may not be done.
    func wasWritten(inLast seconds: Int) -> Bool {
        let now = time(nil)
        return stamp.map { (now - seconds...now + seconds).contains($0.modified[0]) } ?? false
    }

    /// Whether the file exists without contents.
    var isEmptyFile: Bool { stamp != nil && bytes.isEmpty }

    /// Writes new contents to a temporary file beside this one, with the same owner, permissions and attributes.
    func replacement(_ new: [UInt8]) throws(SidecarFailure) -> Replacement {
        let replacement = try Replacement(of: path)
        if let stamp {
            guard let (old, status) = try Self.open(path), Stamp(status) == stamp else { throw .keepsChanging }
            defer { close(old) }
            var mine = stat()
            guard fstat(replacement.descriptor, &mine) == 0 else { throw .ofLastCall() }
            if (mine.st_uid, mine.st_gid) != (status.st_uid, status.st_gid),
                fchown(replacement.descriptor, status.st_uid, status.st_gid) != 0
            {
                throw .ofLastCall()
            }
            guard file_copy_attributes(old, replacement.descriptor) == 0,
                fchmod(replacement.descriptor, status.st_mode & 0o7777) == 0
            else { throw .ofLastCall() }
        }
        guard new.withUnsafeBytes({ SmallFile.writeAll($0, to: replacement.descriptor) }) else { throw .ofLastCall() }
        file_start_writing(replacement.descriptor)
        return replacement
    }

    /// Puts the replacement in place of this file. Returns false if the file has changed since it was read, and stays.
    ///
    /// Call `Replacement.sync` before, and sync the folder afterwards.
    /// - Parameter onChecked: called when the file has been found unchanged.
    func publish(_ replacement: Replacement, onChecked: () -> Void = {}) throws(SidecarFailure) -> Bool {
        guard let stamp else {
            guard ExclusiveRename().rename(replacement.path, to: path) else {
                if errno == EEXIST { return false }
                throw .ofLastCall()
            }
            replacement.isPublished = true
            return true
        }
        guard let (old, status) = try Self.open(path) else { return false }
        defer { close(old) }
        guard Stamp(status) == stamp else { return false }
        try Self.check(old, status)
        guard let now = try? SmallFile.contents(of: old, atMost: Self.maxBytes), now.bytes == bytes else {
            return false
        }
        onChecked()
        if replacement.exchange(with: path) {
            // Another program may have written in the moment before. Then its file gets its name back; otherwise the old
            // file is removed with its temporary name.
            if replacement.isNow(old, with: bytes) { return true }
            _ = replacement.exchange(with: path)
            // Unless the program has written once more.
            if !replacement.isOwn { _ = replacement.move(to: path) }
            return false
        }
        guard replacement.move(to: path) else { throw .ofLastCall() }
        return true
    }

    /// The new file under its temporary name, which is removed unless it has been published.
    final class Replacement {
        fileprivate let path: [UInt8]
        fileprivate let descriptor: Int32
        fileprivate var isPublished = false

        /// Creates an empty file in the folder of a sidecar.
        fileprivate init(of sidecar: [UInt8]) throws(SidecarFailure) {
            while true {
                let name = "\(temporaryPrefix)\(String(UInt64.random(in: 0 ... .max), radix: 36))\(temporarySuffix)"
                let path = sidecar.folder + [UInt8(ascii: "/")] + name.utf8
                // The system applies the umask, or the folder's access list.
                let descriptor = path.withCPath { Glibc.open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666) }
                guard descriptor >= 0 else {
                    if errno == EEXIST || errno == EINTR { continue }
                    throw .ofLastCall()
                }
                (self.path, self.descriptor) = (path, descriptor)
                return
            }
        }

        deinit {
            close(descriptor)
            if !isPublished { _ = path.withCPath { unlink($0) } }
        }

        /// Exchanges the names of this and another file. Returns false if the file system can't.
        fileprivate func exchange(with other: [UInt8]) -> Bool {
            path.withCPath { path in other.withCPath { file_exchange(path, $0) } } == 0
        }

        /// Returns false with `errno` set on failure.
        fileprivate func move(to name: [UInt8]) -> Bool {
            isPublished = path.withCPath { path in name.withCPath { rename(path, $0) } } == 0
            return isPublished
        }

        /// Whether the temporary name is that of an open file with these contents.
        fileprivate func isNow(_ file: Int32, with bytes: [UInt8]) -> Bool {
            guard isName(of: file), lseek(file, 0, SEEK_SET) == 0 else { return false }
            return (try? SmallFile.contents(of: file, atMost: maxBytes))?.bytes == bytes
        }

        /// Whether the temporary name is that of the new file.
        fileprivate var isOwn: Bool { isName(of: descriptor) }

        private func isName(of file: Int32) -> Bool {
            var (named, opened) = (stat(), stat())
            return path.withCPath({ lstat($0, &named) }) == 0 && fstat(file, &opened) == 0
                && FileIdentity(named) == FileIdentity(opened)
        }

        /// Waits until the contents are on the disk.
        func sync() throws(SidecarFailure) {
            guard fsync(descriptor) == 0 else { throw .ofLastCall() }
        }
    }
}

extension [UInt8] {
    /// The path of the folder that contains a file.
    var folder: [UInt8] {
        guard let slash = lastIndex(of: UInt8(ascii: "/")) else { return [UInt8(ascii: ".")] }
        return slash == 0 ? [UInt8(ascii: "/")] : Array(self[..<slash])
    }
}

extension SidecarFailure {
    fileprivate static func ofError(_ error: Int32) -> SidecarFailure {
        .unwritable(reason: String(cString: strerror(error)))
    }

    /// Returns the failure of the system call that has just set `errno`.
    static func ofLastCall() -> SidecarFailure { ofError(errno) }
}
