import Albums

/// Finds the XMP files that other programs keep beside pictures.
enum SidecarFiles {
    /// Returns the sidecars of a file that exist and can be opened, the most specific first: `IMG.jpg.xmp`, as darktable
    /// and digiKam name them, then `IMG.xmp`, as Lightroom does.
    static func sources(besides source: EncodedSource) -> [EncodedSource] {
        guard case .file(let path) = source else { return [] }
        return names(of: path).filter { (try? PictureFile(path: $0)) != nil }.map { .file(path: $0) }
    }

    static func names(of path: [UInt8]) -> [[UInt8]] {
        let suffix = Array(".xmp".utf8)
        var names = [path + suffix]
        let slash = path.lastIndex(of: UInt8(ascii: "/")) ?? -1
        if let dot = path.lastIndex(of: UInt8(ascii: ".")), dot > slash + 1 { names.append(path[..<dot] + suffix) }
        return names
    }
}
