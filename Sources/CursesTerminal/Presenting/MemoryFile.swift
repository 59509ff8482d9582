import CNcurses
import Glibc

/// A file in memory that receives ncurses output.
///
/// ncurses would block on a slow terminal. A memory file never blocks, and holds more than a pipe.
final class MemoryFile {
    let stream: UnsafeMutablePointer<FILE>
    let descriptor: Int32

    init() throws(TerminalStartError) {
        descriptor = memory_file_create()
        guard descriptor >= 0 else { throw .noMemoryFile(errno) }
        guard let stream = fdopen(descriptor, "w+") else {
            let code = errno
            close(descriptor)
            throw .noMemoryFile(code)
        }
        self.stream = stream
    }

    deinit {
        fclose(stream)
    }

    /// Returns the bytes written since the last call.
    func drain() -> [UInt8] {
        fflush(stream)
        let count = Int(lseek(descriptor, 0, SEEK_CUR))
        guard count > 0 else { return [] }
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            initialized = max(0, pread(descriptor, buffer.baseAddress, count, 0))
        }
        lseek(descriptor, 0, SEEK_SET)
        return bytes
    }
}
