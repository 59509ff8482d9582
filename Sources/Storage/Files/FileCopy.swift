import Albums
import CFileShims
import Glibc

/// A copy of a file in another folder or file system, made in three steps: written under a temporary name, synced, and
/// renamed. Many copies are written first and then synced together, so that the disk's cache is flushed only once.
///
/// The temporary file is removed on deinit unless the copy was published.
final class FileCopy {
    private let source: FilePlace
    private let version: FileVersion
    private let target: FilePlace
    private let temporary: FilePlace
    private let keepsOwner: Bool
    /// Returns the contents of a copy that isn't exact.
    private let contents: (() throws -> [UInt8])?
    private let progress: FileProgress
    /// The unfinished copy; -1 if it isn't a regular file.
    private var descriptor: Int32 = -1
    /// The original, open until the operation is done with it; -1 if it isn't a regular file.
    private var original: Int32 = -1
    private var hasTemporaryFile = false
    private var isSynced = false

    /// In bytes; between two chunks, the copy can be canceled.
    private static let chunk = 8 << 20
    /// Below this number, copies are synced one by one. Syncing a whole file system flushes the disk's cache only once,
    /// but also writes the data of other programs.
    private static let minSyncedTogether = 8

    /// - Parameters:
    ///   - version: the expected version of the file.
    ///   - temporaryName: the name of the unfinished copy in the target's folder.
    ///   - keepsOwner: whether to keep the original's owner, if the user may do that, because the copy replaces it.
    ///   - contents: returns the contents of a copy that isn't exact; nil for an exact one.
    init(
        of source: FilePlace, version: FileVersion, to target: FilePlace, temporaryName: [UInt8], keepsOwner: Bool,
        contents: (() throws -> [UInt8])? = nil, progress: FileProgress
    ) {
        (self.source, self.version, self.target) = (source, version, target)
        temporary = FilePlace(folder: target.folder, name: temporaryName)
        (self.keepsOwner, self.contents, self.progress) = (keepsOwner, contents, progress)
    }

    deinit {
        for descriptor in [descriptor, original] where descriptor >= 0 { close(descriptor) }
        if hasTemporaryFile { temporary.remove() }
    }

    /// The original's current link count, even if another program has renamed it; nil if unknown.
    var originalNames: Int? {
        var status = stat()
        return original >= 0 && fstat(original, &status) == 0 ? Int(status.st_nlink) : nil
    }

    /// Writes the copy. The system may keep it in memory.
    func write() throws(FileFailure) {
        guard target.status == nil else { throw .nameTaken }
        guard let status = source.status else { throw .ofLastCall() }
        guard version.matches(status, at: source) else { throw .changed }
        switch status.st_mode & S_IFMT {
        case S_IFREG: try writeFile()
        case S_IFLNK: try writeLink(status)
        default: throw .system(reason: strerrorText(EOPNOTSUPP))
        }
    }

    /// Waits until the contents are on the disk, but not for the file's metadata.
    func waitForContents() throws(FileFailure) {
        guard descriptor < 0 || file_finish_writing(descriptor) == 0 else { throw .ofLastCall() }
    }

    /// Syncs written copies together, where that is possible and faster. `sync()` handles the others.
    static func sync(_ copies: some Sequence<FileCopy>) {
        let regular = copies.filter { $0.descriptor >= 0 }
        for (_, copies) in Dictionary(grouping: regular, by: { OpenFolders.device(of: $0.descriptor) })
        where copies.count >= minSyncedTogether && file_sync_system(copies[0].descriptor) == 0 {
            for copy in copies { copy.isSynced = true }
        }
    }

    /// Waits until the copy is on the disk, and returns its version.
    func sync() throws(FileFailure) -> FileVersion {
        guard isSynced || descriptor < 0 || fsync(descriptor) == 0 else { throw .ofLastCall() }
        guard let status = temporary.status else { throw .ofLastCall() }
        return FileVersion(status)
    }

    /// Gives the copy its name.
    func publish() throws(FileFailure) {
        guard ExclusiveRename().rename(temporary, to: target) else { throw .ofLastCall() }
        hasTemporaryFile = false
    }

    private func writeLink(_ status: stat) throws(FileFailure) {
        var path = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = source.name.withCPath { readlinkat(source.folder, $0, &path, path.count - 1) }
        guard count >= 0 else { throw .ofLastCall() }
        path[count] = 0
        guard temporary.name.withCPath({ symlinkat(path, temporary.folder, $0) }) == 0 else { throw .ofLastCall() }
        hasTemporaryFile = true
        let times = [status.st_atim, status.st_mtim]
        _ = temporary.name.withCPath { utimensat(temporary.folder, $0, times, AT_SYMLINK_NOFOLLOW) }
    }

    private func writeFile() throws(FileFailure) {
        let from = source.name.withCPath {
            openat(source.folder, $0, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        }
        guard from >= 0 else { throw .ofLastCall() }
        original = from
        // If two instances moved the same photo, one would leave a second copy. Some file systems have no locks.
        if keepsOwner, flock(from, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK { throw .busy }
        var status = stat()
        guard fstat(from, &status) == 0 else { throw .ofLastCall() }
        guard version.matches(status, at: source) else { throw .changed }
        // Another instance, which held the lock, has just moved it.
        guard status.st_nlink > 0 else { throw .gone }
        descriptor = temporary.name.withCPath {
            openat(temporary.folder, $0, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        }
        guard descriptor >= 0 else {
            // The folder is there, but takes no files, like /proc.
            throw errno == ENOENT ? .unwritable(folder: target.folderPath, reason: strerrorText(ENOENT)) : .ofLastCall()
        }
        hasTemporaryFile = true
        if let contents { try write(contents, size: Int(status.st_size)) } else { try copyBytes(from, descriptor) }
        try copyAttributes(status, from, descriptor)
        var (copy, now) = (stat(), stat())
        guard fstat(descriptor, &copy) == 0, fstat(from, &now) == 0 else { throw .ofLastCall() }
        guard contents != nil || copy.st_size == status.st_size, version.matches(now, at: source) else {
            throw .changed
        }
    }

    /// - Parameter size: the number of bytes of the original, for the progress.
    private func write(_ contents: () throws -> [UInt8], size: Int) throws(FileFailure) {
        let bytes: [UInt8]
        do {
            bytes = try contents()
        } catch let failure as PictureFailure {
            throw .picture(failure)
        } catch {
            throw .canceled
        }
        guard bytes.withUnsafeBytes({ SmallFile.writeAll($0, to: descriptor) }) else { throw .ofLastCall() }
        progress.add(size)
    }

    private func copyBytes(_ from: Int32, _ to: Int32) throws(FileFailure) {
        while true {
            if progress.isCanceled { throw .canceled }
            let count = file_copy_bytes(from, to, Self.chunk)
            guard count >= 0 else { throw .ofLastCall() }
            if count == 0 { return }
            // The disk works while the next chunk is read.
            file_start_writing(to)
            progress.add(count)
        }
    }

    private func copyAttributes(_ status: stat, _ from: Int32, _ to: Int32) throws(FileFailure) {
        var mode = status.st_mode & 0o7777
        var copy = stat()
        guard fstat(to, &copy) == 0 else { throw .ofLastCall() }
        if (copy.st_uid, copy.st_gid) != (status.st_uid, status.st_gid) {
            // With another owner, a set-user-ID program would run with that owner's rights.
            if !keepsOwner || fchown(to, status.st_uid, status.st_gid) != 0 { mode &= 0o777 }
        }
        // Some file systems have no attributes, permissions, or times before some date.
        if file_copy_attributes(from, to) != 0, ![ENOTSUP, EPERM, EACCES].contains(errno) { throw .ofLastCall() }
        fchmod(to, mode)
        futimens(to, [status.st_atim, status.st_mtim])
    }
}
