import Glibc

/// Where the program complains before it has the screen.
enum StandardError {
    static func write(line: String) {
        Stream.write(Array((line + "\n").utf8), to: STDERR_FILENO)
    }
}

/// Where commands print what they are asked for.
enum StandardOutput {
    static func write(_ bytes: [UInt8]) {
        Stream.write(bytes, to: STDOUT_FILENO)
    }
}

private enum Stream {
    /// Writes all bytes; gives up where nobody can read them.
    static func write(_ bytes: [UInt8], to descriptor: Int32) {
        bytes.withUnsafeBytes { buffer in
            var rest = buffer[...]
            while !rest.isEmpty {
                let count = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                if count < 0 && errno == EINTR { continue }
                guard count > 0 else { return }
                rest = rest.dropFirst(count)
            }
        }
    }
}
