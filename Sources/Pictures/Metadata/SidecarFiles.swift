import Albums

/// Finds the XMP files beside pictures.
enum SidecarFiles {
    /// Returns the sidecars of a file that exist and can be opened, the most specific first.
    static func sources(besides source: EncodedSource) -> [EncodedSource] {
        guard case .file(let path) = source else { return [] }
        return readable(SidecarPath.paths(besides: path))
    }

    /// Returns the XMP sidecars of a file that exist and can be opened, the most specific first.
    static func xmpSources(besides source: EncodedSource) -> [EncodedSource] {
        guard case .file(let path) = source else { return [] }
        return readable(SidecarPath.paths(besides: path, includesTakeout: false))
    }

    /// Returns those of the files that exist and can be opened.
    static func readable(_ paths: [[UInt8]]) -> [EncodedSource] {
        paths.filter { (try? PictureFile(path: $0)) != nil }.map { .file(path: $0) }
    }
}
