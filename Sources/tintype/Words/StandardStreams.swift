import Glibc

/// Where the program complains before it has the screen.
enum StandardError {
    static func write(line: String) {
        // Where nobody can read a complaint, there is none.
        _ = Stream.write(Array((line + "\n").utf8), to: STDERR_FILENO)
    }
}

/// Where commands print what they are asked for.
enum StandardOutput {
    /// Such as a full disk.
    struct Failure: Error {
        /// As the system tells it.
        let reason: String
    }

    /// Nobody need read on to the end: that is no failure.
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
