import FoundationEssentials

/// Paths as the user types and reads them, in which `~` is the home folder.
public enum HomePath {
    /// The path of the user's home folder.
    public static var ofUser: String {
        ProcessInfo.processInfo.environment["HOME"] ?? FileManager.default.homeDirectoryForCurrentUser.path
    }

    /// Replaces a leading `~` by the home folder.
    public static func expanded(_ path: String, home: String = ofUser) -> String {
        path == "~" || path.hasPrefix("~/") ? home + path.dropFirst() : path
    }

    /// Returns the absolute path of a typed one.
    ///
    /// - Parameter folder: the absolute path of the folder in which relative paths begin.
    public static func absolute(_ path: String, in folder: String, home: String = ofUser) -> String {
        let path = expanded(path, home: home)
        return path.hasPrefix("/") ? path : folder + (folder.hasSuffix("/") ? "" : "/") + path
    }

    /// Replaces the home folder by `~`, as shells do.
    public static func abbreviated(_ path: String, home: String) -> String {
        guard home.count > 1 else { return path }
        return path == home ? "~" : path.hasPrefix(home + "/") ? "~" + path.dropFirst(home.count) : path
    }
}
