import Glibc

/// A file of a cache, as its folder lists it.
struct CachedFile {
    let name: String
    /// In bytes.
    let size: Int
    /// When it was last written or read, in nanoseconds since 1970.
    let lastUse: Int

    /// The files of a folder, also those that are being written; none if it cannot be read.
    static func list(_ folder: String) -> [CachedFile] {
        guard let stream = opendir(folder) else { return [] }
        defer { closedir(stream) }
        var files: [CachedFile] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
                name.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(cString: $0) }
            }
            var status = stat()
            guard fstatat(dirfd(stream), name, &status, AT_SYMLINK_NOFOLLOW) == 0,
                status.st_mode & S_IFMT == S_IFREG
            else { continue }
            let time = status.st_mtim
            files.append(
                CachedFile(name: name, size: Int(status.st_size), lastUse: time.tv_sec * 1_000_000_000 + time.tv_nsec))
        }
        return files
    }
}
