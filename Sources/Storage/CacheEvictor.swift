/// Evicts files from a cache folder before a write.
///
/// The folder is listed only once per `size / 8` bytes written. Concurrent instances do the same, so each can exceed
/// the limit by at most that much.
struct CacheEvictor: Sendable {
    let folder: CacheFolder
    /// The maximum total size of the files, in bytes.
    let size: Int
    /// The number of bytes that may be written before the folder is listed again; nil before the first listing.
    private var allowance: Int?

    init(folder: CacheFolder, size: Int) {
        self.folder = folder
        self.size = size
    }

    /// The maximum size of one file, in bytes.
    var maxFileSize: Int { size / 8 }

    /// Evicts least recently used files until a file of `count` bytes fits; returns false if it is too large to cache.
    mutating func makeRoom(for count: Int) -> Bool {
        let fits = count <= maxFileSize
        let needed = fits ? count : 0
        // Always list the folder first: the limit may have been larger in an earlier run.
        var allowance = allowance ?? -1
        if allowance < needed {
            removeFiles(downTo: size - maxFileSize)
            allowance = maxFileSize
        }
        self.allowance = allowance - needed
        return fits
    }

    private func removeFiles(downTo size: Int) {
        var files = folder.files()
        var total = CachedFile.totalSize(files)
        guard total > size else { return }
        files.sort { $0.lastUse < $1.lastUse }
        for file in files where total > size {
            if folder.remove(file.name) { total -= file.size }
        }
    }
}
