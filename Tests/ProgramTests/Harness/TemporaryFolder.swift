import Foundation

/// A temporary folder, deleted with the last reference to it.
final class TemporaryFolder {
    let path: String

    /// - Parameter isOpenToAll: Whether every account can write to the folder.
    init(isOpenToAll: Bool = false) throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "tintype-tests-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        path = url.path
        if isOpenToAll { chmod(path, 0o777) }
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Creates a folder below this one, including its parents.
    func makeFolder(_ name: String) throws -> String {
        try FileManager.default.createDirectory(atPath: path + "/" + name, withIntermediateDirectories: true)
        return path + "/" + name
    }
}
