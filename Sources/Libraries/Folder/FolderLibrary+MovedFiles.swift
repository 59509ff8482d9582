import Albums
import Basics
import FoundationEssentials
import Glibc

extension FolderLibrary {
    /// Finds files that other programs have moved or renamed: by device and inode, else by size and contents.
    ///
    /// - Parameter hash: returns the hash of a file as in `FileTrace`; blocks.
    /// - Returns: the photo for each trace that was found, with its canonical path.
    public func findMoved(
        _ traces: [FileTrace], hash: @escaping @Sendable (_ path: [UInt8]) -> [UInt8]?
    ) async -> [FileTrace: Photo] {
        await onQueue { [root, albums = current.catalog.albums.list.elements] in
            var found: [FileTrace: Photo] = [:]
            let byNode = Dictionary(grouping: traces, by: \.identity.node)
            let all = albums.lazy.flatMap { album in album.photos.elements.lazy.map { (album: album, photo: $0) } }
            func path(_ album: FolderAlbum, _ photo: FolderPhoto) -> BytePath {
                root.appending(album.path).appending(photo.name)
            }
            func record(_ trace: FileTrace, _ album: FolderAlbum, _ photo: FolderPhoto) {
                found[trace] = Self.photo(
                    photo, of: album, folder: ListedFolder(of: album), date: album.date(at: photo.index))
            }
            for (album, photo) in all {
                guard let node = album.node(of: photo) else { continue }
                for trace in byNode[node] ?? [] where found[trace] == nil {
                    // A new file may have the inode of one that was deleted.
                    if FileDate.isCreation(of: path(album, photo), before: trace.time) { record(trace, album, photo) }
                }
            }
            let bySize = Dictionary(
                grouping: traces.filter { found[$0] == nil && $0.hash != nil }, by: \.identity.bytes)
            guard !bySize.isEmpty else { return found }
            for (album, photo) in all {
                guard let candidates = FileSize.of(path(album, photo)).flatMap({ bySize[$0] }),
                    candidates.contains(where: { found[$0] == nil }), let read = hash(path(album, photo))
                else { continue }
                for trace in candidates where found[trace] == nil && trace.hash == read { record(trace, album, photo) }
            }
            return found
        }
    }
}
