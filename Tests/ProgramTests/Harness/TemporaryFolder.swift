import Foundation

/// A new empty folder that is removed when the last reference to it goes.
final class TemporaryFolder {
    let path: String

    /// - Parameter isOpenToAll: whether every account may write there.
    init(isOpenToAll: Bool = false) throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "tintype-tests-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        path = url.path
        if isOpenToAll { chmod(path, 0o777) }
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Makes a folder below this one, and those in between.
    func makeFolder(_ name: String) throws -> String {
        try FileManager.default.createDirectory(atPath: path + "/" + name, withIntermediateDirectories: true)
        return path + "/" + name
    }
}
