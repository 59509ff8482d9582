import Basics
import FoundationEssentials
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

/// Tab completion for folder paths.
public enum FolderCompletion {
    /// Returns the folders that match the typed prefix, sorted, each with a trailing slash. A leading `~/` is kept; a
    /// relative path begins in `base`.
    ///
    /// Includes hidden folders only if the typed name begins with a dot.
    public static func folders(startingWith typed: String, in base: String, home: String) -> [String] {
        if typed == "~" { return ["~/"] }
        let end = typed.lastIndex(of: "/").map { typed.index(after: $0) } ?? typed.startIndex
        let parent = typed[..<end]
        let name = typed[end...]
        let folder = HomePath.absolute(String(parent), in: base, home: home)
        return names(in: folder)
            .filter { $0.hasPrefix(name) && (name.hasPrefix(".") || !$0.hasPrefix(".")) && isFolder(folder + "/" + $0) }
            .sorted()
            .map { parent + $0 + "/" }
    }

    private static func names(in folder: String) -> [String] {
        guard let stream = opendir(folder) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        FolderEntries.read(stream) { name, _, _ in
            if let name = String(validating: name, as: UTF8.self) { names.append(name) }
        }
        return names
    }

    private static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
}

/// The user's download folder, as configured by xdg-user-dirs.
public enum DownloadFolder {
    /// Returns the folder's path, with `~` for the home folder. Defaults to the home folder.
    public static func path(environment: [String: String] = ProcessInfo.processInfo.environment) -> String {
        let home = environment["HOME"] ?? ""
        let configured = environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        let file = (configured ?? home + "/.config") + "/user-dirs.dirs"
        guard let bytes = SmallFile.read(file, atMost: 1 << 16) else { return "~" }
        return path(in: String(decoding: bytes, as: UTF8.self)) ?? "~"
    }

    /// Parses a line such as `XDG_DOWNLOAD_DIR="$HOME/Downloads"`. The value is absolute or begins with `$HOME/`.
    static func path(in userDirs: String) -> String? {
        let assignment = "XDG_DOWNLOAD_DIR=\""
        guard let line = userDirs.split(whereSeparator: \.isNewline).last(where: { $0.hasPrefix(assignment) }),
            let end = line.lastIndex(of: "\"")
        else {
            return nil
        }
        let start = line.index(line.startIndex, offsetBy: assignment.count)
        guard start < end else { return nil }
        var path = String(line[start..<end]).replacing("\\\"", with: "\"").replacing("\\\\", with: "\\")
        if path == "$HOME" || path.hasPrefix("$HOME/") { path = "~" + path.dropFirst("$HOME".count) }
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        return path.hasPrefix("/") || path.hasPrefix("~") ? path : nil
    }
}
