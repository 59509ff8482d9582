import Albums
import Basics
import Foundation
import Synchronization

/// An in-memory library of made-up albums that can grow while it is shown.
final class InMemoryLibrary: PhotoLibrary, FolderFeatures {
    let address = "shelf:"

    fileprivate struct State {
        var albums: [Album] = []
        var photos: [Album.ID: [Photo]] = [:]
        var owners = [ada]
        var isComplete = true
        /// The number of elements read of each list; nil for all.
        var known: Int?
        /// The assessments of photos; nil if they can't be assessed.
        var assessments: [Photo.ID: Assessment]?
        /// Whether a search finds photos by their assessments.
        var searchesAssessments = false
        var searchesOnline = false
        /// The favorites that the library stores; nil if it stores none.
        var favorites: Set<Photo.ID>?
        /// Why changes of a photo are refused.
        var refusals: [Photo.ID: EditRefusal] = [:]
        /// The changes of each call.
        var writes: [[PhotoChange]] = []
        /// The photos in the trash, with their albums and indices.
        var trashed: [Photo.ID: (album: Album.ID, index: Int, photo: Photo)] = [:]
        var earlier: [FileChange] = []
        /// The photos that are being moved away.
        var leaving: Set<Photo.ID> = []
        /// Whether the ID of a photo is its path, which changes when it is moved or renamed.
        var idsArePaths = false
        /// Photos before they got other paths, by their IDs from before.
        var former: [Photo.ID: Photo] = [:]
        /// The last change of the files of each photo.
        var fileEdits: [Photo.ID: PhotoEdit] = [:]
        /// Renamed photos before that.
        var renamed: [Photo.ID: Photo] = [:]
        /// The reason why lists are cut short.
        var partialFailure: LibraryFailure?
        /// Whether photos are generated instead of files.
        var isGenerated = false
        /// Whether photos that no list has count as kept.
        var keepsPhotos = false
        /// The IDs of photos that were moved, by their former IDs.
        var moves: [Photo.ID: Photo.ID] = [:]
        /// The photos of each album after the next refresh.
        var unread: [Photo]?
        var dateKind = Photo.DateKind.taken
        /// Whether the part of an album's title before a slash is the folder that it is in.
        var hasFolders = false
        var people: [Album] = []
        /// The photos of each public link; nil if the library makes none.
        var publicLinks: [[Photo.ID]]?
        var changesDates = false
        /// The albums of a service to which photos can be added; empty for folders.
        var turnsPhotos = false
        var albumsToChange: [Album] = []
        var albumOrders: Set<ListOrder> = [.original, .title, .photoCount]
        var photoOrders: Set<ListOrder> = [.original, .title, .newestFirst, .oldestFirst]
        /// The owner of each album request; nil for everyone.
        var askedScopes: [Owner.ID?] = []
        /// Whether photos of one album and nearly the same date are bursts.
        var hasBursts = false
        /// The photos that are listed as the first of them, as a service's stack.
        var stack: [Photo.ID] = []
        /// The files with the same contents as a photo's.
        var identicalFiles: [Photo.ID: [IdenticalFile]] = [:]
        var failure: LibraryFailure?
        var largestRange = 0
        var listeners: [AsyncStream<LibraryEvent>.Continuation] = []
    }

    private static let ada = Owner(
        id: Owner.ID("ada"), name: "Ada Lovelace", address: .account(user: "ada", host: "engine", path: "~/p"))

    private let state = Mutex(State())
    private let isHeld = WaitableValue(false)
    private let areAnswersHeld = WaitableValue(false)
    private let isWriteHeld = WaitableValue(false)
    private let isComparisonHeld = WaitableValue(false)

    /// Creates albums `Album 1`, `Album 2` … with photos titled `Photo 1` … and tagged `odd` or `even`.
    init(albums: Int = 3, photosPerAlbum: Int = 48) {
        for number in 1...max(1, albums) { add(album: "Album \(number)", photos: photosPerAlbum) }
    }

    /// Creates a library without albums.
    static var empty: InMemoryLibrary { InMemoryLibrary([:]) }

    /// Creates a library with the same few albums every time, for golden screens.
    static var demo: InMemoryLibrary {
        func photos(_ titles: String..., in album: String) -> [Photo] {
            titles.enumerated().map { index, title in
                Photo(
                    id: Photo.ID("\(album)/\(title).jpg"), albumID: Album.ID(album), title: title,
                    tags: index.isMultiple(of: 2) ? ["sea", "summer"] : ["sea"], author: "Ada Lovelace",
                    description: "The \(title.lowercased()) near St. Ives",
                    date: Date(timeIntervalSince1970: 1_715_500_000),
                    aspect: index.isMultiple(of: 3) ? 0.75 : 1.5)
            }
        }
        return InMemoryLibrary([
            "Coast": photos(
                "Dune", "Lighthouse", "Pier", "Reef", "Surf", "Tide pools after the last storm of the winter", "Wreck",
                in: "Coast"),
            "Harbor at night": photos("Quay", "Boats", in: "Harbor at night"),
            "Zennor": photos("Chapel", in: "Zennor"),
        ])
    }

    /// Creates a library of albums in folders: two years, and an album in no folder.
    static var folders: InMemoryLibrary {
        let library = InMemoryLibrary([:])
        for (title, photos) in [
            ("2023/Alps", 12), ("2023/Porto", 8), ("2024/Beach", 3), ("2024/Rome", 30), ("Garden", 5),
        ] { library.add(album: title, photos: photos) }
        library.state.withLock { $0.hasFolders = true }
        return library
    }

    /// Creates a library of a folder with these albums directly in it.
    static func folder(albums: Int) -> InMemoryLibrary {
        let library = InMemoryLibrary(albums: albums)
        library.state.withLock { $0.hasFolders = true }
        return library
    }

    private init(_ albums: [String: [Photo]]) {
        for (title, photos) in albums { add(album: title, photos: photos) }
    }

    /// Creates a library with one album of these photos.
    init(photos: [Photo]) {
        add(album: "All", photos: photos)
    }

    /// Adds a person with the photos of an album.
    func add(person name: String, inAlbum album: String) {
        state.withLock { state in
            let photos = state.photos[Album.ID(album)] ?? []
            let id = Album.ID("person/\(name)")
            state.people.append(
                Album(id: id, ownerID: Owner.ID("ada"), title: name, photoCount: photos.count, cover: photos.first))
            state.photos[id] = photos
        }
    }

    /// Makes all photos generated from now on.
    func generatePictures() { state.withLock { $0.isGenerated = true } }

    /// Replaces the photos at the next refresh.
    func set(unread photos: [Photo]) { state.withLock { $0.unread = photos } }

    func set(dateKind: Photo.DateKind) { state.withLock { $0.dateKind = dateKind } }

    var capabilities: Capabilities {
        state.withLock { state in
            Capabilities(
                sections: state.people.isEmpty ? [.albums, .feed, .favorites] : [.albums, .feed, .favorites, .people],
                dateKind: state.dateKind, albumOrders: state.albumOrders, photoOrders: state.photoOrders,
                searchFields: state.searchesAssessments
                    ? [.tag, .author, .year, .date, .rating, .label, .kind] : [.tag, .author, .year, .date],
                hasOnlineSearch: state.searchesOnline, createsPublicLinks: state.publicLinks != nil,
                hasOriginals: !state.isGenerated, foldsBursts: state.hasBursts)
        }
    }

    func waitUntilRead(_ onProgress: @escaping @Sendable (_ read: Int, _ found: Int) -> Void) async {}

    func sidecars(ofFileAt path: [UInt8]) async -> [[UInt8]]? { nil }

    var folders: (any FolderFeatures)? { state.withLock { $0.hasFolders } ? self : nil }

    func refresh() async -> Bool {
        guard let photos = state.withLock({ $0.unread }) else { return false }
        set(photos: photos)
        return true
    }

    /// Replaces the photos of every album.
    func set(photos: [Photo]) {
        state.withLock { state in
            for album in state.albums { state.photos[album.id] = photos }
        }
    }

    func add(album title: String, photos count: Int) {
        let id = Album.ID(title)
        let photos = (0..<count).map { index in
            Photo(
                id: Photo.ID("\(title)/\(index + 1)"), albumID: id, title: "Photo \(index + 1)",
                tags: [index.isMultiple(of: 2) ? "odd" : "even"], author: "Ada", description: "Number \(index + 1)")
        }
        add(album: title, photos: photos)
    }

    func add(album title: String, photos: [Photo]) {
        state.withLock { state in
            let id = Album.ID(title)
            state.albums.append(
                Album(
                    id: id, ownerID: Owner.ID("ada"), title: title,
                    name: title.split(separator: "/").last.map(String.init), photoCount: photos.count,
                    cover: photos.first))
            state.albums.sort { $0.title < $1.title }
            state.photos[id] = photos
        }
    }

    func set(identicalFiles: [Photo.ID: [IdenticalFile]]) {
        state.withLock { state in
            state.hasFolders = true
            state.identicalFiles = identicalFiles
        }
    }

    /// Holds back the comparison of files until released.
    func set(isComparisonHeld: Bool) { self.isComparisonHeld.set(isComparisonHeld) }

    func files(identicalTo photo: Photo) async -> [IdenticalFile] {
        try? await isComparisonHeld.pass()
        return state.withLock { $0.identicalFiles[photo.id] ?? [] }
    }

    /// Lists photos as the first of them, as services do.
    func stack(_ photos: [Photo.ID]) { state.withLock { $0.stack = photos } }

    /// Lets bursts be folded: photos of one album with nearly the same date.
    func foldBursts() { state.withLock { $0.hasBursts = true } }

    func set(isComplete: Bool) { state.withLock { $0.isComplete = isComplete } }

    func set(failure: LibraryFailure?) { state.withLock { $0.failure = failure } }

    /// Limits each list to its first elements, like a paged service; further requests load nothing.
    func set(known: Int?, partialFailure: LibraryFailure? = nil) {
        state.withLock { state in
            state.known = known
            state.partialFailure = partialFailure
        }
    }

    /// Holds back requests until released.
    func set(isHeld: Bool) { self.isHeld.set(isHeld) }

    /// Holds back the answers to requests for photos, so that they are of the list from before their release.
    func set(areAnswersHeld: Bool) { self.areAnswersHeld.set(areAnswersHeld) }

    func set(owners: [Owner]) { state.withLock { $0.owners = owners } }

    /// The number of requests and answers held back.
    var waiting: Int { isHeld.waiting + areAnswersHeld.waiting }

    var askedScopes: [Owner.ID?] { state.withLock { $0.askedScopes } }

    func send(_ event: LibraryEvent) { state.withLock { $0.listeners.forEach { $0.yield(event) } } }

    /// The largest number of photos or albums requested at once.
    var largestRange: Int { state.withLock { $0.largestRange } }

    func set(albumOrders: Set<ListOrder>) { state.withLock { $0.albumOrders = albumOrders } }

    func set(photoOrders: Set<ListOrder>) { state.withLock { $0.photoOrders = photoOrders } }

    func owners() async throws -> [Owner] {
        try await isHeld.pass()
        return state.withLock { $0.owners }
    }

    func albums(
        in list: AlbumList, matching query: ListQuery, in range: Range<Int>
    ) async throws -> Page<Album> {
        state.withLock { $0.askedScopes.append(list.owner) }
        try await isHeld.pass()
        return try page(
            of: { list == .people ? $0.people : $0.albums.filter { list.owner == nil || $0.ownerID == list.owner } },
            query, SortKeys(album: \.self), range
        ) {
            query.search.matches([FoldedText($0.title)])
        }
    }

    func folder(of album: Album.ID) -> (id: Album.ID, name: String)? {
        let name = album.rawValue.split(separator: "/").first.map(String.init) ?? album.rawValue
        return (Album.ID(name), name)
    }

    func albumTree(folding: [Album.ID: Bool], by order: ListOrder) async throws -> AlbumTree {
        try await isHeld.pass()
        let albums = try await albums(in: .everyone, matching: ListQuery(order: order), in: 0..<1_000_000).items
        let grouped = Dictionary(grouping: albums) { album in
            album.title == album.name ? nil : album.title.split(separator: "/").first.map(String.init)
        }
        var items = (grouped[nil] ?? []).map { AlbumTree.Item.album($0, in: nil) }
        var sections = [AlbumTree.Section(hasFolder: false, albumCount: items.count)]
        for (index, name) in grouped.keys.compactMap(\.self).sorted().enumerated() {
            let (id, below) = (Album.ID(name), grouped[name] ?? [])
            let isOpen = folding[id] ?? (index == 0)
            items.append(
                .folder(
                    AlbumFolder(
                        id: id, name: name, depth: 0, albumCount: below.count,
                        photoCount: below.reduce(0) { $0 + ($1.photoCount ?? 0) }, isOpen: isOpen)))
            if isOpen { items += below.map { .album($0, in: id) } }
            sections.append(AlbumTree.Section(hasFolder: true, albumCount: isOpen ? below.count : 0))
        }
        return AlbumTree(sections: sections, isComplete: true) { [items] in
            items[$0]
        } index: { [items] id in
            items.firstIndex { $0.id == id }
                ?? items.firstIndex { item in
                    guard case .album(let album) = id, case .folder(let folder) = item.id else { return false }
                    return album.rawValue.hasPrefix(folder.rawValue + "/")
                }
        }
    }

    func index(of album: Album.ID, in list: AlbumList, matching query: ListQuery) async throws -> Int? {
        let albums = try await albums(in: list, matching: query, in: 0..<1_000_000).items
        return albums.firstIndex { $0.id == album || $0.id.rawValue.hasPrefix(album.rawValue + "/") }
    }

    func details(of album: Album) async throws -> Album {
        try await isHeld.pass()
        return album
    }

    /// Treats photos that no list has as kept, like the favorites.
    func keepPhotos() { state.withLock { $0.keepsPhotos = true } }

    /// Gives photos that are moved or renamed new IDs, as folders do.
    func usePathsAsIDs() { state.withLock { $0.idsArePaths = true } }

    /// Treats photos as moved from their former IDs.
    func set(moves: [Photo.ID: Photo.ID]) { state.withLock { $0.moves = moves } }

    func fate(of photo: Photo.ID) async -> PhotoFate {
        state.withLock { state in
            if state.leaving.contains(photo) { return .leaving }
            let isKept = state.keepsPhotos || state.photos.values.contains { $0.contains { $0.id == photo } }
            if let id = state.moves[photo], !(state.idsArePaths && isKept) { return .moved(to: id) }
            return isKept ? .kept : .gone
        }
    }

    /// Returns a list that finds bursts.
    private func searchableList(_ list: PhotoList) throws -> SearchableList<Photo> {
        let (photos, assessments) = try state.withLock { (try Self.photos($0, in: list), $0.assessments ?? [:]) }
        let bursts = BurstKeys<Photo>(
            moment: { photo in
                photo.date.map { date in
                    BurstMoment(
                        camera: photo.albumID.hashValue, milliseconds: Int(date.timeIntervalSince1970 * 1000))
                }
            },
            rank: { photo in
                let assessment = assessments[photo.id] ?? Assessment()
                return BurstRank(rating: assessment.rating, isPicked: assessment.isPicked)
            })
        return SearchableList(photos, keys: SortKeys(photo: \.self), bursts: bursts) { search in
            { search.matches(SearchedTexts($0)) }
        }
    }

    func photos(in list: PhotoList, matching query: ListQuery, in range: Range<Int>) async throws -> Page<Photo> {
        try await isHeld.pass()
        if query.foldsBursts {
            return try searchableList(list).page(
                matching: query, in: range, isComplete: true,
                foldedItem: { photo, burst in photo.with(burst: burst.map(\.id)) })
        }
        let assessments = state.withLock { $0.assessments ?? [:] }
        let page = try page(of: { try Self.photos($0, in: list) }, query, SortKeys(photo: \.self), range) { photo in
            query.search.matches(SearchedTexts(photo, assessment: assessments[photo.id] ?? Assessment()))
        }
        try await areAnswersHeld.pass()
        return page
    }

    func months(of list: PhotoList, matching query: ListQuery) async throws -> [MonthSection]? {
        guard query.order.isByDate else { return nil }
        try await isHeld.pass()
        return try searchableList(list).months(matching: query)
    }

    func bursts(in list: PhotoList, matching query: ListQuery) async throws -> [ListedBurst] {
        try searchableList(list).bursts(matching: query)
    }

    private static func photos(_ state: State, in list: PhotoList) throws -> [Photo] {
        switch list {
        case .album(let album):
            (state.photos[album] ?? []).filter { !state.stack.dropFirst().contains($0.id) }
                .map { $0.id == state.stack.first ? $0.with(burst: state.stack) : $0 }
        case .feed: state.albums.flatMap { state.photos[$0.id] ?? [] }
        case .folder(let folder):
            state.albums.filter { $0.id == folder || $0.id.rawValue.hasPrefix(folder.rawValue + "/") }
                .flatMap { state.photos[$0.id] ?? [] }
        case .burst(let photos):
            photos.compactMap { id in state.photos.values.joined().first { $0.id == id } }
        case .favorites, .searchResults: throw LibraryFailure.noSuchList
        }
    }

    func index(of photo: Photo.ID, in list: PhotoList, matching query: ListQuery) async throws -> Int? {
        if query.foldsBursts {
            let photos = try searchableList(list)
            return photos.elements.firstIndex { $0.id == photo }.flatMap { photos.rank(of: $0, matching: query) }
        }
        return try await photos(in: list, matching: query, in: 0..<1_000_000).items.firstIndex { $0.id == photo }
    }

    func picture(of photo: Photo) async throws -> PictureSource {
        try await isHeld.pass()
        return state.withLock { $0.isGenerated }
            ? .generated(GeneratedPicture(width: 1, height: 1) { _, _, _ in { _ in [] } })
            : .file(path: Array(photo.id.rawValue.utf8))
    }

    func totals() async throws -> LibraryTotals {
        state.withLock { state in
            LibraryTotals(
                albums: state.albums.count, photos: state.photos.values.reduce(0) { $0 + $1.count },
                isComplete: state.isComplete)
        }
    }

    func events() -> AsyncStream<LibraryEvent> {
        AsyncStream { continuation in state.withLock { $0.listeners.append(continuation) } }
    }

    private func page<Element: Sendable>(
        of list: (State) throws -> [Element], _ query: ListQuery, _ keys: SortKeys<Element>, _ range: Range<Int>,
        where matches: (Element) -> Bool
    ) throws -> Page<Element> {
        try state.withLock { state in
            if let failure = state.failure { throw failure }
            if range.count < 1_000_000 { state.largestRange = max(state.largestRange, range.count) }
            let all = try list(state)
            let known = Array(all.prefix(state.known ?? all.count))
            let sorted = query.order.indices(of: known, by: keys)?.map { known[$0] } ?? known
            let matching = sorted.filter(matches)
            return Page(
                items: Array(matching[range.clamped(to: 0..<matching.count)]), matching: matching.count,
                available: known.count, isComplete: state.isComplete && known.count == all.count,
                total: state.known.map { _ in all.count }, failure: state.partialFailure)
        }
    }
}

extension Owner {
    static func named(_ name: String) -> Owner {
        Owner(id: ID(name), name: name.capitalized, address: .postal(.init()))
    }
}

extension InMemoryLibrary: PhotoEditing {
    var editing: (any PhotoEditing)? { state.withLock { $0.assessments == nil ? nil : self } }

    var kinds: Set<PhotoEdit.Kind> {
        state.withLock {
            guard $0.albumsToChange.isEmpty else { return [.assessment, .album] }
            return Set([.assessment, .description, .trash, .folder, .name])
                .union($0.turnsPhotos ? [.orientation] : []).union($0.changesDates ? [.date] : [])
        }
    }

    func editableAlbums() async throws -> [Album] {
        try await isHeld.pass()
        return state.withLock { $0.albumsToChange }
    }

    func createAlbum(named name: String) async -> Album {
        state.withLock { state in
            let album = Album(id: Album.ID(name), ownerID: Owner.ID("ada"), title: name, photoCount: 0, cover: nil)
            state.albumsToChange.append(album)
            return album
        }
    }

    /// Sets the tags of a photo of the first album.
    func set(tags: [String], ofPhotoAt index: Int) {
        state.withLock { state in
            guard let album = state.albums.first?.id, let photo = state.photos[album]?[index] else { return }
            state.photos[album]?[index] = photo.with([:], tags: tags)
        }
    }

    /// A photo of the first album.
    func photo(at index: Int) -> Photo? {
        state.withLock { state in state.albums.first.flatMap { state.photos[$0.id]?[index] } }
    }

    /// All edits that have been made.
    var edits: [PhotoEdit] { writes.joined().map(\.edit) }

    /// Stores favorites, as a server does.
    func storeFavorites() { state.withLock { $0.favorites = [] } }

    var favorites: Set<Photo.ID>? { state.withLock { $0.favorites } }

    func isFavorite(_ photo: Photo.ID) -> Bool? { state.withLock { $0.favorites?.contains(photo) } }

    /// Lets the dates of photos be corrected.
    func allowDating() { state.withLock { $0.changesDates = true } }

    /// Lets photos be turned.
    func allowTurning() { state.withLock { $0.turnsPhotos = true } }

    /// Lets photos be assessed and moved to the trash.
    func allowEditing(isSearchable: Bool = false) {
        state.withLock { state in
            state.assessments = [:]
            state.searchesAssessments = isSearchable
        }
    }

    /// Searches as a service does.
    func searchOnline() { state.withLock { $0.searchesOnline = true } }

    /// Changes the assessment of a photo of the first album, as another program does.
    func set(_ assessment: Assessment, ofPhotoAt index: Int) {
        state.withLock { state in
            guard let album = state.albums.first?.id, let photo = state.photos[album]?[index] else { return }
            state.assessments?[photo.id] = assessment
        }
    }

    /// Lets photos be added to some albums, like those of a service.
    func allowChanges(ofAlbums indices: Range<Int>) {
        allowEditing()
        state.withLock { $0.albumsToChange = Array($0.albums[indices]) }
    }

    /// Lets public links be made, as a server does.
    func createPublicLinks() { state.withLock { $0.publicLinks = [] } }

    var publicLinks: [[Photo.ID]] { state.withLock { $0.publicLinks ?? [] } }

    func createPublicLink(to photos: [Photo.ID]) async -> String {
        state.withLock { $0.publicLinks?.append(photos) }
        return "https://shelf.example/share/\(publicLinks.count)"
    }

    func refuse(_ photo: Photo.ID, _ reason: EditRefusal) { state.withLock { $0.refusals[photo] = reason } }

    func isReplaced(_ photo: Photo) async -> Bool { state.withLock { $0.refusals[photo.id] == .replaced } }

    func acceptAll() { state.withLock { $0.refusals = [:] } }

    func set(isWriteHeld: Bool) { self.isWriteHeld.set(isWriteHeld) }

    /// The assessments of the first photos of the first album.
    func assessments(_ count: Int) -> [Assessment] {
        state.withLock { state in
            let photos = state.albums.first.flatMap { state.photos[$0.id] } ?? []
            return photos.prefix(count).map { state.assessments?[$0.id] ?? Assessment() }
        }
    }

    /// The photos in the trash.
    var trashedPhotos: [Photo.ID] { state.withLock { Array($0.trashed.keys) } }

    /// The changes of each call that has been made.
    var writes: [[PhotoChange]] { state.withLock { $0.writes } }

    func assessment(of photo: Photo.ID) -> Assessment? { state.withLock { $0.assessments?[photo] } }

    func tags(of photo: Photo.ID) -> [String]? {
        state.withLock { $0.photos.values.joined().first { $0.id == photo }?.tags }
    }

    /// Photos that an earlier run has moved to the trash.
    func set(trashedEarlier titles: [String], wereFavorites: Bool = false) {
        state.withLock { state in
            let photos = state.albums.flatMap { state.photos[$0.id] ?? [] }.filter { titles.contains($0.title) }
            for photo in photos { _ = state.trash(photo.id) }
            let ids = photos.map(\.id)
            state.earlier = [
                FileChange(
                    .trash, of: photos,
                    annotations: PhotoAnnotations(
                        marked: Set(ids),
                        favorites: wereFavorites
                            ? Dictionary(uniqueKeysWithValues: ids.map { ($0, .distantPast) }) : [:]))
            ]
        }
    }

    func earlierChanges() async -> [FileChange] { state.withLock { $0.earlier } }

    /// Refuses names that another photo has or would have.
    func refusals(of changes: [PhotoChange]) async -> [PhotoChange: EditRefusal] {
        state.withLock { state in
            let renamed = Set(changes.map(\.photo))
            let titles = state.photos.values.joined().filter { !renamed.contains($0.id) }.map(\.title)
            let counts = Dictionary(changes.map { ($0.edit, 1) }, uniquingKeysWith: +)
            return changes.reduce(into: [:]) { refusals, change in
                guard case .rename(let name) = change.edit else { return }
                if counts[change.edit] ?? 0 > 1 || titles.contains(name) { refusals[change] = .nameTaken }
            }
        }
    }

    func files(of photos: [Photo.ID]) async -> FileTotals {
        FileTotals(count: 2 * photos.count, bytes: photos.count << 20)
    }

    func apply(
        _ changes: [PhotoChange], onProgress: @escaping @Sendable (TransferProgress) -> Void
    ) async -> EditResult {
        // Like a folder, lists lack the photos before their files are moved.
        let hidden = state.withLock { state in
            defer { state.listeners.forEach { $0.yield(.changed) } }
            return changes.filter { change in
                if case .move = change.edit { true } else { change.edit == .trash }
            }.map(\.photo).filter { state.trash($0) && state.leaving.insert($0).inserted }
        }
        try? await isWriteHeld.pass()
        return state.withLock { state in
            state.writes.append(changes)
            let before = state.assessments ?? [:]
            state.leaving.subtract(hidden)
            var result = EditResult()
            if state.idsArePaths, state.refusals.isEmpty, state.movePaths(changes, &result) {
                state.listeners.forEach { $0.yield(.changed) }
                return result
            }
            for change in changes {
                // A canceled change has begun.
                if Task.isCancelled, change.edit.kind.isProperty, result.inverse.count == 2 {
                    result.refuse(change, .canceled)
                    continue
                }
                if let reason = state.refusals[change.photo] {
                    if hidden.contains(change.photo) { _ = state.restore(change.photo) }
                    result.refuse(change, reason)
                    continue
                }
                switch change.edit {
                case .favorite(let isFavorite):
                    if isFavorite {
                        state.favorites?.insert(change.photo)
                    } else {
                        state.favorites?.remove(change.photo)
                    }
                    result.didApply(inverse: [PhotoChange(change.photo, .favorite(!isFavorite))])
                case .album(let album, let name, let isMember):
                    let inverse = PhotoEdit.album(album, name: name, isMember: !isMember)
                    result.didApply(inverse: [PhotoChange(change.photo, inverse)])
                case .trash where hidden.contains(change.photo), .move where hidden.contains(change.photo), .copy:
                    result.didApply(inverse: [state.inverse(of: change)], fileCount: 1)
                case .rename(let name):
                    state.rename(change.photo, name)
                    result.didApply(inverse: [state.inverse(of: change)], fileCount: 1)
                case .restore where state.takeBackName(change.photo):
                    result.didApply(inverse: [state.inverse(of: change)], fileCount: 1)
                case .restore where state.restore(change.photo) || state.isCopied(change.photo):
                    result.didApply(inverse: [state.inverse(of: change)], fileCount: 1)
                case .trash, .restore, .move:
                    result.refuse(change, .gone)
                case .set, .tag: state.describe(change).map { result.didApply(inverse: [$0]) }
                default:
                    let found = before[change.photo] ?? Assessment()
                    if let expected = change.expected, found != expected {
                        let values = PhotoValues(of: found, unlike: expected)
                        result.refuse(change, .sidecar(name: "photo.xmp", .otherValues(values)))
                        continue
                    }
                    let old = state.assessments?[change.photo] ?? Assessment()
                    let new = old.applying(change.edit)
                    state.assessments?[change.photo] = new
                    result.didApply(inverse: change.inverse(from: old, to: new))
                }
            }
            state.listeners.forEach { $0.yield(.changed) }
            return result
        }
    }
}

extension InMemoryLibrary.State {
    /// Returns the change that undoes a change of files.
    fileprivate mutating func inverse(of change: PhotoChange) -> PhotoChange {
        if change.edit == .restore { return PhotoChange(change.photo, fileEdits[change.photo] ?? .trash) }
        fileEdits[change.photo] = change.edit
        return PhotoChange(change.photo, .restore)
    }

    /// Changes the texts or tags of a photo. Returns the change that undoes this one.
    fileprivate mutating func describe(_ change: PhotoChange) -> PhotoChange? {
        for (album, photos) in self.photos {
            guard let index = photos.firstIndex(where: { $0.id == change.photo }) else { continue }
            let old = photos[index]
            switch change.edit {
            case .set(let texts):
                self.photos[album]?[index] = old.with(texts, tags: nil)
                return change.inverse(PhotoProperties(values: [.title: old.title]))
            case .tag(let tags):
                let new = tags.applied(to: old.tags)
                self.photos[album]?[index] = old.with([:], tags: new)
                let added = new.filter { !old.tags.contains($0) }
                let removed = old.tags.filter { !new.contains($0) }
                return change.inverse(PhotoProperties(tags: TagChange(add: removed, remove: added)))
            default: return nil
            }
        }
        return nil
    }

    /// Moves a photo to the trash; returns false if no album has it.
    fileprivate mutating func trash(_ photo: Photo.ID) -> Bool {
        for (album, photos) in self.photos {
            guard let index = photos.firstIndex(where: { $0.id == photo }) else { continue }
            trashed[photo] = (album, index, photos[index])
            self.photos[album]?.remove(at: index)
            return true
        }
        return false
    }

    fileprivate mutating func rename(_ photo: Photo.ID, _ name: String) {
        for (album, photos) in self.photos {
            guard let index = photos.firstIndex(where: { $0.id == photo }) else { continue }
            renamed[photo] = photos[index]
            self.photos[album]?[index] = Photo(id: photo, albumID: album, title: name)
        }
    }

    /// Gives a photo its former name; returns false if it has not been renamed.
    fileprivate mutating func takeBackName(_ photo: Photo.ID) -> Bool {
        guard let former = renamed.removeValue(forKey: photo) else { return false }
        rename(photo, former.title)
        renamed[photo] = nil
        return true
    }

    /// Moves or renames photos, all at once, or takes that back; returns false for other changes.
    fileprivate mutating func movePaths(_ changes: [PhotoChange], _ result: inout EditResult) -> Bool {
        guard changes.allSatisfy({ !$0.edit.kind.isInXMP && $0.edit != .trash }) else { return false }
        if changes.contains(where: { $0.edit == .restore && former[$0.photo] == nil }) { return false }
        var arrivals: [(old: Photo, new: Photo)] = []
        for change in changes {
            let source = change.edit == .restore ? moves[change.photo] ?? change.photo : change.photo
            if trashed[source] == nil { _ = trash(source) }
            guard let old = trashed.removeValue(forKey: source)?.photo else { continue }
            switch change.edit {
            case .move(let folder, _):
                let name = String(decoding: folder, as: UTF8.self).split(separator: "/").last.map(String.init) ?? ""
                arrivals.append((old, Photo(path: name, old.title)))
            case .rename(let name): arrivals.append((old, Photo(path: old.albumID.rawValue, name)))
            default:
                guard let former = former.removeValue(forKey: change.photo) else { continue }
                // Folders notice that, too, and find the file under the former path again.
                moves[change.photo] = nil
                moves[source] = change.photo
                photos[former.albumID, default: []].append(former)
            }
            result.didApply(inverse: [inverse(of: change)], fileCount: 1)
        }
        for (old, new) in arrivals {
            (former[old.id], moves[old.id]) = (old, new.id)
            photos[new.albumID, default: []].append(new)
            result.didMove(old.id, to: MovedPhoto(id: new.id, file: Array(new.id.rawValue.utf8)))
        }
        for album in photos.keys { photos[album]?.sort { $0.id.rawValue < $1.id.rawValue } }
        return true
    }

    /// Whether the last change of a photo has copied it.
    fileprivate func isCopied(_ photo: Photo.ID) -> Bool {
        let last = writes.dropLast().last { $0.contains { $0.photo == photo } }?.first { $0.photo == photo }
        if case .copy = last?.edit { return true }
        return false
    }

    /// Takes a photo back from the trash; returns false if it isn't there.
    fileprivate mutating func restore(_ photo: Photo.ID) -> Bool {
        guard let (album, index, photo) = trashed.removeValue(forKey: photo) else { return false }
        let count = photos[album]?.count ?? 0
        photos[album]?.insert(photo, at: min(index, count))
        return true
    }
}

extension Photo {
    /// Creates a photo whose ID is its path.
    init(path folder: String, _ name: String) {
        self.init(id: Photo.ID("\(folder)/\(name)"), albumID: Album.ID(folder), title: name)
    }
}
