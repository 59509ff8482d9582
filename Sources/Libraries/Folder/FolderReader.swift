import Glibc

/// Reads the subfolders of a root at any depth, with at most two open descriptors.
struct FolderReader: Sendable {
    let root: FilePath

    /// Lists the folder at `path`, relative to the root; an empty path is the root itself.
    ///
    /// Skips hidden files and `SystemFolders`. Counts RAW files and videos, and ignores all other files. Opens folders
    /// only, never files.
    func read(_ path: FilePath) throws(FolderFailure) -> FolderContents {
        let descriptor = try open(path)
        var status = stat()
        guard fstat(descriptor, &status) == 0, let stream = fdopendir(descriptor) else {
            let failure = FolderFailure.ofLastCall()
            close(descriptor)
            throw failure
        }
        defer { closedir(stream) }
        var contents = FolderContents(identity: FileIdentity(status))
        errno = 0
        while let entry = readdir(stream) {
            Self.classify(entry, of: descriptor, into: &contents)
            errno = 0
        }
        contents.isCutShort = errno != 0
        return contents
    }

    /// Returns the root and its ancestors. The scan must not follow links to them, or the library would include
    /// everything around the root.
    func enclosingFolders() -> Set<FileIdentity> {
        var identities: Set<FileIdentity> = []
        var path = root
        var status = stat()
        while path.withCPath({ stat($0, &status) }) == 0, identities.insert(FileIdentity(status)).inserted {
            path = path.appending("..".utf8)
        }
        return identities
    }

    /// Opens a folder in steps, because the kernel rejects paths longer than `PATH_MAX`.
    private func open(_ path: FilePath) throws(FolderFailure) -> Int32 {
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
            step = FilePath(remainder.prefix(Int(PATH_MAX) - 1))
            if step.count < remainder.count, let slash = step.lastIndex(of: UInt8(ascii: "/")) {
                step.removeSubrange(slash...)
            }
            remainder = remainder.dropFirst(step.count).drop { $0 == UInt8(ascii: "/") }
        }
    }

    /// Adds a directory entry to the contents.
    private static func classify(
        _ entry: UnsafeMutablePointer<dirent>, of folder: Int32, into contents: inout FolderContents
    ) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
            name.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { name in
                FilePath(UnsafeRawBufferPointer(start: name, count: strlen(name)))
            }
        }
        guard name.first != UInt8(ascii: ".") else { return }

        var kind = Int(entry.pointee.d_type)
        let isLink = kind == Int(DT_LNK)
        var status = stat()
        if isLink || kind == Int(DT_UNKNOWN) {
            guard name.withCPath({ fstatat(folder, $0, &status, 0) }) == 0 else { return }
            kind = Int(status.st_mode & S_IFMT) >> 12
        }
        switch kind {
        case Int(DT_REG):
            switch PictureFileName(name).kind {
            case .picture: contents.pictures.append(name)
            case .raw: contents.unshown.raw += 1
            case .video: contents.unshown.videos += 1
            case nil: break
            }
        case Int(DT_DIR) where SystemFolders.contain(name):
            break
        case Int(DT_DIR) where isLink:
            contents.linkedFolders.append((name, FileIdentity(status)))
        case Int(DT_DIR):
            contents.folders.append(name)
        default:
            break
        }
    }
}
