import FoundationEssentials

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
