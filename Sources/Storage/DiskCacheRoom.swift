import Glibc

/// Makes room in the folder of a cache before something is written there.
///
/// The folder is not listed for each file but each time that an eighth of the size has been written; other instances
/// that write meanwhile do the same, so together they pass the size by an eighth for each at most.
struct DiskCacheRoom: Sendable {
    let folder: String
    /// The greatest number of bytes that the files may have together.
    let size: Int
    /// How much may be written before the folder is listed again, in bytes.
    private var allowance = 0

    init(folder: String, size: Int) {
        self.folder = folder
        self.size = size
    }

    /// The largest file that there is room for, in bytes.
    var greatestFileSize: Int { size / 8 }

    /// Removes files until there is room for one more of `count` bytes, the least recently used first; false if it is too
    /// large to be kept.
    mutating func make(for count: Int) -> Bool {
        guard count <= greatestFileSize else { return false }
        if allowance < count {
            removeFiles(downTo: size - greatestFileSize)
            allowance = greatestFileSize
        }
        allowance -= count
        return true
    }

    private func removeFiles(downTo size: Int) {
        var files = CachedFile.list(folder)
        var total = files.reduce(0) { $0 + $1.size }
        guard total > size else { return }
        files.sort { $0.lastUse < $1.lastUse }
        for file in files where total > size {
            unlink("\(folder)/\(file.name)")
            total -= file.size
        }
    }
}
