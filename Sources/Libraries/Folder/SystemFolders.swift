/// Folders in which storage systems keep indexes, snapshots and deleted files, on the same volume as the user's photos.
///
/// Hidden ones, such as QNAP's `.@__thumb`, `.snapshot` and `.Trash-1000`, are already excluded by their leading dot.
enum SystemFolders {
    /// Whether a folder of this name belongs to a storage system, ignoring case.
    static func contain(_ name: BytePath) -> Bool {
        guard let first = name.first, initials.contains(first) else { return false }
        return names.contains(name.text.lowercased())
    }

    private static let names: Set<String> = [
        // Synology DSM: thumbnails and metadata, temporary files, recycle bin, snapshots of a shared folder.
        "@eadir", "@tmp", "#recycle", "#snapshot", "@sharesnap", "@synoresource",
        // QNAP QTS: recycle bin, snapshots, thumbnails of older versions, converted videos.
        "@recycle", "@recently-snapshot", "@__thumb", "@transcode",
        // NetApp ONTAP: snapshots as SMB shows them.
        "~snapshot",
        // ext2, ext3 and ext4: recovered files; mklost+found(8).
        "lost+found",
        // Windows: recycle bins, restore points and indexes of NTFS and FAT volumes.
        "$recycle.bin", "recycler", "system volume information",
        // Netatalk and Apple's file sharing: recycle bin and temporary files.
        "network trash folder", "temporary items",
    ]

    /// The first bytes of these names: a quick check that excludes most folders.
    private static let initials = Set(names.flatMap { [$0.utf8.first, $0.uppercased().utf8.first].compactMap { $0 } })
}
