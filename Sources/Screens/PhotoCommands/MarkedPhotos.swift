import Albums
import Basics
import Synchronization

/// The marked photos as the feed of a separate library, in the order of marking.
final class MarkedPhotos: PhotoLibrary {
    let address = "marked:"

    private let marks: MultiSelection
    private let opened: any PhotoLibrary
    /// A library with the pictures and details of all marked photos.
    private let library: any PhotoLibrary
    private let known = Mutex<(version: Int, list: SearchableList<Photo>)?>(nil)

    init(marks: MultiSelection, opened: any PhotoLibrary, library: any PhotoLibrary) {
        self.marks = marks
        self.opened = opened
        self.library = library
    }

    var capabilities: Capabilities {
        .collected(hasOriginals: library.capabilities.hasOriginals)
    }

    var folders: (any FolderFeatures)? { opened.folders }

    var editing: (any PhotoEditing)? { opened.editing }

    func owners() async throws -> [Owner] { try await opened.owners() }

    func albums(in list: AlbumList, matching query: ListQuery, in range: Range<Int>) -> Page<Album> {
        Page(items: [], matching: 0, available: 0, isComplete: true)
    }

    func photos(in list: PhotoList, matching query: ListQuery, in range: Range<Int>) async throws -> Page<Photo> {
        let page = try await photos(in: list).page(matching: query, in: range, isComplete: true) { $0 }
        var current: [Photo] = []
        // A file may have changed since it was marked.
        for photo in page.items {
            current.append(photo.file == nil ? photo : await opened.photo(photo.id, near: photo) ?? photo)
        }
        return Page(items: current, matching: page.matching, available: page.available, isComplete: true)
    }

    func index(of photo: Photo.ID, in list: PhotoList, matching query: ListQuery) async throws -> Int? {
        let photos = try await photos(in: list)
        return photos.elements.firstIndex { $0.id == photo }.flatMap { photos.rank(of: $0, matching: query) }
    }

    func fate(of photo: Photo.ID) async -> PhotoFate { await opened.fate(of: photo) }

    func months(of list: PhotoList, matching query: ListQuery) async throws -> [MonthSection]? {
        query.order.isByDate ? try await photos(in: list).months(matching: query) : nil
    }

    func aspects(of list: PhotoList, matching query: ListQuery, in range: Range<Int>) async throws -> [Double?] {
        try await photos(in: list).page(matching: query, in: range, isComplete: true, item: \.aspect).items
    }

    func details(of photo: Photo) async throws -> PhotoDetails { try await library.details(of: photo) }

    func picture(of photo: Photo) async throws -> PictureSource { try await library.picture(of: photo) }

    func refresh() async -> Bool { await opened.refresh() }

    func totals() async throws -> LibraryTotals {
        LibraryTotals(albums: 0, photos: await marks.photos.count, isComplete: true)
    }

    func events() -> AsyncStream<LibraryEvent> { AsyncStream { $0.finish() } }

    private func photos(in list: PhotoList) async throws -> SearchableList<Photo> {
        guard list == .feed else { throw LibraryFailure.noSuchList }
        let (photos, version) = await marks.snapshot
        return known.withLock { known in
            if let known, known.version == version { return known.list }
            let list = SearchableList(photos, keys: SortKeys(photo: { $0 }), listsWordsFirst: true) { search, photo in
                search.matches(SearchedTexts(photo))
            }
            known = (version, list)
            return list
        }
    }
}
