import Glibc

/// The path opened by the user: a folder, or a file in it.
struct OpenedPath: Sendable {
    /// Absolute, without trailing slash.
    let folder: BytePath
    /// The file's name in the folder; nil if the folder itself was opened.
    let file: BytePath?

    init(_ path: BytePath) throws(FolderFailure) {
        var status = stat()
        guard !path.isEmpty else { throw .missing }
        guard path.withCPath({ stat($0, &status) }) == 0 else { throw .ofLastCall() }
        let path = try Self.absolute(path)
        switch status.st_mode & S_IFMT {
        case S_IFDIR:
            guard path.withCPath({ access($0, R_OK | X_OK) }) == 0 else { throw .ofLastCall() }
            folder = path
            file = nil
        case S_IFREG:
            let name = path.lastComponent
            let parent = BytePath(path.dropLast(name.count + 1))
            folder = parent.isEmpty ? [UInt8(ascii: "/")] : parent
            file = name
        default:
            throw .notAFolder
        }
    }

    /// Returns the absolute path without resolving links. A path with `..` is resolved, because `..` applies to a
    /// link's target.
    private static func absolute(_ path: BytePath) throws(FolderFailure) -> BytePath {
        let components = path.split(separator: UInt8(ascii: "/")).map(BytePath.init)
        let hasParentComponent = components.contains(BytePath("..".utf8))
        guard !hasParentComponent else {
            guard let resolved = path.withCPath({ realpath($0, nil) }) else { throw .ofLastCall() }
            defer { free(resolved) }
            return BytePath(UnsafeRawBufferPointer(start: resolved, count: strlen(resolved)))
        }
        var absolute: BytePath = [UInt8(ascii: "/")]
        if path.first != absolute.first {
            guard let current = getcwd(nil, 0) else { throw .ofLastCall() }
            defer { free(current) }
            absolute = BytePath(UnsafeRawBufferPointer(start: current, count: strlen(current)))
        }
        return components.filter { $0 != BytePath(".".utf8) }.reduce(absolute) { $0.appending($1) }
    }
}
