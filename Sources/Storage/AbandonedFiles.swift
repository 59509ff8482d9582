import Basics
import Glibc

/// Files left by killed runs of this user.
public enum AbandonedFiles {
    /// Removes the files of dead processes. Blocks on the disk.
    ///
    /// - Parameters:
    ///   - state: the folder of the state and of the markers of running programs.
    ///   - sharedMemory: the folder of POSIX shared memory objects.
    public static func remove(state: String = UserFolder.state.path, sharedMemory: String = "/dev/shm") {
        removePixels(in: sharedMemory)
        removeHiddenMarkers(in: state)
        StateFile(folder: state).removeAbandoned()
    }

    /// Removes shared memory with pixels that no terminal has read (`SharedPixels`): `tintype-PROCESS-NUMBER`. Left
    /// only if a program and its watchdog were both killed.
    private static func removePixels(in folder: String) {
        forEachFile(in: folder) { name, descriptor in
            let parts = name.split(separator: "-", omittingEmptySubsequences: false)
            guard parts.count == 3, parts[0] == "tintype", UInt64(parts[2]) != nil, let process = pid_t(parts[1]),
                isDead(process), isOwn(name, in: descriptor)
            else { return }
            unlinkat(descriptor, name, 0)
        }
    }

    /// Removes markers of programs that were killed before they had locked and published them.
    private static func removeHiddenMarkers(in folder: String) {
        forEachFile(in: folder) { name, descriptor in
            guard name.hasPrefix(CrashMarker.hiddenPrefix),
                let process = pid_t(name.dropFirst(CrashMarker.hiddenPrefix.count)),
                isDead(process), isOwn(name, in: descriptor)
            else { return }
            unlinkat(descriptor, name, 0)
        }
    }

    /// Removes unfinished sidecars, `.tintype-xmp-RANDOM.part`, from a folder with photos. Keeps files of the last
    /// hour, which another instance may still be writing. The caller must hold the folder's lock: while two files are
    /// exchanged, an old sidecar has such a name.
    static func removeSidecars(in folder: [UInt8]) {
        guard let stream = folder.withCPath({ opendir($0) }) else { return }
        defer { closedir(stream) }
        FolderEntries.read(stream) { name, _, _ in
            let name = Array(name)
            guard name.starts(with: XMPFile.temporaryPrefix.utf8),
                name.suffix(XMPFile.temporarySuffix.utf8.count).elementsEqual(XMPFile.temporarySuffix.utf8)
            else { return }
            var status = stat()
            guard name.withCPath({ fstatat(dirfd(stream), $0, &status, AT_SYMLINK_NOFOLLOW) }) == 0,
                status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(),
                status.st_mtim.tv_sec < time(nil) - secondsOfWriting
            else { return }
            _ = name.withCPath { unlinkat(dirfd(stream), $0, 0) }
        }
    }

    /// Far more than writing a sidecar takes.
    private static let secondsOfWriting = 3600

    static func forEachFile(in folder: String, _ body: (_ name: String, _ folder: Int32) -> Void) {
        guard let stream = opendir(folder) else { return }
        defer { closedir(stream) }
        FolderEntries.read(stream) { name, type, _ in
            guard type == Int(DT_REG) || type == Int(DT_UNKNOWN) else { return }
            body(String(decoding: name, as: UTF8.self), dirfd(stream))
        }
    }

    /// Whether no process has this number.
    private static func isDead(_ process: pid_t) -> Bool {
        process > 0 && kill(process, 0) != 0 && errno == ESRCH
    }

    /// Whether an entry is a regular file of this user.
    private static func isOwn(_ name: String, in folder: Int32) -> Bool {
        var status = stat()
        return fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 && status.st_mode & S_IFMT == S_IFREG
            && status.st_uid == geteuid()
    }
}
