import Albums
import Basics
import Glibc

/// Evicts this program's thumbnails before a write. Those of other programs stay.
///
/// Lists the folders before the first write of a run, and then once per `maxBytes / 8` written. Only if all files
/// together are too large, reads their first bytes, which name the program that wrote them (`ThumbnailMark`).
struct ThumbnailEvictor {
    /// The folder of records of failures, in the cache.
    static let failures = "fail"

    /// The path of the cache.
    let folder: String
    let maxBytes: Int
    /// The number of bytes that may be written before the folders are listed again; nil before the first listing.
    private var allowance: Int?

    init(folder: String, maxBytes: Int) {
        self.folder = folder
        self.maxBytes = maxBytes
    }

    mutating func makeRoom(for count: Int) {
        var allowance = allowance ?? -1
        if allowance < count {
            removeFiles(downTo: maxBytes - maxBytes / 8)
            allowance = maxBytes / 8
        }
        self.allowance = allowance - count
    }

    private func removeFiles(downTo size: Int) {
        var files = ([ThumbnailFolder.large.rawValue] + failureFolders).flatMap(listing)
        var total = CachedFile.totalSize(files.map(\.file))
        guard total > size else { return }
        files.removeAll { !Self.isOwn("\($0.folder)/\($0.file.name)", isTemporary: $0.isTemporary) }
        total = CachedFile.totalSize(files.map(\.file))
        files.sort { $0.file.lastUse < $1.file.lastUse }
        for (folder, file, _) in files where total > size {
            if unlink("\(folder)/\(file.name)") == 0 { total -= file.size }
        }
    }

    /// The folders with failures of all versions of this program.
    private var failureFolders: [String] {
        guard let stream = opendir("\(folder)/\(Self.failures)") else { return [] }
        defer { closedir(stream) }
        var folders: [String] = []
        FolderEntries.read(stream) { name, _, _ in
            let name = String(decoding: name, as: UTF8.self)
            if name.hasPrefix("tintype-") { folders.append("\(Self.failures)/\(name)") }
        }
        return folders
    }

    /// Returns the thumbnails in a folder of the cache, and temporary files older than a day.
    private func listing(of name: String) -> [(folder: String, file: CachedFile, isTemporary: Bool)] {
        let folder = "\(folder)/\(name)"
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { return [] }
        guard let stream = fdopendir(descriptor) else {
            close(descriptor)
            return []
        }
        defer { closedir(stream) }
        var files: [(folder: String, file: CachedFile, isTemporary: Bool)] = []
        FolderEntries.read(stream) { name, _, _ in
            let name = String(decoding: name, as: UTF8.self)
            var status = stat()
            guard let kind = Self.kind(of: name), fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0,
                let file = CachedFile(name: name, status, countingAccess: true),
                kind == .thumbnail || time(nil) - status.st_mtim.tv_sec > 24 * 60 * 60
            else { return }
            files.append((folder, file, kind == .temporary))
        }
        return files
    }

    private enum Kind {
        case thumbnail
        /// A temporary file of a killed run.
        case temporary
    }

    private static func kind(of name: String) -> Kind? {
        guard name.utf8.count >= nameLength, name.utf8.dropFirst(32).starts(with: ".png".utf8) else { return nil }
        if name.utf8.count == nameLength { return .thumbnail }
        let suffix = name.dropFirst(nameLength)
        return suffix.first == "." && SmallFile.isTemporarySuffix(suffix.dropFirst()) ? .temporary : nil
    }

    /// The length of 32 digits and `.png`.
    private static let nameLength = 36

    /// O_NOATIME of <fcntl.h>, a macro that Swift cannot import: reading the mark doesn't count as a use.
    private static let noAccessTime: Int32 = 0o1000000

    private static func isOwn(_ path: String, isTemporary: Bool) -> Bool {
        // Other programs name their temporary files differently.
        if isTemporary { return true }
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | noAccessTime)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var head = [UInt8](repeating: 0, count: ThumbnailMark.length)
        let count = pread(descriptor, &head, head.count, 0)
        return count == head.count && ThumbnailMark.isOwn(head)
    }
}
