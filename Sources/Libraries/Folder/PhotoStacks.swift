import Albums

/// Groups the files of a folder that are one photo: a raw file and the camera's JPEG of it, a picture and the video
/// that a phone took with it, or the original `IMG_1234` and its edit `IMG_E1234`, as iPhones name them.
///
/// `FolderAlbum` separates videos again if the index knows that they were taken at another time.
///
/// Of a raw file and its picture, lists show the picture: it loads faster and has the look that the camera or the user
/// chose. Of an original and its edit, they show the edit.
enum PhotoStacks {
    /// Returns the photos of a folder, in any order.
    /// - Parameters:
    ///   - pictures: the names of files that are listed in any case.
    ///   - rawsAndVideos: the names of files that are listed unless a picture has the same name.
    static func group(_ pictures: [BytePath], _ rawsAndVideos: [BytePath]) -> [FolderPhoto] {
        let edits = edits(pictures)
        guard !rawsAndVideos.isEmpty || !edits.isEmpty else { return pictures.map { FolderPhoto(name: $0) } }
        let originals = Set(edits.values.joined())
        let stems = Set((pictures + rawsAndVideos.filter { PhotoFileName($0).kind == .raw }).map(stem))
        var stacks = Dictionary(grouping: rawsAndVideos) { stem(ofClip: $0, among: stems) ?? stem(of: $0) }
        // Of several pictures with the same name, the JPEG is the camera's.
        let photos = pictures.filter { !originals.contains($0) }.sorted(by: precedes).map { name in
            // A picture that can't be shown must not hide a file that can.
            guard FileKind.picture.extensions.contains(PhotoFileName(name).fileExtension) else {
                return FolderPhoto(name: name)
            }
            let originals = edits[name] ?? []
            let stems = [stem(of: name)] + originals.map(stem)
            let others = Set(stems).flatMap { stacks.removeValue(forKey: $0) ?? [] }
            return FolderPhoto(name: name, stack: originals.sorted(by: precedes) + others.sorted(by: precedes))
        }
        return photos + stacks.values.flatMap(withoutPicture)
    }

    /// Returns the originals of edited pictures, by the name of the edit.
    private static func edits(_ pictures: [BytePath]) -> [BytePath: [BytePath]] {
        var edits: [BytePath: BytePath] = [:]
        for name in pictures where FileKind.picture.extensions.contains(PhotoFileName(name).fileExtension) {
            guard let original = originalStem(ofEdit: stem(of: name)) else { continue }
            // Of several edits with one name, a JPEG is the photo.
            edits[original] = edits[original].map { precedes($0, name) ? $0 : name } ?? name
        }
        guard !edits.isEmpty else { return [:] }
        var originals: [BytePath: [BytePath]] = [:]
        for name in pictures {
            if let edit = edits[stem(of: name)] { originals[edit, default: []].append(name) }
        }
        return originals
    }

    /// Returns `IMG_1234` for `IMG_E1234`; nil for other names.
    private static func originalStem(ofEdit stem: BytePath) -> BytePath? {
        let mark = Array("IMG_E".utf8)
        guard stem.starts(with: mark), stem.count > mark.count,
            stem.dropFirst(mark.count).allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else { return nil }
        return Array(mark.dropLast()) + stem.dropFirst(mark.count)
    }

    /// Returns the photos formed by raw files and videos with the same name.
    private static func withoutPicture(_ files: [BytePath]) -> [FolderPhoto] {
        let raws = files.filter { PhotoFileName($0).kind == .raw }.sorted(by: precedes)
        let videos = files.filter { !raws.contains($0) }.sorted(by: precedes)
        guard let raw = raws.first else { return videos.map { FolderPhoto(name: $0) } }
        return [FolderPhoto(name: raw, stack: videos)] + raws.dropFirst().map { FolderPhoto(name: $0) }
    }

    /// Returns the name without its extension, and without `.RAW-01.COVER` or `.RAW-02.ORIGINAL`, which distinguish the
    /// files of a photo on Pixel phones.
    private static func stem(of name: BytePath) -> BytePath {
        let stem = name[..<(name.lastIndex(of: UInt8(ascii: ".")) ?? name.endIndex)]
        guard stem.starts(with: "PXL_".utf8) else { return BytePath(stem) }
        return BytePath(stem[..<(stem.firstRange(of: Array(".RAW-0".utf8))?.lowerBound ?? stem.endIndex)])
    }

    /// Returns the stem of the photo that a video belongs to, for `IMG_1234_HEVC.MOV` of iCloud or `…_3.mov` of Photos'
    /// library; nil for other files.
    private static func stem(ofClip name: BytePath, among stems: Set<BytePath>) -> BytePath? {
        let stem = stem(of: name)
        guard PhotoFileName(name).fileExtension == "mov", !stems.contains(stem) else { return nil }
        return ["_HEVC", "_3"].lazy.map { Array($0.utf8) }
            .compactMap { stem.suffix($0.count).elementsEqual($0) ? BytePath(stem.dropLast($0.count)) : nil }
            .first(where: stems.contains)
    }

    private static func precedes(_ one: BytePath, _ other: BytePath) -> Bool {
        let (isJPEG, otherIsJPEG) = (self.isJPEG(one), self.isJPEG(other))
        return isJPEG == otherIsJPEG ? one.lexicographicallyPrecedes(other) : isJPEG
    }

    private static func isJPEG(_ name: BytePath) -> Bool {
        ["jpg", "jpeg"].contains(PhotoFileName(name).fileExtension)
    }
}
