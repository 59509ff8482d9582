import Basics
import FoundationEssentials
import Glibc

/// A file with a secret, readable only by its owner.
public struct KeyFile: Sendable {
    /// The reason the secret cannot be used.
    public enum Failure: Error, Hashable, Sendable {
        case unreadable(path: String)
        case ofAnotherUser(path: String)
        /// The permissions let other users read the file.
        case readableByOthers(path: String)
        case empty(path: String)
    }

    /// Larger than any key, in bytes.
    private static let maxSize = 4096

    private let path: String
    private let user: uid_t

    /// - Parameters:
    ///   - path: absolute, or relative to the home directory with `~/`.
    ///   - user: the only permitted owner of the file besides root.
    public init(path: String, user: uid_t = geteuid()) {
        self.path = HomePath.expanded(path)
        self.user = user
    }

    /// Returns the secret, as parsed by `key(in:)`.
    public func read() throws(Failure) -> String {
        guard let key = Self.key(in: try text()) else { throw .empty(path: path) }
        return key
    }

    /// Returns the first non-blank line, trimmed.
    public func readLine() throws(Failure) -> String {
        guard let line = Self.line(in: try text()) else { throw .empty(path: path) }
        return line
    }

    private func text() throws(Failure) -> String {
        guard let file = try? SmallFile.contents(of: path, atMost: Self.maxSize) else {
            throw .unreadable(path: path)
        }
        // Even if root runs the program: another user could supply a key, and read the requests made with it.
        guard file.belongs(to: user) else { throw .ofAnotherUser(path: path) }
        guard file.permissions & 0o077 == 0 else { throw .readableByOthers(path: path) }
        return String(decoding: file.bytes, as: UTF8.self)
    }

    /// Returns the first non-blank line; nil if there is none or it contains characters not allowed in an HTTP header.
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
