/// The paths of the XMP files that other programs keep beside pictures.
public enum SidecarPath {
    /// Returns the possible sidecars of a file, the most specific first: `IMG.jpg.xmp`, as darktable and digiKam name
    /// them, then `IMG.xmp`, as Lightroom does.
    public static func paths(besides path: [UInt8]) -> [[UInt8]] {
        let suffix = Array(".xmp".utf8)
        var paths = [path + suffix]
        let slash = path.lastIndex(of: UInt8(ascii: "/")) ?? -1
        if let dot = path.lastIndex(of: UInt8(ascii: ".")), dot > slash + 1 { paths.append(path[..<dot] + suffix) }
        return paths
    }
}
