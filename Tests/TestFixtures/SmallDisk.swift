import Glibc

/// A small tmpfs mounted at a folder, for tests with the trait `requiresMounting`.
public final class SmallDisk: Sendable {
    public let path: String
    private var filler: String { path + "/filler" }

    /// - Parameter bytes: The size, a multiple of the page size.
    public init(at path: String, bytes: Int) throws {
        self.path = path
        guard mount("tmpfs", path, "tmpfs", 0, "size=\(bytes)") == 0 else {
            throw TemporaryFolder.FileFailure(code: errno)
        }
    }

    deinit {
        // A program that has just ended may still have files open.
        umount2(path, Int32(MNT_DETACH))
    }

    static let canBeMade: Bool = {
        guard geteuid() == 0, let folder = try? TemporaryFolder() else { return false }
        return (try? SmallDisk(at: folder.path, bytes: 1 << 16)) != nil
    }()

    /// Fills the disk completely.
    public func fill() throws {
        let file = open(filler, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw TemporaryFolder.FileFailure(code: errno) }
        defer { close(file) }
        let page = [UInt8](repeating: 1, count: 4096)
        while write(file, page, page.count) > 0 {}
    }

    public func makeRoom() {
        unlink(filler)
    }
}
