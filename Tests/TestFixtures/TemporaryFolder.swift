import FoundationEssentials
import Glibc

/// A temporary folder, deleted with the object.
public final class TemporaryFolder: Sendable {
    public let path: String

    /// - Parameters:
    ///   - inMemory: whether to use an in-memory file system, which can store any time.
    ///   - isOpenToAll: whether every account can write to the folder.
    public init(inMemory: Bool = false, isOpenToAll: Bool = false) throws {
        let parent = inMemory ? "/dev/shm" : FileManager.default.temporaryDirectory.path
        path = parent + "/tintype-tests-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        if isOpenToAll { chmod(path, 0o777) }
    }

    deinit {
        // FileManager cannot remove paths longer than PATH_MAX.
        system("rm -rf '\(path)'")
    }

    public var bytes: [UInt8] { Array(path.utf8) }

    /// Creates a folder below this one, including its parents.
    public func makeFolder(_ name: String) throws -> String {
        try FileManager.default.createDirectory(atPath: path + "/" + name, withIntermediateDirectories: true)
        return path + "/" + name
    }

    /// Creates a file at a path in this folder, along with its parent folders.
    public func addFile(_ name: String, contents: String = "") throws {
        let file = "\(path)/\(name)"
        let folder = file.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try addFile(Array(name.utf8), contents: contents)
    }

    /// Creates a file; its name need not be UTF-8.
    public func addFile(_ name: [UInt8], contents: String = "") throws {
        try addFile(name, contents: Array(contents.utf8))
    }

    private func addFile(_ name: [UInt8], contents: [UInt8]) throws {
        let path = (bytes + [UInt8(ascii: "/")] + name + [0]).map { CChar(bitPattern: $0) }
        let descriptor = open(path, O_CREAT | O_WRONLY | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw FileFailure(code: errno) }
        defer { close(descriptor) }
        let written = contents.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        guard written == contents.count else { throw FileFailure(code: errno) }
    }

    /// Creates an executable file at a path in this folder, along with its parent folders, and returns its path.
    ///
    /// Another process writes it. A program that another test starts at this moment would inherit the open file from
    /// this one, and Linux executes no file that is open for writing.
    @discardableResult
    public func addProgram(_ name: String, contents: [UInt8]) throws -> String {
        let source = try TemporaryFolder()
        try source.addFile(Array("program".utf8), contents: contents)
        let file = "\(path)/\(name)"
        guard system("install -D -m 755 '\(source.path)/program' '\(file)'") == 0 else { throw FileFailure(code: EIO) }
        return file
    }

    @discardableResult
    public func addProgram(_ name: String, contents: String) throws -> String {
        try addProgram(name, contents: Array(contents.utf8))
    }

    public func addLink(_ name: String, to target: String) throws {
        guard symlink(target, "\(path)/\(name)") == 0 else { throw FileFailure(code: errno) }
    }

    public func addFIFO(_ name: String) throws {
        guard mkfifo("\(path)/\(name)", 0o600) == 0 else { throw FileFailure(code: errno) }
    }

    public func addSocket(_ name: String) throws {
        guard mknod("\(path)/\(name)", S_IFSOCK | 0o600, 0) == 0 else { throw FileFailure(code: errno) }
    }

    /// Creates nested folders, deeper than PATH_MAX allows, with an empty file in the innermost.
    public func addNestedFolders(named name: String, count: Int, withFile file: String) throws {
        var descriptor = open(path, O_RDONLY | O_DIRECTORY)
        defer { close(descriptor) }
        for _ in 0..<count {
            guard mkdirat(descriptor, name, 0o700) == 0 else { throw FileFailure(code: errno) }
            let next = openat(descriptor, name, O_RDONLY | O_DIRECTORY)
            close(descriptor)
            descriptor = next
        }
        let created = openat(descriptor, file, O_CREAT | O_WRONLY, 0o600)
        guard created >= 0 else { throw FileFailure(code: errno) }
        close(created)
    }

    public func setModificationTime(ofFile name: String, toSecondsSince1970 seconds: Int) throws {
        let time = timespec(tv_sec: seconds, tv_nsec: 0)
        guard utimensat(AT_FDCWD, "\(path)/\(name)", [time, time], 0) == 0 else { throw FileFailure(code: errno) }
    }

    public func removeFile(_ name: String) throws {
        guard unlink("\(path)/\(name)") == 0 else { throw FileFailure(code: errno) }
    }

    public struct FileFailure: Error {
        let code: Int32
    }
}
