/// Makes room in the folder of a cache before something is written there.
///
/// The folder is not listed for each file but each time that an eighth of the size has been written; other instances
/// that write meanwhile do the same, so together they pass the size by an eighth for each at most.
struct DiskCacheRoom: Sendable {
    let folder: CacheFolder
    /// The greatest number of bytes that the files may have together.
    let size: Int
    /// How much may be written before the folder is listed again, in bytes; nil before it was listed.
    private var allowance: Int?

    init(folder: CacheFolder, size: Int) {
        self.folder = folder
        self.size = size
    }

    /// The largest file that there is room for, in bytes.
    var greatestFileSize: Int { size / 8 }

    /// Removes files until there is room for one more of `count` bytes, the least recently used first; false if it is too
    /// large to be kept.
    mutating func make(for count: Int) -> Bool {
        let fits = count <= greatestFileSize
        let needed = fits ? count : 0
        // At first always: the size may have been greater in another run.
        var allowance = allowance ?? -1
        if allowance < needed {
            removeFiles(downTo: size - greatestFileSize)
            allowance = greatestFileSize
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
