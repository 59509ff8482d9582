import Basics
import Glibc

/// Paths of folders as users type them.
public enum FolderPath {
    /// Returns an absolute path without `.`, `..` and repeated slashes that leads to the same folder; blocks. Resolves
    /// a link only if `..` follows it; `..` after a missing folder just drops that name.
    public static func withoutDots(_ path: String) -> String {
        var folder = ""
        for name in path.split(separator: "/") where name != "." {
            guard name == ".." else {
                folder += "/" + name
                continue
            }
            // `..` after a link is the parent of the link's target.
            if isLink(folder), let target = String(validating: CanonicalPath.resolve(Array(folder.utf8)), as: UTF8.self)
            {
                folder = target
            }
            folder.removeSubrange((folder.lastIndex(of: "/") ?? folder.startIndex)...)
        }
        return folder.isEmpty ? "/" : folder
    }

    private static func isLink(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    }
}
