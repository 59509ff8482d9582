import Glibc

/// The absolute path of a file with all symbolic links resolved. Paths are bytes, because file names need not be UTF-8.
public enum CanonicalPath {
    /// Resolves all symbolic links; blocks. If the path does not exist, resolves its longest existing prefix.
    public static func resolve(_ path: [UInt8]) -> [UInt8] {
        var existing = path[...]
        while !existing.isEmpty {
            if let resolved = realpath(Array(existing)) {
                let remainder = path[existing.endIndex...].drop { $0 == slash }
                guard !remainder.isEmpty else { return resolved }
                return resolved == [slash] ? resolved + remainder : resolved + [slash] + remainder
            }
            existing = existing[..<(existing.lastIndex(of: slash) ?? existing.startIndex)]
        }
        return path
    }

    /// Resolves a file in a folder that has already been resolved; blocks.
    public static func ofFile(named name: [UInt8], in folder: [UInt8]) -> [UInt8] {
        let path = folder == [slash] ? folder + name : folder + [slash] + name
        var target = CChar()
        // Most files are not links, and readlink is cheaper than realpath.
        let isLink = path.withCPath { readlink($0, &target, 1) } >= 0
        return isLink ? resolve(path) : path
    }

    private static let slash = UInt8(ascii: "/")

    private static func realpath(_ path: [UInt8]) -> [UInt8]? {
        guard let resolved = path.withCPath({ Glibc.realpath($0, nil) }) else { return nil }
        defer { free(resolved) }
        return [UInt8](UnsafeRawBufferPointer(start: resolved, count: strlen(resolved)))
    }
}

extension [UInt8] {
    /// Calls `body` with the path as a null-terminated C string.
    public func withCPath<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
        (map { CChar(bitPattern: $0) } + [0]).withUnsafeBufferPointer { body($0.baseAddress.unsafelyUnwrapped) }
    }
}
