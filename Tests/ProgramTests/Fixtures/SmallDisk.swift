import Foundation

/// A disk in memory that is soon full, mounted at a folder; only root can.
final class SmallDisk {
    let path: String
    private var filler: String { path + "/filler" }

    /// - Parameter bytes: a multiple of a page.
    init(at path: String, bytes: Int) throws {
        self.path = path
        guard mount("tmpfs", path, "tmpfs", 0, "size=\(bytes)") == 0 else { throw SystemError("mount") }
    }

    deinit {
        // A program that was just ended may still have its files open.
        umount2(path, Int32(MNT_DETACH))
    }

    static let canBeMade: Bool = {
        guard geteuid() == 0, let folder = try? TemporaryFolder() else { return false }
        return (try? SmallDisk(at: folder.path, bytes: 1 << 16)) != nil
    }()

    /// Leaves no room at all.
    func fill() throws {
        let file = open(filler, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        guard file >= 0 else { throw SystemError("create \(filler)") }
        defer { close(file) }
        let page = [UInt8](repeating: 1, count: 4096)
        while write(file, page, page.count) > 0 {}
    }

    func makeRoom() {
        unlink(filler)
    }
}
