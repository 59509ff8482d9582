import Basics
import FoundationEssentials
import Glibc

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
