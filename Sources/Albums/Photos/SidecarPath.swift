/// How new sidecars of photos are named.
public enum SidecarNaming: String, CaseIterable, Sendable {
    /// `IMG.jpg.xmp`, as darktable, digiKam and Immich name them.
    case afterFile = "photo.ext.xmp"
    /// `IMG.xmp`, as Adobe's programs, Capture One and FastRawViewer do.
    case afterPhoto = "photo.xmp"
}

/// Where assessments of photos are written.
public enum AssessmentStorage: String, CaseIterable, Sendable {
    case sidecar
    /// JPEG files themselves, and sidecars of all others.
    case file
}

/// The kind of file that holds an XMP packet.
public enum XMPContainer: Hashable, Sendable {
    /// A separate file.
    case sidecar
    /// A segment of a JPEG file.
    case picture
}

/// The paths of the files with metadata that other programs keep beside pictures.
public enum SidecarPath {
    /// Returns the possible sidecars of a file, the most specific first: `IMG.jpg.xmp`, as darktable and digiKam name
    /// them, then `IMG.xmp`, as Lightroom does, then the JSON of Google Takeout.
    public static func paths(besides path: [UInt8], includesTakeout: Bool = true) -> [[UInt8]] {
        let start = path.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
        return names(besides: path[start...], includesTakeout: includesTakeout).map { path[..<start] + $0 }
    }

    /// Returns the possible names of the sidecars of a file with this name.
    ///
    /// - Parameter includesTakeout: whether to include the JSON of Google Takeout, which has the most possible names.
    public static func names(
        besides name: some RandomAccessCollection<UInt8>, includesTakeout: Bool = true
    ) -> [[UInt8]] {
        SidecarNaming.allCases.flatMap { xmpNames(besides: name, $0) }
            + (includesTakeout ? TakeoutFileName.metadataNames(of: name) : [])
    }

    /// Returns the possible names of a file's XMP sidecars by a naming, the preferred one first. Empty if they would be
    /// the same as by the other naming.
    public static func xmpNames(
        besides name: some RandomAccessCollection<UInt8>, _ naming: SidecarNaming
    ) -> [[UInt8]] {
        switch naming {
        case .afterFile: xmpSuffixes.map { Array(name) + $0 }
        case .afterPhoto:
            if let dot = name.lastIndex(of: UInt8(ascii: ".")), dot != name.startIndex {
                xmpSuffixes.map { Array(name[..<dot]) + $0 }
            } else {
                []
            }
        }
    }

    /// Returns the possible names of the files that belong to a file, except for duplicates: its sidecars, then files
    /// of other programs and of cameras.
    public static func companionNames(of name: some RandomAccessCollection<UInt8>) -> [[UInt8]] {
        names(besides: name) + otherNames(besides: Array(name))
    }

    /// Returns the possible names of files without metadata that Tintype reads.
    private static func otherNames(besides name: [UInt8]) -> [[UInt8]] {
        let dot = name.lastIndex(of: UInt8(ascii: ".")).flatMap { $0 == name.startIndex ? nil : $0 }
        return companions.flatMap { suffix, naming -> [[UInt8]] in
            let afterPhoto = dot.map { [Array(name[..<$0]) + suffix] } ?? []
            return naming == .afterPhoto ? afterPhoto : [name + suffix] + afterPhoto
        } + ([name] + xmpNames(besides: name, .afterFile)).map { $0 + originalSuffix }
    }

    /// The files that other programs and cameras keep beside pictures, by suffix. A suffix that follows the file's name
    /// may also follow the photo's.
    private static let companions: [(suffix: [UInt8], SidecarNaming)] =
        // RawTherapee (its settings, and those of its last output), ART, DxO PhotoLab, RapidRAW, ON1 and Capture One.
        [".pp3", ".out.pp3", ".arp", ".dop", ".rrdata", ".on1", ".cos"].map { (Array($0.utf8), .afterFile) }
        // The edits of iPhones, and the thumbnails and voice memos of cameras.
        + [".AAE", ".aae", ".THM", ".thm", ".WAV", ".wav"].map { (Array($0.utf8), .afterPhoto) }

    /// ExifTool keeps the former file beside the one that it has written.
    private static let originalSuffix = Array("_original".utf8)

    /// Returns the picture of darktable's sidecar of a duplicate: `DSC_1.JPG` for `DSC_1_01.JPG.xmp`; nil for other
    /// names.
    public static func pictureOfDuplicate(_ name: [UInt8]) -> [UInt8]? {
        guard xmpSuffixes.contains(where: { name.suffix(4).elementsEqual($0) }) else { return nil }
        let picture = Array(name.dropLast(4))
        guard let dot = picture.lastIndex(of: UInt8(ascii: ".")), dot > 3, picture[dot - 3] == UInt8(ascii: "_"),
            picture[(dot - 2)..<dot].allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else { return nil }
        return Array(picture[..<(dot - 3)] + picture[dot...])
    }

    /// Whether a file of this name may belong to a picture.
    public static func isCompanion(_ name: [UInt8]) -> Bool {
        isSidecar(name) || name.suffix(originalSuffix.count).elementsEqual(originalSuffix)
            || companions.contains { suffix, _ in name.suffix(suffix.count).elementsEqual(suffix) }
    }

    /// Whether a file of this name may be the sidecar of another one.
    public static func isSidecar(_ name: some RandomAccessCollection<UInt8>) -> Bool {
        let suffix = String(decoding: name.suffix(5), as: UTF8.self).lowercased()
        return suffix.hasSuffix(".xmp") || suffix == ".json"
    }

    /// Cameras write names in capitals, and some programs do the same.
    private static let xmpSuffixes = [".xmp", ".XMP", ".Xmp"].map { Array($0.utf8) }
}

/// The files of one folder that may belong to pictures there.
public struct CompanionFiles: Sendable {
    private var names: Set<[UInt8]> = []
    /// Darktable's sidecars of duplicates, by the picture.
    private var duplicates: [[UInt8]: [[UInt8]]] = [:]

    /// - Parameters:
    ///   - names: the names of files in the folder; others than companions are skipped.
    ///   - hasPicture: whether the folder has a picture with a name, so that its sidecar isn't taken for a duplicate's.
    public init(_ names: some Sequence<[UInt8]>, hasPicture: ([UInt8]) -> Bool) {
        for name in names where SidecarPath.isCompanion(name) {
            self.names.insert(name)
            guard let picture = SidecarPath.pictureOfDuplicate(name), !hasPicture(Array(name.dropLast(4))) else {
                continue
            }
            duplicates[picture, default: []].append(name)
        }
    }

    /// Returns the names of the files that belong to a picture or video, its sidecars first.
    public func names(of name: [UInt8]) -> [[UInt8]] {
        guard !names.isEmpty else { return [] }
        return SidecarPath.companionNames(of: name).filter(names.contains)
            + (duplicates[name] ?? []).sorted { $0.lexicographicallyPrecedes($1) }
    }
}

/// The names of files in an export of Google Photos by Google Takeout.
///
/// A photo `NAME` comes with `NAME.json` or, since 2024, `NAME.supplemental-metadata.json`, cut to 51 characters with
/// the suffix. Of several photos with one name, Google numbers the second one `IMG(1).jpg`, and its metadata
/// `IMG.jpg(1).json`. An edited photo `IMG-edited.jpg` has the metadata of its original.
enum TakeoutFileName {
    /// Returns the possible names of the metadata of a photo.
    static func metadataNames(of name: some RandomAccessCollection<UInt8>) -> [[UInt8]] {
        guard let name = String(validating: name, as: UTF8.self) else { return [] }
        let dot = name.lastIndex(of: ".") ?? name.endIndex
        let (stem, suffix) = (name[..<dot], name[dot...])
        var names: [String] = []
        func add(_ name: String, _ number: Substring) {
            let count = name.unicodeScalars.count
            for length in count > minCutCount ? Array((minCutCount...min(count, maxCount)).reversed()) : [count] {
                names.append(cut(name, length) + number + ".json")
            }
            let title = name + ".supplemental-metadata"
            names.append(cut(title, maxCount) + number + ".json")
            if !number.isEmpty { names.append(cut(title, maxCount - number.count) + number + ".json") }
        }
        add(name, "")
        let (unnumbered, number) = split(stem)
        if !number.isEmpty { add("\(unnumbered)\(suffix)", number) }
        if let edit = editSuffixes.first(where: { unnumbered.hasSuffix($0) }) {
            add("\(unnumbered.dropLast(edit.count))\(suffix)", number)
        }
        var seen: Set<String> = []
        return names.filter { seen.insert($0).inserted }.map { Array($0.utf8) }
    }

    /// The maximum length of a name before `.json`.
    private static let maxCount = 46
    /// Some exports cut long names a few characters earlier.
    private static let minCutCount = 40

    private static func cut(_ text: String, _ count: Int) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.prefix(count)))
    }

    /// Splits a stem such as `IMG(1)` into `IMG` and `(1)`, which is empty without a number.
    private static func split(_ stem: Substring) -> (Substring, number: Substring) {
        guard stem.last == ")", let start = stem.lastIndex(of: "(") else { return (stem, "") }
        let digits = stem[stem.index(after: start)...].dropLast()
        guard (1...4).contains(digits.utf8.count), digits.allSatisfy({ $0.isASCII && $0.isNumber }) else {
            return (stem, "")
        }
        return (stem[..<start], stem[start...])
    }

    /// The suffixes of edited photos from Google, in the languages of its users.
    private static let editSuffixes = [
        "-edited", "-bearbeitet", "-modifié", "-ha editado", "-editado", "-editada", "-modificato", "-bewerkt",
        "-edytowane", "-編集済み", "-已修改", "-effects", "-smile", "-mix",
    ]
}
