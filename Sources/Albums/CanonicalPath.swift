import Glibc

/// The one absolute path of a file, whatever links and folders lead to it; bytes, because a file name need not be UTF-8.
public enum CanonicalPath {
    /// Resolves all symbolic links; blocks. Of a path that does not exist, the folders that do are resolved.
    public static func resolve(_ path: [UInt8]) -> [UInt8] {
        var existing = path[...]
        while !existing.isEmpty {
            if let resolved = realpath(Array(existing)) {
                let rest = path[existing.endIndex...].drop { $0 == slash }
                guard !rest.isEmpty else { return resolved }
                return resolved == [slash] ? resolved + rest : resolved + [slash] + rest
            }
            existing = existing[..<(existing.lastIndex(of: slash) ?? existing.startIndex)]
        }
        return path
    }

    /// The path of a file in a folder whose own path is canonical; blocks.
    public static func ofFile(named name: [UInt8], in folder: [UInt8]) -> [UInt8] {
        let path = folder == [slash] ? folder + name : folder + [slash] + name
        var target = CChar()
        // Most files are no links, which costs less to find out.
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
    /// Hands out the path as C has it, with a zero byte at the end.
    fileprivate func withCPath<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
        (map { CChar(bitPattern: $0) } + [0]).withUnsafeBufferPointer { body($0.baseAddress.unsafelyUnwrapped) }
    }
}
