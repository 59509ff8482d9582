import Albums
import Basics
import FoundationEssentials
import Glibc

/// Reads the subfolders of a root at any depth, with at most two open descriptors.
struct FolderReader: Sendable {
    let root: BytePath

    /// Lists the folder at `path`, relative to the root; an empty path is the root itself.
    ///
    /// Skips hidden files and `SystemFolders`, and ignores files that are neither pictures nor videos. Opens folders
    /// only, never files.
    func read(_ path: BytePath) throws(FolderFailure) -> FolderContents {
        let descriptor = try open(path)
        var status = stat()
        guard fstat(descriptor, &status) == 0, let stream = fdopendir(descriptor) else {
            let failure = FolderFailure.ofLastCall()
            close(descriptor)
            throw failure
        }
        defer { closedir(stream) }
        var contents = FolderContents(node: FileNode(status))
        contents.readTime = .now
        let isWhole = FolderEntries.read(stream) { name, type, inode in
            Self.classify(name, type, inode, of: descriptor, into: &contents)
        }
        contents.isIncomplete = !isWhole
        return contents
    }

    /// Returns the root and its ancestors. The scan must not follow links to them, or the library would include
    /// everything around the root.
    func enclosingFolders() -> Set<FileNode> {
        var identities: Set<FileNode> = []
        var path = root
        var status = stat()
        while path.withCPath({ stat($0, &status) }) == 0, identities.insert(FileNode(status)).inserted {
            path = path.appending("..".utf8)
        }
        return identities
    }

    /// Opens a folder in steps, because the kernel rejects paths longer than `PATH_MAX`.
    private func open(_ path: BytePath) throws(FolderFailure) -> Int32 {
        var descriptor = AT_FDCWD
        var step = root
        var remainder = path[...]
        while true {
            let next = step.withCPath { openat(descriptor, $0, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NONBLOCK) }
            let failure = FolderFailure.ofLastCall()
            if descriptor != AT_FDCWD { close(descriptor) }
            guard next >= 0 else { throw failure }
            descriptor = next
            guard !remainder.isEmpty else { return descriptor }
            step = BytePath(remainder.prefix(Int(PATH_MAX) - 1))
            if step.count < remainder.count, let slash = step.lastIndex(of: UInt8(ascii: "/")) {
                step.removeSubrange(slash...)
            }
            remainder = remainder.dropFirst(step.count).drop { $0 == UInt8(ascii: "/") }
        }
    }

    /// Adds a directory entry to the contents.
    private static func classify(
        _ name: BytePath, _ type: Int, _ inode: ino_t, of folder: Int32, into contents: inout FolderContents
    ) {
        guard name.first != UInt8(ascii: ".") else {
            if name.elementsEqual(".nomedia".utf8) { contents.isMarkedAsHidden = true }
            return
        }

        var kind = type
        let isLink = kind == Int(DT_LNK)
        var status = stat()
        if isLink || kind == Int(DT_UNKNOWN) {
            guard name.withCPath({ fstatat(folder, $0, &status, 0) }) == 0 else { return }
            kind = Int(status.st_mode & S_IFMT) >> 12
        }
        switch kind {
        case Int(DT_REG):
            switch PhotoFileName(name).kind {
            case .picture: contents.pictures.append(name)
            case .raw, .video: contents.rawsAndVideos.append(name)
            case nil:
                if SidecarPath.isSidecar(name) {
                    contents.sidecars.insert(name)
                } else if SidecarPath.isCompanion(name) {
                    contents.otherCompanions.append(name)
                }
                return
            }
            contents.inodes[name] = inode
        case Int(DT_DIR) where SystemFolders.contain(name):
            break
        case Int(DT_DIR) where isLink:
            contents.linkedFolders.append((name, FileNode(status)))
        case Int(DT_DIR):
            contents.folders.append(name)
        default:
            break
        }
    }
}

/// The relevant entries of one folder, unsorted.
struct FolderContents: Sendable {
    var node: FileNode
    /// The names of the pictures.
    var pictures: [BytePath] = []
    /// The names of raw files and videos, which are listed unless a picture has the same name.
    var rawsAndVideos: [BytePath] = []
    /// The names of files that may be sidecars.
    var sidecars: Set<BytePath> = []
    /// The names of other programs' files that may belong to pictures.
    var otherCompanions: [BytePath] = []
    /// The inode of each picture, raw file and video; of the link itself if it is one.
    var inodes: [BytePath: ino_t] = [:]
    /// When reading began.
    var readTime = Date.distantPast
    /// The names of the folders.
    var folders: [BytePath] = []
    /// The names of symbolic links to folders, with their targets.
    var linkedFolders: [(name: BytePath, target: FileNode)] = []
    /// Whether the folder contains `.nomedia`, by which Android's apps mark pictures that aren't photos.
    var isMarkedAsHidden = false
    /// Whether an error ended the listing early.
    var isIncomplete = false
}

/// The reason a folder cannot be read.
public enum FolderFailure: Error, Hashable, Sendable {
    case missing
    /// Neither a folder nor a picture: a text file, or a FIFO or device, which is never opened.
    case notAFolder
    /// The folder cannot be opened or read; `reason` is the system's message, such as `Permission denied`.
    case unreadable(reason: String)

    /// Returns the failure of the system call that has just set `errno`.
    static func ofLastCall() -> FolderFailure {
        switch errno {
        case ENOENT: .missing
        case ENOTDIR: .notAFolder
        default: .unreadable(reason: String(cString: strerror(errno)))
        }
    }
}
