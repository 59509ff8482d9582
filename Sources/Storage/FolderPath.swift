import Basics
import Glibc

/// Paths of folders as users type them.
public enum FolderPath {
    /// Returns an absolute path without `.`, `..` and repeated slashes that leads to the same folder; blocks. Links that no
    /// `..` follows stay. A folder that doesn't exist is dropped by its name.
    public static func withoutDots(_ path: String) -> String {
        var folder = ""
        for name in path.split(separator: "/") where name != "." {
            guard name == ".." else {
                folder += "/" + name
                continue
            }
            // The parent of a link's target, not the folder with the link.
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
