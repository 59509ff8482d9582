import Albums
import Glibc

/// The relevant entries of one folder, unsorted.
struct FolderContents: Sendable {
    var identity: FileIdentity
    /// The names of the pictures.
    var pictures: [FilePath] = []
    /// Counts of photos and videos in formats that are not decoded.
    var unshown = UnsupportedFiles()
    /// The names of the folders.
    var folders: [FilePath] = []
    /// The names of symbolic links to folders, with their targets.
    var linkedFolders: [(name: FilePath, target: FileIdentity)] = []
    /// Whether an error ended the listing early.
    var isCutShort = false
}

/// Identifies a file, so that different paths to it can be recognized.
struct FileIdentity: Hashable, Sendable {
    let device: dev_t
    let inode: ino_t

    init(_ status: stat) {
        device = status.st_dev
        inode = status.st_ino
    }
}
