import Albums
import Basics
import CFileShims
import Glibc

/// Finds and creates the trash folders that files go to, by the freedesktop.org Trash specification 1.0.
///
/// Our own code instead of GIO, which chooses the name in the trash itself, too late for the journal, and trashes the
/// files of a photo one by one.
final class TrashFolders {
    /// The path of the trash in the user's home, such as `/home/ada/.local/share/Trash`.
    private let home: String
    private let user: uid_t
    private let folders: OpenFolders
    /// The results by folder.
    private var chosen: [[UInt8]: Result<[UInt8], FileFailure>] = [:]
    private var topTrashes: [[UInt8]: Result<[UInt8], FileFailure>] = [:]
    private lazy var homeTrash = makeHomeTrash()

    init(home: String, user: uid_t, folders: OpenFolders) {
        self.home = home
        self.user = user
        self.folders = folders
    }

    /// Returns the canonical path of the trash for the files of a folder, with its folders `files` and `info`.
    func trash(forFilesIn folder: [UInt8]) throws(FileFailure) -> [UInt8] {
        let result = chosen[folder] ?? Result { () throws(FileFailure) in try choose(forFilesIn: folder) }
        chosen[folder] = result
        return try result.get()
    }

    /// Returns the trash in the file system's top folder. Used when renaming into the home trash fails although both
    /// seem to be in one file system.
    func topTrash(forFilesIn folder: [UInt8]) throws(FileFailure) -> [UInt8] {
        let result = topTrashes[folder] ?? Result { () throws(FileFailure) in try findTop(of: folder) }
        topTrashes[folder] = result
        chosen[folder] = result
        return try result.get()
    }

    private func choose(forFilesIn folder: [UInt8]) throws(FileFailure) -> [UInt8] {
        guard let mount = Mount(of: try folders.folder(folder)) else { throw .ofLastCall() }
        guard Mount(ofNearest: Array(home.utf8)) == mount else { return try topTrash(forFilesIn: folder) }
        let trash: [UInt8]
        do {
            trash = try homeTrash.get()
        } catch {
            if let other = try? topTrash(forFilesIn: folder) { return other }
            throw error
        }
        guard Mount(of: try folders.folder(trash.appending("files".utf8))) == mount else {
            return try topTrash(forFilesIn: folder)
        }
        return trash
    }

    private func makeHomeTrash() -> Result<[UInt8], FileFailure> {
        do {
            for name in ["files", "info"] where !SmallFile.exists("\(home)/\(name)") {
                try SmallFile.makeFolders(of: "\(home)/\(name)/.")
            }
        } catch {
            return .failure(.noTrash(folder: home, reason: error.reason))
        }
        guard access(home + "/files", W_OK | X_OK) == 0, access(home + "/info", W_OK | X_OK) == 0 else {
            return .failure(.noTrash(folder: home, reason: String(cString: strerror(errno))))
        }
        let path = CanonicalPath.resolve(Array(home.utf8))
        // Later lookups don't follow links, so reject them now.
        for name in ["files", "info"] where (try? folders.folder(path.appending(name.utf8))) == nil {
            return .failure(.noTrash(folder: home, reason: String(cString: strerror(ENOTDIR))))
        }
        return .success(path)
    }

    /// Finds or makes the trash in the top folder of a folder's file system or subvolume.
    private func findTop(of folder: [UInt8]) throws(FileFailure) -> [UInt8] {
        guard let mount = Mount(of: try folders.folder(folder)) else { throw .ofLastCall() }
        var top = folder
        while top.count > 1, Mount(of: try folders.folder(top.folder)) == mount { top = top.folder }
        let parent = try folders.folder(top)
        let number = Array("\(user)".utf8)
        if let shared = openFolder(".Trash", in: parent) {
            defer { close(shared.descriptor) }
            if shared.status.st_mode & S_ISVTX != 0, case .success = make("\(user)", in: shared.descriptor) {
                return top.appending(".Trash/".utf8).appending(number)
            }
        }
        if case .failure(let failure) = make(".Trash-\(user)", in: parent) {
            throw .noTrash(folder: String(decoding: top, as: UTF8.self), reason: failure.reason)
        }
        return top.appending(".Trash-".utf8) + number
    }

    private struct Refusal: Error {
        let reason = String(cString: strerror(errno))
    }

    /// Opens or makes the user's own trash in a top folder, with its folders `files` and `info`.
    private func make(_ name: String, in parent: Int32) -> Result<Void, Refusal> {
        if mkdirat(parent, name, 0o700) != 0, errno != EEXIST { return .failure(Refusal()) }
        guard let trash = openFolder(name, in: parent) else { return .failure(Refusal()) }
        defer { close(trash.descriptor) }
        guard trash.status.st_uid == user else {
            errno = EPERM
            return .failure(Refusal())
        }
        for name in ["files", "info"] {
            if mkdirat(trash.descriptor, name, 0o700) != 0, errno != EEXIST { return .failure(Refusal()) }
            guard let folder = openFolder(name, in: trash.descriptor) else { return .failure(Refusal()) }
            close(folder.descriptor)
            guard faccessat(trash.descriptor, name, W_OK | X_OK, AT_EACCESS) == 0 else { return .failure(Refusal()) }
        }
        return .success(())
    }

    /// Opens a folder, but not a link to one; nil with `errno` set on failure.
    private func openFolder(_ name: String, in parent: Int32) -> (descriptor: Int32, status: stat)? {
        let descriptor = openat(parent, name, OpenFolders.reference | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        var status = stat()
        guard descriptor >= 0, fstat(descriptor, &status) == 0 else { return nil }
        return (descriptor, status)
    }
}

/// Where files can be renamed to: the same mount of the same file system or subvolume.
private struct Mount: Equatable {
    private let device: UInt64
    private let number: UInt64

    init?(of descriptor: Int32) {
        var mount = file_mount()
        guard file_find_mount(descriptor, &mount) == 0 else { return nil }
        (device, number) = (mount.device, mount.number)
    }

    /// The mount of a folder, or of its nearest ancestor that exists.
    init?(ofNearest path: [UInt8]) {
        var path = path
        while true {
            let descriptor = path.withCPath { open($0, OpenFolders.reference | O_DIRECTORY | O_CLOEXEC) }
            if descriptor >= 0 {
                defer { close(descriptor) }
                self.init(of: descriptor)
                return
            }
            guard errno == ENOENT || errno == ENOTDIR, path.count > 1 else { return nil }
            path = path.folder
        }
    }
}
