import FoundationEssentials
import Glibc

/// A folder of the person's own that the program keeps something in, by the XDG Base Directory Specification 0.8.
public enum UserFolder: Sendable, CaseIterable {
    /// What is remembered between runs.
    case state
    /// What a person made, such as favorites.
    case data
    /// What can be made again.
    case cache
    /// What a person set.
    case configuration

    /// The folder's path, such as `/home/ada/.local/state/tintype`; the folder need not exist.
    public var path: String {
        path(
            environment: ProcessInfo.processInfo.environment,
            accountHome: FileManager.default.homeDirectoryForCurrentUser.path)
    }

    /// Whether files can be made there; nothing is made to find that out.
    public var canBeWritten: Bool { Self.canBeWritten(path) }

    static func canBeWritten(_ folder: String) -> Bool {
        var existing = folder
        // What is missing can be made where its parent can be written.
        while !existing.isEmpty, access(existing, F_OK) != 0, let slash = existing.lastIndex(of: "/") {
            existing = String(existing[..<slash])
        }
        return access(existing.isEmpty ? "/" : existing, W_OK | X_OK) == 0
    }

    /// A path with the home folder in place of a `~` at its beginning.
    public static func inHome(_ path: String) -> String {
        guard path == "~" || path.hasPrefix("~/") else { return path }
        let home = ProcessInfo.processInfo.environment["HOME"] ?? FileManager.default.homeDirectoryForCurrentUser.path
        return home + path.dropFirst()
    }

    /// Variables that are empty or relative are ignored, as the specification demands; without `HOME` it is the account's
    /// home folder.
    func path(environment: [String: String], accountHome: String) -> String {
        let absolute = { (variable: String) in environment[variable].flatMap { $0.hasPrefix("/") ? $0 : nil } }
        if let base = absolute(variable) { return base + "/tintype" }
        let home = absolute("HOME") ?? accountHome
        return "\(home)/\(pathInHome)/tintype"
    }

    private var variable: String {
        switch self {
        case .state: "XDG_STATE_HOME"
        case .data: "XDG_DATA_HOME"
        case .cache: "XDG_CACHE_HOME"
        case .configuration: "XDG_CONFIG_HOME"
        }
    }

    private var pathInHome: String {
        switch self {
        case .state: ".local/state"
        case .data: ".local/share"
        case .cache: ".cache"
        case .configuration: ".config"
        }
    }
}
