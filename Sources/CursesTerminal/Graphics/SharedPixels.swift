import Glibc

/// Pixels in a POSIX shared memory object. A terminal on the same computer reads and removes it, which is much faster than
/// sending the pixels.
struct SharedPixels: Sendable {
    /// The name for `shm_open`, which only a terminal of the same user can use.
    let name: String

    /// Creates an object; nil if there is no room for it.
    init?(_ bytes: [UInt8]) {
        // By the number of the process, the watchdog finds what a killed program has left.
        name = "/tintype-\(getpid())-\(UInt64.random(in: .min ... .max))"
        let file = shm_open(name, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
        guard file >= 0 else { return nil }
        defer { close(file) }
        // Unlike access to mapped memory, a write into a full file system fails without a signal.
        let isWritten = bytes.withUnsafeBytes { bytes in
            var rest = UnsafeRawBufferPointer(rebasing: bytes[...])
            while !rest.isEmpty {
                let count = write(file, rest.baseAddress, rest.count)
                guard count > 0 else { return false }
                rest = UnsafeRawBufferPointer(rebasing: rest[count...])
            }
            return true
        }
        guard isWritten else {
            remove()
            return nil
        }
    }

    /// Removes the object, if the terminal hasn't. Returns whether it existed.
    @discardableResult
    func remove() -> Bool { shm_unlink(name) == 0 }

    /// Whether the terminal hasn't removed the object.
    var exists: Bool {
        let file = shm_open(name, O_RDONLY | O_CLOEXEC, 0)
        guard file >= 0 else { return false }
        close(file)
        return true
    }
}
