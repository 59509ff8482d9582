import Albums
import Basics
import FoundationEssentials
import Glibc

/// The pictures and videos at given paths, in the given order, as one album.
public final class PathListLibrary: PhotoLibrary {
    /// The address of all these libraries; it can't be opened.
    public static let noAddress = "-"

    public let address = noAddress
    public let capabilities = Capabilities(
        dateKind: .modified, photoOrders: [.original, .title, .titleReversed, .newestFirst, .oldestFirst],
        searchFields: [.year, .date, .time])

    public let title: String
    private let photos: SearchableList<ListedPicture>
    private let indices: [Photo.ID: Int]
    private let broadcaster = LibraryEventBroadcaster()
    public static let album = Album.ID(".")

    private struct ListedPicture: Searchable, Sendable {
        /// The path as given, which may be relative.
        let path: BytePath
        let title: String
        let foldedPath: FoldedText
        let isVideo: Bool

        var id: Photo.ID { Photo.ID(path.identifier) }

        func contains(_ word: FoldedText) -> Bool { foldedPath.contains(word) }

        var searchedDate: Date? { FileDate.ofChange(at: path) }
        var searchedID: Photo.ID? { id }
    }

    /// Lists the files that have the extension of a picture or video and exist, each path once.
    /// - Parameter title: the title of the album.
    public init(paths: [[UInt8]], title: String) {
        self.title = title
        var indices: [Photo.ID: Int] = [:]
        var pictures: [ListedPicture] = []
        for path in paths {
            let name = PhotoFileName(path.lastComponent)
            guard let kind = name.kind, path.withCPath({ access($0, F_OK) }) == 0,
                indices[Photo.ID(path.identifier)] == nil
            else {
                continue
            }
            let picture = ListedPicture(
                path: path, title: name.title, foldedPath: FoldedText(path.text), isVideo: kind == .video)
            indices[picture.id] = pictures.count
            pictures.append(picture)
        }
        self.indices = indices
        let keys = SortKeys<ListedPicture>(
            title: { NaturalOrderKey($0.title) }, date: { FileDate.ofChange(at: $0.path) })
        photos = SearchableList(pictures, keys: keys, listsWordsFirst: true) { $0.matches($1) }
        broadcaster.complete()
    }

    public var isEmpty: Bool { photos.elements.isEmpty }

    public func owners() -> [Owner] {
        let process = ProcessInfo.processInfo
        let folder = FileManager.default.currentDirectoryPath
        let home = process.environment["HOME"] ?? folder
        return [Account.current().owner(ofFolderAt: folder, host: process.hostName, home: home)]
    }

    public func albums(in list: AlbumList, matching query: ListQuery, in range: Range<Int>) -> Page<Album> {
        let album = Album(
            id: Self.album, ownerID: Owner.ID(Account.current().login), title: title,
            photoCount: photos.elements.count, cover: photos.elements.first.map(photo))
        let matching = query.search.matches([FoldedText(title)]) ? [album] : []
        return Page(
            items: Array(matching[range.clamped(to: matching.indices)]), matching: matching.count, available: 1,
            isComplete: true)
    }

    public func photos(
        in list: PhotoList, matching query: ListQuery, in range: Range<Int>
    ) throws(LibraryFailure) -> Page<Photo> {
        switch list {
        case .album, .feed: break
        case .folder, .burst, .favorites, .searchResults: throw .noSuchList
        }
        return photos.page(matching: query, in: range, isComplete: true, item: photo)
    }

    public func index(of photo: Photo.ID, in list: PhotoList, matching query: ListQuery) -> Int? {
        indices[photo].flatMap { photos.rank(of: $0, matching: query) }
    }

    public func months(of list: PhotoList, matching query: ListQuery) -> [MonthSection]? {
        query.order.isByDate ? photos.months(matching: query) : nil
    }

    public func picture(of photo: Photo) -> PictureSource {
        .file(path: BytePath(identifier: photo.id.rawValue))
    }

    public func totals() -> LibraryTotals {
        LibraryTotals(albums: 1, photos: photos.elements.count, isComplete: true)
    }

    public func events() -> AsyncStream<LibraryEvent> {
        broadcaster.events()
    }

    private func photo(_ picture: ListedPicture) -> Photo {
        Photo(
            id: picture.id, albumID: Self.album, title: picture.title,
            date: FileDate.ofChange(at: picture.path), dateKind: .modified, file: CanonicalPath.resolve(picture.path),
            video: picture.isVideo ? Video() : nil)
    }
}
