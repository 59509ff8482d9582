import FoundationEssentials
import Glibc
import Testing

/// Traits that skip a test, with a reason that `docs/run-tests` lists at the end.
extension Trait where Self == ConditionTrait {
    /// Requires root, for example to become another user.
    public static var requiresRoot: Self { .enabled(if: geteuid() == 0, "needs root") }

    /// Requires root that may mount file systems, unlike in most containers.
    public static var requiresMounting: Self { .enabled(if: SmallDisk.canBeMade, "needs root that may mount a disk") }

    /// Requires external data, in the folder named by an environment variable.
    public static func requires(variable: String) -> Self {
        .enabled(if: ProcessInfo.processInfo.environment[variable] != nil, "\(variable) is not set")
    }

    /// Requires a program in `/usr/bin`.
    public static func requires(program: String) -> Self {
        .enabled(if: access("/usr/bin/\(program)", X_OK) == 0, "\(program) is not installed")
    }

    /// Requires a kernel that has a file system.
    public static func requires(fileSystem: String) -> Self {
        let known = (try? String(contentsOfFile: "/proc/filesystems", encoding: .utf8)) ?? ""
        return .enabled(
            if: known.split(whereSeparator: \.isWhitespace).contains { $0 == fileSystem },
            "the kernel has no \(fileSystem)")
    }

    /// Requires free space in the folder for temporary files.
    public static func requires(gigabytes: Int) -> Self {
        let folder = FileManager.default.temporaryDirectory.path
        let free = try? FileManager.default.attributesOfFileSystem(forPath: folder)[.systemFreeSize] as? Int
        return .enabled(if: (free ?? 0) > gigabytes << 30, "needs \(gigabytes) GB in \(folder)")
    }
}
