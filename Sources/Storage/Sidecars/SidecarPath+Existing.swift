import Albums
import Basics
import Glibc

extension SidecarPath {
    /// Returns the sidecars and other companions of a file that exist, each once; blocks.
    public static func existing(besides path: [UInt8]) -> [[UInt8]] {
        let folder = path.folder
        var names: Set<[UInt8]> = []
        guard let stream = folder.withCPath({ opendir($0) }) else { return [] }
        FolderEntries.read(stream) { name, _, _ in names.insert(name) }
        closedir(stream)
        var seen: Set<FileNode> = []
        return CompanionFiles(names, hasPicture: names.contains).names(of: path.name).map(folder.appending).filter {
            sidecar in
            var status = stat()
            guard sidecar.withCPath({ stat($0, &status) }) == 0, status.st_mode & S_IFMT == S_IFREG else {
                return false
            }
            // Names that differ in case may be the same file.
            return seen.insert(FileNode(status)).inserted
        }
    }

    /// Returns the path for the copy of a sidecar, named after the copy of its picture: `Dune.jpg.xmp` or `Dune.xmp`
    /// beside `Dune.jpg`. Keeps the name of a sidecar that isn't named after the picture.
    public static func path(forCopyOf sidecar: [UInt8], of path: [UInt8], savedAt copy: [UInt8]) -> [UInt8] {
        for (original, copied) in [(path, copy), (path.withoutExtension, copy.withoutExtension)]
        where sidecar.starts(with: original)
            && [UInt8(ascii: "."), UInt8(ascii: "_")].contains(sidecar[original.count...].first)
        {
            return copied + sidecar[original.count...]
        }
        let folder = copy[..<(copy.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0)]
        let name = sidecar[(sidecar.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0)...]
        return Array(folder + name)
    }
}

extension [UInt8] {
    /// The path without the extension of its last component.
    fileprivate var withoutExtension: [UInt8] {
        let start = lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
        guard let dot = lastIndex(of: UInt8(ascii: ".")), dot > start else { return self }
        return Array(self[..<dot])
    }
}
