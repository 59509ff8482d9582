import Albums
import Basics
import CFileShims
import Glibc

/// A snapshot of the XMP of a sidecar file or a JPEG; the file is replaced only if it has not changed since.
struct XMPFile {
    /// With links resolved.
    let path: [UInt8]
    /// The XMP packet; empty for a missing sidecar, and for a picture without XMP.
    let bytes: [UInt8]
    /// Nil for a missing file.
    let version: FileVersion?
    /// Nil for a missing file.
    private let stamp: Stamp?
    /// Nil for a sidecar.
    private let picture: PictureWithXMP?

    static let temporaryPrefix = ".tintype-xmp-"
    static let temporarySuffix = ".part"
    /// The limit of the reader of XMP.
    private static let maxBytes = 1 << 20

    /// A version of a file. Contents are compared, too, because a program may change a file twice within the precision
    /// of its times.
    private struct Stamp: Equatable {
        let file: FileNode
        let size: off_t
        let modified: [Int]
        let changed: [Int]
        /// Whether any later change gets another time, even on file systems that count in steps of two seconds.
        let isSettled: Bool

        init(_ status: stat) {
            file = FileNode(status)
            size = status.st_size
            modified = [status.st_mtim.tv_sec, status.st_mtim.tv_nsec]
            changed = [status.st_ctim.tv_sec, status.st_ctim.tv_nsec]
            isSettled = max(status.st_mtim.tv_sec, status.st_ctim.tv_sec) < time(nil) - 2
        }

        /// Whether the contents of two versions have the same size and time.
        func hasSameTime(as other: Stamp) -> Bool {
            (file, size, modified) == (other.file, other.size, other.modified)
        }

        static func == (one: Stamp, other: Stamp) -> Bool {
            one.hasSameTime(as: other) && one.changed == other.changed
        }
    }

    /// Reads a file, following links. A missing sidecar counts as empty.
    /// - Throws: the reason why the file must not change.
    init(reading path: [UInt8], _ container: XMPContainer = .sidecar) throws(SidecarFailure) {
        self.path = try Self.withoutLinks(path)
        guard let (descriptor, status) = try Self.open(self.path) else {
            guard container == .sidecar else { throw .ofError(ENOENT) }
            (bytes, version, stamp, picture) = ([], nil, nil, nil)
            return
        }
        defer { close(descriptor) }
        version = FileVersion(status)
        try Self.check(descriptor, status, container)
        if container == .picture {
            let picture = try PictureWithXMP(descriptor, size: Count(status.st_size).value)
            (bytes, stamp, self.picture) = (picture.packet, Stamp(status), picture)
            return
        }
        picture = nil
        guard let contents = try? SmallFile.contents(of: descriptor, atMost: Self.maxBytes) else { throw .ofLastCall() }
        bytes = contents.bytes
        stamp = Stamp(status)
    }

    private static func withoutLinks(_ path: [UInt8]) throws(SidecarFailure) -> [UInt8] {
        var status = stat()
        guard path.withCPath({ lstat($0, &status) }) == 0, status.st_mode & S_IFMT == S_IFLNK else { return path }
        let target = CanonicalPath.resolve(path)
        // Other programs find no file at the end of a dangling link, so reject it.
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
    private static func check(
        _ descriptor: Int32, _ status: stat, _ container: XMPContainer
    ) throws(SidecarFailure) {
        guard status.st_size <= maxBytes || container == .picture else { throw .tooLarge }
        // Other hard links would keep the old picture.
        guard status.st_nlink <= 1 || container == .sidecar else { throw .hasOtherNames }
        // Only the owner and root can give the new file the same owner.
        guard [status.st_uid, 0].contains(geteuid()) else { throw .foreignOwner }
        // Replacing a file doesn't need the permission to write it, but a read-only file is meant to stay.
        guard status.st_mode & 0o222 != 0 else { throw .ofError(EACCES) }
        guard faccessat(AT_FDCWD, "/proc/self/fd/\(descriptor)", W_OK, AT_EACCESS) == 0 else { throw .ofLastCall() }
        guard file_is_locked(descriptor) == 0 else { throw .locked }
    }

    /// Whether the file has been written in the last seconds, so that another program may not be done.
    func wasWritten(inLast seconds: Int) -> Bool {
        let now = time(nil)
        return stamp.map { (now - seconds...now + seconds).contains($0.modified[0]) } ?? false
    }

    /// The ratings and orientation in EXIF by tag; empty without any.
    var exifValues: [Int: Int] { picture?.exifNumbers?.values ?? [:] }

    /// Returns the EXIF ratings, with new values for those that exist.
    func exifValues(with new: [Int: Int]) -> [Int: Int] {
        exifValues.merging(new.filter { exifValues[$0.key] != nil }) { $1 }
    }

    /// Whether the file exists without contents.
    var isEmptyFile: Bool { stamp != nil && bytes.isEmpty && picture == nil }

    /// Writes this file with a new packet to a temporary file beside it, with the same owner, permissions and
    /// attributes.
    ///
    /// - Parameters:
    ///   - exifValues: the new ratings and orientation in EXIF, by tag.
    ///   - isFormer: whether to restore a packet that the file had before, without new padding.
    ///   - keepsTime: whether to preserve a picture's modification time except for a microsecond, without which indexes
    ///     would miss the change: padding also preserves the size.
    func replacement(
        _ new: [UInt8], exifValues: [Int: Int] = [:], isFormer: Bool = false, keepsTime: Bool = false
    ) throws(SidecarFailure) -> Replacement {
        guard let stamp else {
            let replacement = try Replacement(of: path)
            try replacement.write(new)
            return replacement
        }
        guard let (old, status) = try Self.open(path) else { throw .keepsChanging }
        defer { close(old) }
        guard Stamp(status) == stamp else { throw .keepsChanging }
        let change = try picture?.change(to: new, exifValues: exifValues, isFormer: isFormer, in: old)
        let replacement = try Replacement(of: path, change)
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
        if let picture, let change {
            try picture.write(change, from: old, to: replacement.descriptor)
            if keepsTime { replacement.times = [status.st_atim, status.st_mtim.nextMicrosecond] }
            file_start_writing(replacement.descriptor)
        } else {
            try replacement.write(new)
        }
        return replacement
    }

    /// Whether an open file still has the contents that were read.
    private func hasSameContents(_ file: Int32, _ replacement: Replacement) -> Bool {
        guard let picture, let change = replacement.change else { return hasSameBytes(file) }
        var status = stat()
        guard let stamp, fstat(file, &status) == 0, Stamp(status).hasSameTime(as: stamp) else { return false }
        // Comparing whole pictures takes much longer.
        if stamp.isSettled { return true }
        return (try? picture.isSame(file, as: change, in: replacement.descriptor)) == true
    }

    /// Whether an open sidecar still has the bytes that were read.
    private func hasSameBytes(_ file: Int32) -> Bool {
        guard lseek(file, 0, SEEK_SET) == 0 else { return false }
        return (try? SmallFile.contents(of: file, atMost: Self.maxBytes))?.bytes == bytes
    }

    /// Removes this sidecar. Returns false if it has changed since it was read, and stays.
    ///
    /// Sync the folder afterwards.
    /// - Parameter onChecked: called when the file has been found unchanged.
    func remove(onChecked: () -> Void = {}) throws(SidecarFailure) -> Bool {
        guard let stamp, let (file, status) = try Self.open(path) else { return false }
        defer { close(file) }
        guard Stamp(status) == stamp else { return false }
        try Self.check(file, status, .sidecar)
        guard hasSameBytes(file) else { return false }
        onChecked()
        let hidden = Self.temporaryPath(besides: path)
        guard ExclusiveRename().rename(path, to: hidden) else {
            if errno == ENOENT { return false }
            throw .ofLastCall()
        }
        // If another program wrote just before, its file gets its name back, unless that name is taken again.
        guard Self.isName(hidden, of: file), hasSameBytes(file) else {
            _ = ExclusiveRename().rename(hidden, to: path)
            return false
        }
        guard hidden.withCPath({ unlink($0) }) == 0 else {
            let failure = SidecarFailure.ofLastCall()
            _ = ExclusiveRename().rename(hidden, to: path)
            throw failure
        }
        return true
    }

    /// Returns an unused path in the folder of a file.
    private static func temporaryPath(besides file: [UInt8]) -> [UInt8] {
        let name = "\(temporaryPrefix)\(String(UInt64.random(in: 0 ... .max), radix: 36))\(temporarySuffix)"
        return file.folder + [UInt8(ascii: "/")] + name.utf8
    }

    /// Whether a path is that of an open file.
    private static func isName(_ path: [UInt8], of file: Int32) -> Bool {
        var (named, opened) = (stat(), stat())
        return path.withCPath({ lstat($0, &named) }) == 0 && fstat(file, &opened) == 0
            && FileNode(named) == FileNode(opened)
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
        try Self.check(old, status, picture == nil ? .sidecar : .picture)
        guard hasSameContents(old, replacement) else { return false }
        // Only while the folder is locked: unfinished files with old times are removed otherwise.
        if let times = replacement.times, futimens(replacement.descriptor, times) != 0 { throw .ofLastCall() }
        onChecked()
        if replacement.exchange(with: path) {
            // If another program wrote just before, its file gets its name back. Otherwise the old file is removed with
            // its temporary name.
            if replacement.isName(of: old), hasSameContents(old, replacement) { return true }
            _ = replacement.exchange(with: path)
            // The program has written once more: the latest file gets the name.
            if !replacement.isOwn { _ = replacement.move(to: path) }
            return false
        }
        guard replacement.move(to: path) else { throw .ofLastCall() }
        return true
    }

    /// Restores this file's contents after it was replaced or removed. Returns false on failure, or if another program
    /// has changed the file since.
    ///
    /// Sync the folder afterwards.
    /// - Parameter replacement: nil if the file was removed.
    func takeBack(_ replacement: Replacement?) -> Bool {
        if let replacement {
            guard Self.isName(path, of: replacement.descriptor) else { return false }
            if stamp == nil { return Self.remove(path, of: replacement.descriptor) }
            if !replacement.isPublished {
                // The old file has the temporary name.
                guard replacement.exchange(with: path) else { return false }
                if replacement.isOwn { return true }
                _ = replacement.exchange(with: path)
                return false
            }
        }
        do {
            let current = try XMPFile(reading: path, picture == nil ? .sidecar : .picture)
            let former = try current.replacement(bytes, exifValues: exifValues, isFormer: true)
            try former.sync()
            return try current.publish(former)
        } catch {
            return false
        }
    }

    /// Removes an open file. Returns false if the path leads to another one.
    private static func remove(_ path: [UInt8], of file: Int32) -> Bool {
        let hidden = temporaryPath(besides: path)
        guard ExclusiveRename().rename(path, to: hidden) else { return false }
        if isName(hidden, of: file), hidden.withCPath({ unlink($0) }) == 0 { return true }
        _ = ExclusiveRename().rename(hidden, to: path)
        return false
    }

    /// The new file under its temporary name, which is removed unless it has been published.
    final class Replacement {
        fileprivate let path: [UInt8]
        fileprivate let descriptor: Int32
        /// Nil for a sidecar.
        fileprivate let change: PictureWithXMP.Change?
        /// The access and modification times to set on publishing.
        fileprivate var times: [timespec]?
        fileprivate var isPublished = false

        /// The packet of a new picture, as the file has it; nil for a sidecar.
        var packet: [UInt8]? {
            change.flatMap { _ in
                var status = stat()
                guard fstat(descriptor, &status) == 0 else { return nil }
                return try? PictureWithXMP(descriptor, size: Count(status.st_size).value).packet
            }
        }

        /// Creates an empty file in the folder of another one.
        fileprivate init(of file: [UInt8], _ change: PictureWithXMP.Change? = nil) throws(SidecarFailure) {
            self.change = change
            while true {
                let path = temporaryPath(besides: file)
                // The system applies the umask, or the folder's access list.
                let descriptor = path.withCPath { Glibc.open($0, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o666) }
                guard descriptor >= 0 else {
                    if errno == EEXIST || errno == EINTR { continue }
                    throw .ofLastCall()
                }
                (self.path, self.descriptor) = (path, descriptor)
                return
            }
        }

        fileprivate func write(_ bytes: [UInt8]) throws(SidecarFailure) {
            guard bytes.withUnsafeBytes({ SmallFile.writeAll($0, to: descriptor) }) else { throw .ofLastCall() }
            file_start_writing(descriptor)
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

        /// The version of the file; nil if that is unknown.
        var version: FileVersion? {
            var status = stat()
            return fstat(descriptor, &status) == 0 ? FileVersion(status) : nil
        }

        /// Whether the temporary name is that of the new file.
        fileprivate var isOwn: Bool { isName(of: descriptor) }

        /// Whether the temporary name is that of an open file.
        fileprivate func isName(of file: Int32) -> Bool { XMPFile.isName(path, of: file) }

        /// Waits until the contents are on the disk.
        func sync() throws(SidecarFailure) {
            guard fsync(descriptor) == 0 else { throw .ofLastCall() }
        }
    }
}

extension timespec {
    /// A time a microsecond away, in the same second.
    fileprivate var nextMicrosecond: timespec {
        timespec(tv_sec: tv_sec, tv_nsec: tv_nsec < 999_999_000 ? tv_nsec + 1000 : tv_nsec - 1000)
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
