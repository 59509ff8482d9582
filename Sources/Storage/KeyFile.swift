import FoundationEssentials
import Glibc

/// A file with a secret, which nobody but its owner may read.
public struct KeyFile: Sendable {
    /// Why the secret is not used.
    public enum Failure: Error, Hashable, Sendable {
        case unreadable(path: String)
        /// Others could read it too.
        case readableByOthers(path: String)
        case empty(path: String)
    }

    /// More than any key is long.
    private static let greatestSize = 4096

    private let path: String

    /// - Parameter path: absolute, or below the home directory with `~/`.
    public init(path: String) {
        self.path = UserFolder.inHome(path)
    }

    /// The first line, without spaces around it.
    public func read() throws(Failure) -> String {
        var status = stat()
        guard stat(path, &status) == 0, let bytes = SmallFile.read(path, atMost: Self.greatestSize) else {
            throw .unreadable(path: path)
        }
        guard status.st_mode & 0o077 == 0 else { throw .readableByOthers(path: path) }
        let line = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).first ?? ""
        let key = line.filter { !$0.isWhitespace }
        guard !key.isEmpty else { throw .empty(path: path) }
        return key
    }
}
