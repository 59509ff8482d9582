import Albums
import Basics
import Synchronization

/// The built-in library: 10 people, 100 albums and 5000 photos, all painted by the program.
///
/// It is the same on every machine, and needs neither files nor a network. The user's changes of photos are kept in
/// memory.
public final class DemoLibrary: PhotoLibrary {
    /// The command-line argument that opens it.
    public static let address = "demo:"

    public var address: String { Self.address }

    public let capabilities = Capabilities(
        albumOrders: ListOrder.common,
        photoOrders: [
            .original, .title, .titleReversed, .newestFirst, .oldestFirst, .highestRated, .lowestRated, .label,
        ], searchFields: SearchField.ofPhoto.union([.rating, .label, .kind]), hasOriginals: false)

    private let albums = DemoLibrary.list(of: DemoAlbum.all)
    private let albumsByOwner = Dictionary(grouping: DemoAlbum.all, by: \.owner.id).mapValues(DemoLibrary.list)
    /// The photo lists built so far, without the photos in the trash.
    private let photoLists = Mutex<[PhotoList: SearchableList<DemoPhoto>]>([:])
    private let changes = DemoChanges()

    public init() {}

    public func owners() async -> [Owner] {
        DemoPeople.all
    }

    public func albums(
        in list: AlbumList, matching query: ListQuery, in range: Range<Int>
    ) async -> Page<Album> {
        let albums = list.owner.map { albumsByOwner[$0] ?? Self.list(of: []) } ?? albums
        return albums.page(matching: query, in: range, isComplete: true) { [changes] in $0.album(with: changes) }
    }

    public func photos(
        in list: PhotoList, matching query: ListQuery, in range: Range<Int>
    ) async throws(LibraryFailure) -> Page<Photo> {
        try photos(in: list)?.page(matching: query, in: range, isComplete: true, item: \.photo)
            ?? Page(items: [], matching: 0, available: 0, isComplete: true)
    }

    public func index(
        of photo: Photo.ID, in list: PhotoList, matching query: ListQuery
    ) async throws(LibraryFailure) -> Int? {
        guard let photos = try photos(in: list), let index = photos.elements.firstIndex(where: { $0.photo.id == photo })
        else {
            return nil
        }
        return photos.rank(of: index, matching: query)
    }

    public func months(
        of list: PhotoList, matching query: ListQuery
    ) async throws(LibraryFailure) -> [MonthSection]? {
        guard query.order.isByDate || query.order == .original && list == .feed else { return nil }
        return try photos(in: list)?.months(matching: query)
    }

    public func aspects(
        of list: PhotoList, matching query: ListQuery, in range: Range<Int>
    ) async throws(LibraryFailure) -> [Double?] {
        try photos(in: list)?.page(matching: query, in: range, isComplete: true, item: \.photo.aspect).items ?? []
    }

    public func picture(of photo: Photo) async throws -> PictureSource {
        // A favorite may be in the trash.
        guard let album = albums.elements.first(where: { $0.id == photo.albumID }),
            let known = DemoPhoto.photos(of: album).first(where: { $0.photo.id == photo.id })
        else {
            throw PictureFailure.unreadable(reason: "No such photo in the demo library")
        }
        let scene = known.scene
        let picture = GeneratedPicture(width: scene.width, height: scene.height) { part, width, height in
            scene.rows(of: part, width: width, height: height)
        }
        let orientation = changes.texts(of: photo.id)[.orientation].flatMap { Int($0) } ?? 1
        // The scenes are upright, so only quarter turns lead to other orientations.
        return .generated(picture.turned(quarters: [6: 1, 3: 2, 8: 3][orientation] ?? 0))
    }

    public func details(of photo: Photo) async -> PhotoDetails {
        var details = DemoPhoto.details(of: photo)
        let changed = changes.texts(of: photo.id)
        for (field, text) in changed { details[field] = text }
        details.setOrientation(changed[.orientation].flatMap { Int($0) })
        return details
    }

    public func totals() async -> LibraryTotals {
        let albums = albums.elements.count
        let photos = albums * DemoAlbum.photoCount - changes.trashed.count
        return LibraryTotals(albums: albums, photos: photos, isComplete: true)
    }

    public func fate(of photo: Photo.ID) async -> PhotoFate { changes.trashed.contains(photo) ? .gone : .kept }

    public func events() -> AsyncStream<LibraryEvent> { changes.events() }

    public var editing: (any PhotoEditing)? { self }

    private static func list(of albums: [DemoAlbum]) -> SearchableList<DemoAlbum> {
        let keys = SortKeys<DemoAlbum>(
            title: { NaturalOrderKey($0.title) }, date: \.date, owner: \.owner.id,
            value: { $1 == .photoCount ? .number(DemoAlbum.photoCount) : nil })
        return SearchableList(albums, keys: keys) { search, album in
            search.matches(SearchedTexts([album.title, album.owner.name]))
        }
    }

    /// Returns nil if the album does not exist.
    private func photos(in list: PhotoList) throws(LibraryFailure) -> SearchableList<DemoPhoto>? {
        if let known = photoLists.withLock({ $0[list] }) { return known }
        let revision = changes.revision
        let photos: [DemoPhoto]
        func applied(_ demo: DemoPhoto) -> DemoPhoto {
            DemoPhoto(photo: self.changes.applied(to: demo.photo), scene: demo.scene)
        }
        switch list {
        case .album(let id):
            guard let album = albums.elements.first(where: { $0.id == id }) else { return nil }
            photos = DemoPhoto.photos(of: album).map(applied)
        case .feed:
            photos = albums.elements.flatMap(DemoPhoto.photos).map(applied).sorted(by: DemoPhoto.isNewer)
        case .folder, .burst, .favorites, .searchResults:
            throw .noSuchList
        }
        let (trashed, changes) = (changes.trashed, changes)
        let keys = SortKeys<DemoPhoto>(
            title: { NaturalOrderKey($0.photo.title) }, date: { $0.photo.date },
            value: { demo, order in
                let assessment = changes.assessment(of: demo.photo.id)
                return switch order.key {
                case .rating: assessment.rating.map(SortValue.number)
                case .label:
                    assessment.label.map { .number(ColorLabel(name: $0)?.rawValue ?? ColorLabel.allCases.count) }
                default: nil
                }
            })
        let shown = photos.filter { !trashed.contains($0.photo.id) }
        let new = SearchableList(shown, keys: keys, listsWordsFirst: list != .feed) { search, demo in
            search.matches(SearchedTexts(demo.photo, assessment: changes.assessment(of: demo.photo.id)))
        }
        // The user may have changed photos since.
        photoLists.withLock { if changes.revision == revision { $0[list] = new } }
        return new
    }
}

extension DemoLibrary: PhotoEditing {
    static let kinds: Set<PhotoEdit.Kind> = [.assessment, .description, .date, .orientation, .trash]

    public var kinds: Set<PhotoEdit.Kind> { Self.kinds }

    public var keepsChanges: Bool { false }

    public func assessment(of photo: Photo.ID) -> Assessment? { changes.assessment(of: photo) }

    public func tags(of photo: Photo.ID) -> [String]? { changes.tags(of: photo) }

    public func apply(
        _ changes: [PhotoChange], onProgress: @escaping @Sendable (TransferProgress) -> Void
    ) async -> EditResult {
        let described = Set(changes.filter { $0.edit.kind.isProperty }.map(\.photo))
        let albums = Set(described.compactMap(DemoAlbum.number(of:)))
        let originals = albums.flatMap { DemoPhoto.photos(of: DemoAlbum.all[$0 - 1]) }.map(\.photo)
        let result = self.changes.apply(
            changes, originals: Dictionary(uniqueKeysWithValues: originals.map { ($0.id, $0) }))
        let changesLists = changes.contains { $0.edit.kind != .assessment }
        photoLists.withLock { lists in
            if changesLists { lists = [:] }
            for list in lists.values { list.forgetResults() }
        }
        self.changes.report()
        return result
    }
}
