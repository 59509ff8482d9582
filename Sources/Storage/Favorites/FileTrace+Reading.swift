import Albums
import Basics
import FoundationEssentials
import Glibc

extension FileTrace {
    /// Reads the trace of a file; nil if it is missing or no regular file. Blocks.
    ///
    /// - Parameter hashing: whether to read the hash, for which up to 128 KB are read.
    init?(of path: [UInt8], hashing: Bool) {
        var status = stat()
        guard path.withCPath({ stat($0, &status) }) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        self.init(identity: FileIdentity(status), hash: hashing ? Self.hash(of: path) : nil, time: .now)
    }

    /// Returns a hash of the first and the last 64 KB of a file and of its size; nil if it can't be read.
    ///
    /// Photos differ there: the beginning has their metadata and thumbnail, the end has pixels.
    static func hash(of path: [UInt8]) -> [UInt8]? {
        // Nonblocking, because opening a FIFO would block until it has a writer.
        let descriptor = path.withCPath { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        var bytes: [UInt8] = []
        for offset in [0, max(0, status.st_size - sampleSize)] {
            var sample = [UInt8](repeating: 0, count: sampleSize)
            let count = sample.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, offset) }
            guard count >= 0 else { return nil }
            bytes += sample.prefix(count)
        }
        return SHA256.hash(bytes + withUnsafeBytes(of: Int64(status.st_size).bigEndian, Array.init))
    }

    private static let sampleSize = 64 << 10
}
