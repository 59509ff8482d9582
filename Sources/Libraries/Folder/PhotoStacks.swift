import Albums

/// Groups the files of a folder that are one photo: a raw file beside the JPEG that the camera has made of it, or a
/// picture beside the video that the phone took with it.
///
/// Lists show the picture, because that is faster and what the camera or the user has made of the photo.
enum PhotoStacks {
    /// Returns the photos of a folder, in any order.
    /// - Parameters:
    ///   - pictures: the names of files that are listed in any case.
    ///   - rawsAndVideos: the names of files that are listed unless a picture has the same name.
    static func group(_ pictures: [BytePath], _ rawsAndVideos: [BytePath]) -> [FolderPhoto] {
        guard !rawsAndVideos.isEmpty else { return pictures.map { FolderPhoto(name: $0) } }
        var stacks = Dictionary(grouping: rawsAndVideos, by: stem)
        // Of several pictures with the same name, a JPEG is that of the camera.
        let photos = pictures.sorted(by: precedes).map { name in
            // A picture that can't be shown must not hide a file that can.
            guard FileKind.picture.extensions.contains(PhotoFileName(name).fileExtension) else {
                return FolderPhoto(name: name)
            }
            return FolderPhoto(
                name: name, stack: (stacks.removeValue(forKey: stem(of: name)) ?? []).sorted(by: precedes))
        }
        return photos + stacks.values.flatMap(withoutPicture)
    }

    /// Returns the photos that raw files and videos with the same name make.
    private static func withoutPicture(_ files: [BytePath]) -> [FolderPhoto] {
        let raws = files.filter { PhotoFileName($0).kind == .raw }.sorted(by: precedes)
        let videos = files.filter { !raws.contains($0) }.sorted(by: precedes)
        guard let raw = raws.first else { return videos.map { FolderPhoto(name: $0) } }
        return [FolderPhoto(name: raw, stack: videos)] + raws.dropFirst().map { FolderPhoto(name: $0) }
    }

    private static func stem(of name: BytePath) -> BytePath {
        BytePath(name[..<(name.lastIndex(of: UInt8(ascii: ".")) ?? name.endIndex)])
    }

    private static func precedes(_ one: BytePath, _ other: BytePath) -> Bool {
        let (isJPEG, otherIsJPEG) = (self.isJPEG(one), self.isJPEG(other))
        return isJPEG == otherIsJPEG ? one.lexicographicallyPrecedes(other) : isJPEG
    }

    private static func isJPEG(_ name: BytePath) -> Bool {
        ["jpg", "jpeg"].contains(PhotoFileName(name).fileExtension)
    }
}
