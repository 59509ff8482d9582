import Albums
import Glibc

/// Input piped into the program.
enum StandardInput {
    /// Reads all bytes of a file, or of standard input if the name is `-`.
    /// - Throws: `PictureFailure` if the input cannot be read or is longer than `limit`.
    static func read(from file: String, atMost limit: Int) throws(PictureFailure) -> [UInt8] {
        guard file != "-" else { return try read(atMost: limit) }
        let descriptor = open(file, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .unreadable(reason: String(cString: strerror(errno))) }
        defer { close(descriptor) }
        return try read(descriptor, atMost: limit)
    }

    /// Reads all bytes of standard input.
    /// - Throws: `PictureFailure` if the input cannot be read or is longer than `limit`.
    static func read(atMost limit: Int) throws(PictureFailure) -> [UInt8] {
        try read(STDIN_FILENO, atMost: limit)
    }

    private static func read(_ descriptor: Int32, atMost limit: Int) throws(PictureFailure) -> [UInt8] {
        var bytes: [UInt8] = []
        while true {
            let start = bytes.count
            bytes.append(contentsOf: repeatElement(0, count: 1 << 16))
            let count = bytes.withUnsafeMutableBytes { buffer in
                Glibc.read(descriptor, buffer.baseAddress.map { $0 + start }, 1 << 16)
            }
            bytes.removeLast((1 << 16) - max(0, count))
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { throw .unreadable(reason: String(cString: strerror(errno))) }
            guard count > 0 else { return bytes }
            guard bytes.count <= limit else { throw .fileTooLarge(maxBytes: limit) }
        }
    }
}
