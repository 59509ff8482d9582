import Glibc
import TerminalUI

/// Where the program complains before it has the screen.
enum StandardError {
    /// Writes a line; control and format characters in it become stand-ins.
    static func write(line: String) {
        // Where nobody can read a complaint, there is none.
        _ = Stream.write(Array((VisibleText.printable(line) + "\n").utf8), to: STDERR_FILENO)
    }
}

/// Prints what a command was asked for. Nothing else writes to standard output, so no failed write goes unnoticed.
enum StandardOutput {
    /// A failed write, such as on a full disk.
    struct Failure: Error {
        /// The system's own message, such as `No space left on device`.
        let reason: String
    }

    /// Writes lines; control and format characters in them become stand-ins.
    static func write(lines: [String]) throws(Failure) {
        try write(Array(lines.reduce(into: "") { $0 += VisibleText.printable($1) + "\n" }.utf8))
    }

    /// Writes one line of columns with tabs between; tabs in them become stand-ins.
    static func write(columns: [String]) throws(Failure) {
        try write(Array((columns.map(VisibleText.printable).joined(separator: "\t") + "\n").utf8))
    }

    /// Writes all bytes. A reader that closes the pipe early is no failure.
    static func write(_ bytes: [UInt8]) throws(Failure) {
        let error = Stream.write(bytes, to: STDOUT_FILENO)
        guard error == 0 || error == EPIPE else { throw Failure(reason: String(cString: strerror(error))) }
    }
}

private enum Stream {
    /// Writes all bytes, or ends with an error number (errno).
    static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
        bytes.withUnsafeBytes { buffer in
            var rest = buffer[...]
            while !rest.isEmpty {
                let count = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                if count < 0 && errno == EINTR { continue }
                guard count > 0 else { return errno }
                rest = rest.dropFirst(count)
            }
            return 0
        }
    }
}
