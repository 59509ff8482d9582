import FoundationEssentials
import Glibc

/// The program's folders in the user's home, by the XDG Base Directory Specification 0.8.
public enum UserFolder: Sendable, CaseIterable {
    /// State saved between runs.
    case state
    /// Data created by the user, such as favorites.
    case data
    /// Data that can be regenerated.
    case cache
    /// The user's configuration.
    case configuration

    /// The folder's path, such as `/home/ada/.local/state/tintype`; the folder need not exist.
    public var path: String {
        path(
            environment: ProcessInfo.processInfo.environment,
            accountHome: FileManager.default.homeDirectoryForCurrentUser.path)
    }

    /// The path of the thumbnail cache that desktop programs share.
    static var thumbnails: String {
        UserFolder.cache.base(
            environment: ProcessInfo.processInfo.environment,
            accountHome: FileManager.default.homeDirectoryForCurrentUser.path) + "/thumbnails"
    }

    /// The path of the trash in the home folder, which all programs share.
    public static var trash: String {
        UserFolder.data.base(
            environment: ProcessInfo.processInfo.environment,
            accountHome: FileManager.default.homeDirectoryForCurrentUser.path) + "/Trash"
    }

    /// Whether files can be created in the folder; has no side effects.
    public var canBeWritten: Bool { Self.canBeWritten(path) }

    static func canBeWritten(_ folder: String) -> Bool {
        var existing = folder
        // A missing folder can be created if its nearest existing ancestor is writable.
        while !existing.isEmpty, access(existing, F_OK) != 0, let slash = existing.lastIndex(of: "/") {
            existing = String(existing[..<slash])
        }
        return access(existing.isEmpty ? "/" : existing, W_OK | X_OK) == 0
    }

    /// Returns the folder's path in an environment.
    ///
    /// Ignores empty or relative variables, as the specification demands.
    /// - Parameter accountHome: the account's home folder, used without `HOME`.
    func path(environment: [String: String], accountHome: String) -> String {
        base(environment: environment, accountHome: accountHome) + "/tintype"
    }

    private func base(environment: [String: String], accountHome: String) -> String {
        let absolute = { (variable: String) in environment[variable].flatMap { $0.hasPrefix("/") ? $0 : nil } }
        if let base = absolute(variable) { return base }
        let home = absolute("HOME") ?? accountHome
        return "\(home)/\(pathInHome)"
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
