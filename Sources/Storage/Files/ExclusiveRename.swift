import Basics
import CFileShims
import FoundationEssentials
import Glibc

/// A name in an open folder; the file need not exist.
struct FilePlace {
    let folder: Int32
    let name: [UInt8]

    /// The status of the file or of the link itself; nil with `errno` set if there is none.
    var status: stat? {
        var status = stat()
        return name.withCPath { fstatat(folder, $0, &status, AT_SYMLINK_NOFOLLOW) } == 0 ? status : nil
    }

    /// The status as the file system has it now, even if the kernel has cached an earlier one.
    var currentStatus: stat? {
        _ = name.withCPath { file_refresh(folder, $0) }
        return status
    }

    var isLink: Bool { status.map { $0.st_mode & S_IFMT == S_IFLNK } ?? false }

    /// The path of the folder, for messages.
    var folderPath: String {
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(folder)")) ?? "/"
    }

    /// Removes the file or link. Returns false with `errno` set on failure.
    @discardableResult
    func remove() -> Bool {
        name.withCPath { unlinkat(folder, $0, 0) } == 0
    }
}

/// Renames files and links without changing their times or replacing another file.
struct ExclusiveRename: Sendable {
    typealias Call = @Sendable (_ from: FilePlace, _ to: FilePlace) -> Int32

    // The calls that some file systems don't support.

    var link: Call = { from, to in
        from.name.withCPath { old in to.name.withCPath { linkat(from.folder, old, to.folder, $0, 0) } }
    }
    var renameExclusively: Call = { from, to in
        from.name.withCPath { old in
            to.name.withCPath { file_rename_exclusively(from.folder, old, to.folder, $0) }
        }
    }

    /// Whether files in a folder may get another modification time when they are renamed.
    var changesTimes: @Sendable (_ folder: Int32) -> Bool = { file_system_may_change_times($0) != 0 }

    /// Sets the times of a file; ignores errors.
    var setTimes: @Sendable (_ file: FilePlace, _ accessed: timespec, _ modified: timespec) -> Void = {
        file, accessed, modified in
        _ = file.name.withCPath { utimensat(file.folder, $0, [accessed, modified], AT_SYMLINK_NOFOLLOW) }
    }

    /// Renames a file. Returns false with `errno` set on failure, to EEXIST if the new name is taken.
    func rename(_ from: FilePlace, to: FilePlace) -> Bool {
        guard changesTimes(from.folder), let status = from.status else { return rename(from, exclusivelyTo: to) }
        guard rename(from, exclusivelyTo: to) else { return false }
        setTimes(to, status.st_atim, status.st_mtim)
        return true
    }

    private func rename(_ from: FilePlace, exclusivelyTo to: FilePlace) -> Bool {
        if renameExclusively(from, to) == 0 { return true }
        if errno == EEXIST { return renameInPlace(from, to: to) }
        // Network file systems and old kernels can't rename exclusively.
        guard [EINVAL, ENOSYS, EOPNOTSUPP, EPERM].contains(errno) else { return false }
        let original = from.status.map(FileNode.init)
        if link(from, to) == 0 { return removeOldName(from, of: original, linkedAs: to) }
        // Some file systems have no hard links either.
        guard [EINVAL, ENOSYS, EOPNOTSUPP, EPERM].contains(errno) else { return false }
        let reserved = to.name.withCPath { openat(to.folder, $0, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600) }
        guard reserved >= 0 else { return false }
        close(reserved)
        if plainRename(from, to: to) { return true }
        let error = errno
        to.remove()
        errno = error
        return false
    }

    /// Removes the old name of a file that has both names. If another program has just given the old name to another
    /// file, removes the new name instead, and fails with EBUSY.
    private func removeOldName(_ from: FilePlace, of original: FileNode?, linkedAs to: FilePlace) -> Bool {
        guard let new = to.status.map(FileNode.init) else { return false }
        // Another program may have removed the old name; then the new one is the only one.
        guard let old = from.status.map(FileNode.init) else { return errno == ENOENT }
        if old == new, from.remove() { return true }
        let error = old == new ? errno : EBUSY
        // The new name may be that of another program's file, too.
        if new == original { to.remove() }
        errno = error
        return false
    }

    /// Renames a file with a path.
    func rename(_ from: [UInt8], to: [UInt8]) -> Bool {
        rename(FilePlace(folder: AT_FDCWD, name: from), to: FilePlace(folder: AT_FDCWD, name: to))
    }

    /// Changes only the case of a file's name, on a file system that ignores case.
    private func renameInPlace(_ from: FilePlace, to: FilePlace) -> Bool {
        var (one, other) = (stat(), stat())
        if from.name != to.name, fstat(from.folder, &one) == 0, fstat(to.folder, &other) == 0,
            FileNode(one) == FileNode(other), let old = from.status, let new = to.status,
            FileNode(old) == FileNode(new), old.st_nlink == 1
        {
            return plainRename(from, to: to)
        }
        errno = EEXIST
        return false
    }

    private func plainRename(_ from: FilePlace, to: FilePlace) -> Bool {
        from.name.withCPath { old in to.name.withCPath { renameat(from.folder, old, to.folder, $0) } } == 0
    }
}
