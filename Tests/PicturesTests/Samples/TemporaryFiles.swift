import Glibc
import Synchronization

/// Temporary files, removed when the object is destroyed.
final class TemporaryFiles: Sendable {
    private let paths = Mutex<[[UInt8]]>([])

    deinit {
        for path in paths.withLock({ $0 }) { unlink(Self.name(path)) }
    }

    /// Creates a file and returns its path.
    func path(of bytes: [UInt8]) -> [UInt8] {
        var name = Array("/tmp/tintype-test-XXXXXX".utf8CString)
        let descriptor = mkstemp(&name)
        precondition(descriptor >= 0)
        defer { close(descriptor) }
        var done = 0
        while done < bytes.count {
            let count = bytes[done...].withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            precondition(count > 0)
            done += count
        }
        let path = name.dropLast().map(UInt8.init(bitPattern:))
        paths.withLock { $0.append(path) }
        return path
    }

    /// Creates a symbolic link to a file.
    func link(_ path: [UInt8], to target: [UInt8]) {
        precondition(symlink(Self.name(target), Self.name(path)) == 0)
        paths.withLock { $0.append(path) }
    }

    /// Returns a path as a C string.
    static func name(_ path: [UInt8]) -> [CChar] {
        path.map(CChar.init(bitPattern:)) + [0]
    }
}
