import Albums
import FoundationEssentials
import Synchronization

/// All photos of a folder library, newest first by modification time.
///
/// Each file's time is read once, on the first access to the feed after the scan has found the file.
final class FolderFeed: Sendable {
    private let root: FilePath
    private let state = Mutex(State())

    private struct State {
        /// The albums already included in the list.
        var albums: Set<FilePath> = []
        var list = FolderFeed.searchableList([])
    }

    init(root: FilePath) {
        self.root = root
    }

    /// The feed as last built, without any file access.
    var knownList: SearchableList<FolderFeedPhoto> { state.withLock { $0.list } }

    /// Returns the feed of these albums. Blocks to read the modification times of new files.
    func list(of albums: [FolderAlbum]) -> SearchableList<FolderFeedPhoto> {
        state.withLock { state in
            let added = albums.filter { state.albums.insert($0.path).inserted }
            guard !added.isEmpty else { return state.list }
            let photos = added.flatMap { album in
                album.photos.elements.indices.map { FolderFeedPhoto(album: album, index: $0, root: root) }
            }
            state.list = Self.searchableList((state.list.elements + photos).sorted())
            return state.list
        }
    }

    /// Returns the dates of the oldest and newest photo of these albums; nil if none has a date. Blocks like
    /// `list(of:)`.
    func dates(of albums: [FolderAlbum]) -> ClosedRange<Date>? {
        let photos = list(of: albums).elements
        // Photos without a date sort last.
        guard let newest = photos.first?.date, let oldest = photos.last(where: { $0.date != nil })?.date else {
            return nil
        }
        return oldest...newest
    }

    private static func searchableList(_ photos: [FolderFeedPhoto]) -> SearchableList<FolderFeedPhoto> {
        let keys = SortKeys<FolderFeedPhoto>(title: { NaturalOrderKey($0.photo.title) }, date: \.date)
        return SearchableList(photos, keys: keys) { search, photo in photo.album.matches(search, photo.photo) }
    }
}
