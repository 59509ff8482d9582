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

    /// The secret, as `key(in:)` finds it in the file.
    public func read() throws(Failure) -> String {
        guard let key = Self.key(in: try text()) else { throw .empty(path: path) }
        return key
    }

    /// The first line that is not blank, without spaces around it.
    public func readLine() throws(Failure) -> String {
        guard let line = Self.line(in: try text()) else { throw .empty(path: path) }
        return line
    }

    private func text() throws(Failure) -> String {
        // The permissions of the very file that is read, whatever its name stands for a moment later.
        guard let file = SmallFile.read(path, atMost: Self.greatestSize, in: AT_FDCWD, followsLinks: true) else {
            throw .unreadable(path: path)
        }
        guard file.permissions & 0o077 == 0 else { throw .readableByOthers(path: path) }
        return String(decoding: file.bytes, as: UTF8.self)
    }

    /// The line of a secret; nil where there is none, or it cannot be sent in a header.
    public static func key(in text: String) -> String? {
        guard let line = line(in: text),
            line.allSatisfy({ $0.asciiValue.map { (0x21...0x7E).contains($0) } ?? false })
        else { return nil }
        return line
    }

    private static func line(in text: String) -> String? {
        let lines = text.split(whereSeparator: \.isNewline).map { line in
            line.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed()
        }
        return lines.first { !$0.isEmpty }.map { String($0) }
    }
}
