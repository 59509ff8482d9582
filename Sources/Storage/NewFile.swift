import Glibc

/// Files that did not exist before.
public enum NewFile {
    /// Writes a file that everybody may read as far as the process lets them, and makes the folders it is in.
    ///
    /// It is there whole or not at all. Where there is a file already, that stays: the new one gets a number, as in
    /// `Dune 2.jpg`. Returns its path.
    public static func write(_ bytes: [UInt8], to path: String) throws(StorageFailure) -> String {
        let temporaryPath = "\(path).\(getpid()).part"
        try SmallFile.write(bytes, to: temporaryPath)
        defer { unlink(temporaryPath) }
        chmod(temporaryPath, 0o666 & ~creationMask)
        for number in 1...1000 {
            let numbered = number == 1 ? path : self.path(path, numbered: number)
            // Unlike a rename, a link never replaces a file.
            if link(temporaryPath, numbered) == 0 { return numbered }
            guard errno == EEXIST else { throw .ofLastCall(on: numbered) }
        }
        throw .ofLastCall(on: path)
    }

    /// What the process lets nobody do with its new files; it can only be read by setting it.
    private static var creationMask: mode_t {
        let mask = umask(0o077)
        umask(mask)
        return mask
    }

    private static func path(_ path: String, numbered number: Int) -> String {
        let name = path.lastIndex(of: "/").map { path[path.index(after: $0)...] } ?? path[...]
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "\(path) \(number)" }
        return "\(path[..<dot]) \(number)\(path[dot...])"
    }
}
