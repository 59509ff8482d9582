import Albums
import Basics
import Glibc

/// The folders of one operation, each opened once by its path, without following links. If another program has replaced
/// a folder with a link, opening fails.
final class OpenFolders {
    private var descriptors: [[UInt8]: Int32] = [:]
    /// Bounds the open files. An operation may concern any number of folders.
    private static let maxCount = 64
    /// O_PATH of <fcntl.h>, which Swift's Glibc module lacks. Needs no permission to read the folder.
    static let reference: Int32 = 0o10_000_000

    deinit {
        descriptors.values.forEach { close($0) }
    }

    /// Whether `trim` has folders to close.
    var areMany: Bool { descriptors.count > Self.maxCount }

    /// Closes folders if many are open, which makes their descriptors and places invalid.
    func trim() {
        guard areMany else { return }
        descriptors.values.forEach { close($0) }
        descriptors = [:]
    }

    /// Returns an `O_PATH` descriptor of the folder at a canonical path; use it only to look up names.
    /// - Parameter creating: whether to create missing folders.
    func folder(_ path: [UInt8], creating: Bool = false) throws(FileFailure) -> Int32 {
        if let descriptor = descriptors[path] { return descriptor }
        let flags = Self.reference | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
        var descriptor = open("/", flags)
        for component in path.split(separator: UInt8(ascii: "/")) where descriptor >= 0 {
            guard component != [UInt8(ascii: "."), UInt8(ascii: ".")] else {
                close(descriptor)
                throw .changed
            }
            let parent = descriptor
            defer { close(parent) }
            descriptor = Array(component).withCPath { name in
                let folder = openat(parent, name, flags)
                if folder < 0, errno == ENOTDIR {
                    let isLink = FilePlace(folder: parent, name: Array(component)).isLink
                    errno = isLink ? ELOOP : ENOTDIR
                }
                guard folder < 0, errno == ENOENT, creating else { return folder }
                guard mkdirat(parent, name, 0o777) == 0 || errno == EEXIST else { return -1 }
                return openat(parent, name, flags)
            }
        }
        guard descriptor >= 0 else {
            // Another program has replaced the folder by a link.
            throw errno == ELOOP ? .changed : .ofLastCall()
        }
        descriptors[path] = descriptor
        return descriptor
    }

    /// Returns the place of a file with a canonical path.
    func place(_ path: [UInt8], creating: Bool = false) throws(FileFailure) -> FilePlace {
        FilePlace(folder: try folder(path.folder, creating: creating), name: path.name)
    }

    /// Returns the device of a folder with a canonical path, or of its nearest ancestor that exists; nil on failure.
    func device(ofNearest path: [UInt8]) -> UInt64? {
        var path = path
        while true {
            do {
                return Self.device(of: try folder(path))
            } catch {
                guard error == .gone, path.count > 1 else { return nil }
                path = path.folder
            }
        }
    }

    /// Returns the device of an open folder; nil on failure.
    static func device(of folder: Int32) -> UInt64? {
        var status = stat()
        return fstat(folder, &status) == 0 ? FileNode(status).device : nil
    }

    /// Waits until the names in a folder are on the disk.
    func sync(_ path: [UInt8]) throws(FileFailure) {
        let descriptor = openat(try folder(path), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .ofLastCall() }
        defer { close(descriptor) }
        // Some file systems sync only files.
        guard fsync(descriptor) == 0 || errno == EINVAL || errno == ENOTSUP else { throw .ofLastCall() }
    }
}

extension [UInt8] {
    /// The last component of a path.
    var name: [UInt8] {
        guard let slash = lastIndex(of: UInt8(ascii: "/")) else { return self }
        return Array(self[(slash + 1)...])
    }

    /// Returns the path of a file in the folder with this path.
    func appending(_ name: some Sequence<UInt8>) -> [UInt8] {
        last == UInt8(ascii: "/") ? self + name : self + [UInt8(ascii: "/")] + name
    }
}

extension FileFailure {
    /// Returns the failure of the system call that has just set `errno`.
    static func ofLastCall() -> FileFailure {
        switch errno {
        case ENOENT: .gone
        case EEXIST: .nameTaken
        default: .system(reason: String(cString: strerror(errno)))
        }
    }
}
