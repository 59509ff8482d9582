import Albums
import Glibc

/// What one folder holds that matters to a library, in no order.
struct FolderContents: Sendable {
    var identity: FileIdentity
    /// The names of the pictures.
    var pictures: [FilePath] = []
    /// How many files are photos or videos in formats that are not decoded.
    var unshown = UnshownFiles()
    /// The names of the folders.
    var folders: [FilePath] = []
    /// The names of symbolic links to folders, and the folders they lead to.
    var linkedFolders: [(name: FilePath, target: FileIdentity)] = []
    /// Whether reading ended before the folder did.
    var isCutShort = false
}

/// Tells whether two paths lead to the same file.
struct FileIdentity: Hashable, Sendable {
    let device: dev_t
    let inode: ino_t

    init(_ status: stat) {
        device = status.st_dev
        inode = status.st_ino
    }
}
