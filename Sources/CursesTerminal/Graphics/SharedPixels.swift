import Glibc

/// Pixels in a POSIX shared memory object. A terminal on the same computer reads and removes it, which is much faster than
/// sending the pixels. Otherwise the object is removed with this instance.
final class SharedPixels: Sendable {
    /// The name for `shm_open`. Only programs of the same user, and root, can open the object.
    let name: String

    /// Creates an object; nil if there is no room for it.
    init?(_ bytes: [UInt8]) {
        // The watchdog finds the objects of a killed program by the number of its process.
        name = "/tintype-\(getpid())-\(UInt64.random(in: .min ... .max))"
        let file = shm_open(name, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
        guard file >= 0 else { return nil }
        defer { close(file) }
        // Unlike access to mapped memory, a write into a full file system fails without a signal.
        let isWritten = bytes.withUnsafeBytes { bytes in
            var remainder = UnsafeRawBufferPointer(rebasing: bytes[...])
            while !remainder.isEmpty {
                let count = write(file, remainder.baseAddress, remainder.count)
                guard count > 0 else { return false }
                remainder = UnsafeRawBufferPointer(rebasing: remainder[count...])
            }
            return true
        }
        guard isWritten else { return nil }
    }

    deinit { remove() }

    /// Removes the object. Returns whether it still existed.
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
