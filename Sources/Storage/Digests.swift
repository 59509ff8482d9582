import Basics
import CNettle
import Glibc

/// SHA-256.
struct SHA256 {
    /// The length of a hash, in bytes.
    static let length = Int(SHA256_DIGEST_SIZE)

    private var context = sha256_ctx()

    private init() { nettle_sha256_init(&context) }

    private mutating func add(_ bytes: UnsafeRawBufferPointer) {
        guard let start = bytes.bindMemory(to: UInt8.self).baseAddress else { return }
        nettle_sha256_update(&context, bytes.count, start)
    }

    private mutating func end() -> [UInt8] {
        var hash = [UInt8](repeating: 0, count: Self.length)
        nettle_sha256_digest(&context, hash.count, &hash)
        return hash
    }

    /// Returns the hash of `bytes`.
    static func hash(_ bytes: [UInt8]) -> [UInt8] {
        var hash = SHA256()
        bytes.withUnsafeBytes { hash.add($0) }
        return hash.end()
    }

    /// Returns the hash of a file; nil if it can't be read, is no regular file, or the work is cancelled. Blocks.
    static func hash(ofFileAt path: [UInt8], cancellation: CancellationFlag) -> [UInt8]? {
        // Nonblocking, because opening a FIFO would block until it has a writer.
        let descriptor = path.withCPath { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        var hash = SHA256()
        var buffer = [UInt8](repeating: 0, count: partLength)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0, !cancellation.isCancelled else { return nil }
            if count == 0 { return hash.end() }
            buffer.withUnsafeBytes { hash.add(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
        }
    }

    /// The number of bytes of a file to read at a time.
    private static let partLength = 1 << 20
}

/// MD5, for names in the thumbnail cache of the desktop. It isn't secure, and nothing relies on that.
enum MD5 {
    /// Returns the hash of `bytes` in lowercase hexadecimal digits.
    static func hexadecimal(_ bytes: [UInt8]) -> String {
        var context = md5_ctx()
        nettle_md5_init(&context)
        nettle_md5_update(&context, bytes.count, bytes)
        var hash = [UInt8](repeating: 0, count: Int(MD5_DIGEST_SIZE))
        nettle_md5_digest(&context, hash.count, &hash)
        return hash.hexadecimal
    }
}

extension [UInt8] {
    /// The bytes as lowercase hexadecimal digits.
    var hexadecimal: String { map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() }
}
