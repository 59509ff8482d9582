import Albums
import FoundationEssentials
import Synchronization

/// All photos of a folder, newest first by the time their files were changed.
///
/// Each file's time is read once, when the feed is first asked for after the scan has found it.
final class FolderFeed: Sendable {
    private let root: FilePath
    private let state = Mutex(State())

    private struct State {
        /// The albums whose photos are in the list.
        var albums: Set<FilePath> = []
        var list = FolderFeed.searchableList([])
    }

    init(root: FilePath) {
        self.root = root
    }

    /// The feed as it was made last, which costs nothing.
    var knownList: SearchableList<FolderFeedPhoto> { state.withLock { $0.list } }

    /// The feed of these albums; blocks while it reads the times of files that are new to it.
    func list(of albums: [FolderAlbum]) -> SearchableList<FolderFeedPhoto> {
        state.withLock { state in
            let added = albums.filter { state.albums.insert($0.path).inserted }
            guard !added.isEmpty else { return state.list }
            let photos = added.flatMap { album in
                album.photos.elements.indices.map { FolderFeedPhoto(album: album, place: $0, root: root) }
            }
            state.list = Self.searchableList((state.list.elements + photos).sorted())
            return state.list
        }
    }

    /// The dates of the oldest and the newest photo of these albums, nil where none can be told; blocks as `list(of:)` does.
    func dates(of albums: [FolderAlbum]) -> ClosedRange<Date>? {
        let photos = list(of: albums).elements
        // Those without a date are last.
        guard let newest = photos.first?.date, let oldest = photos.last(where: { $0.date != nil })?.date else {
            return nil
        }
        return oldest...newest
    }

    private static func searchableList(_ photos: [FolderFeedPhoto]) -> SearchableList<FolderFeedPhoto> {
        SearchableList(photos) { search, photo in photo.album.matches(search, photo.photo) }
    }
}
