import Albums
import Basics
import DemoLibrary
import FoundationEssentials
import Glibc
import Synchronization
import TestFixtures
import Testing

@testable import Libraries

@Suite("Favorites library")
struct FavoritesLibraryTests {
    /// In-memory favorites.
    private final class FakeFavorites: FavoritesStorage {
        let favorites: Mutex<(version: Int, all: [Favorite])>
        private let stream: AsyncStream<Void>

        init(_ favorites: [Favorite], changes: AsyncStream<Void> = AsyncStream { $0.yield() }) {
            self.favorites = Mutex((0, favorites))
            stream = changes
        }

        var version: Int { favorites.withLock(\.version) }

        func all() -> [Favorite] { favorites.withLock(\.all) }

        func thumbnail(of id: Favorite.ID) -> [UInt8]? {
            favorites.withLock { $0.all.first { $0.id == id }?.thumbnail }
        }

        func toggle(_ favorites: [Favorite]) -> FavoriteChange {
            self.favorites.withLock { state in
                state.version += 1
                guard let favorite = favorites.first else { return .added([]) }
                if let old = state.all.firstIndex(where: { $0.id == favorite.id }) {
                    return .removed([state.all.remove(at: old)])
                }
                state.all.insert(favorite, at: 0)
                return .added([favorite])
            }
        }

        func changes() -> AsyncStream<Void> { stream }

        func incomplete(of library: String) -> [Favorite] {
            all().filter { $0.thumbnail == nil && ($0.library == library || $0.file != nil) }
        }

        func complete(_ completions: [FavoriteCompletion]) {
            favorites.withLock { state in
                for completion in completions {
                    guard let index = state.all.firstIndex(where: { $0.id == completion.id }) else { continue }
                    state.all[index] = state.all[index].with(thumbnail: completion.thumbnail)
                }
            }
        }

        func tracedFiles() -> [(id: Favorite.ID, trace: FileTrace?)] { [] }
        func traces(ofFilesAt paths: [[UInt8]], hashing: Bool) -> [FileTrace?] { [] }
        func hash(ofFileAt path: [UInt8]) -> [UInt8]? { nil }
        func record(_ traces: [(id: Favorite.ID, trace: FileTrace)]) {}
        func move(_ id: Favorite.ID, to photo: Photo, inAlbum albumTitle: String?, of library: String) {}
    }

    private let demo = DemoLibrary()

    private func favorite(
        _ title: String, of library: String, file: String? = nil, thumbnail: [UInt8]? = nil
    ) -> Favorite {
        let photo = Photo(
            id: Photo.ID(title), albumID: Album.ID("1"), title: title, tags: ["t-\(title)"],
            author: "Ada \(title)")
        return Favorite(
            photo: photo, library: library, albumTitle: "Album", file: file.map { Array($0.utf8) },
            added: .now,
            thumbnail: thumbnail)
    }

    private func demoPhoto() async throws -> Photo {
        try #require(try await demo.photos(in: .feed, matching: .everything, in: 0..<1).items.first)
    }

    @Test("New favorites get thumbnails, except for pictures that fail, which are tried once in a run")
    func backfill() async throws {
        let photos = try await demo.photos(in: .feed, matching: .everything, in: 0..<2).items
        let (changes, next) = AsyncStream.makeStream(of: Void.self)
        let favorites = FakeFavorites(
            photos.map { Favorite(photo: $0, library: demo.address, added: .now) }, changes: changes)
        let tries = Mutex(0)
        let backfill = FavoriteBackfill(storage: favorites, library: demo) {
            id, _ in
            tries.withLock { $0 += 1 }
            if id.photo == photos[1].id { throw LibraryFailure.noSuchList }
            return [1, 2, 3]
        }
        let running = Task { await backfill.run() }
        for _ in 0..<2 { next.yield() }
        next.finish()
        await running.value
        #expect(favorites.all().map(\.thumbnail) == [[1, 2, 3], nil])
        #expect(tries.withLock { $0 } == 2)
    }

    @Test("A photo of the open library has the path that the library lists, not the canonical one")
    func listedPath() async throws {
        let folder = try TemporaryFolder()
        try Data().write(to: URL(fileURLWithPath: "\(folder.path)/a.png"))
        let path = Array("\(folder.path)/./a.png".utf8)
        let list = PathListLibrary(paths: [path], title: "")
        let photo = try #require(try list.photos(in: .feed, matching: .everything, in: 0..<1).items.first)
        #expect(photo.file.map { String(decoding: $0, as: UTF8.self) } == "\(folder.path)/a.png")
        let library = FavoritesLibrary(storage: FakeFavorites([]), opened: list)
        guard case .file(path) = try await library.picture(of: photo) else {
            Issue.record("another picture")
            return
        }
    }

    @Test("Lists favorites of all libraries, and keeps the IDs of the open library's photos")
    func ids() async throws {
        let photo = try await demoPhoto()
        let favorites = FakeFavorites([
            favorite(photo.id.rawValue, of: "/pictures"),
            Favorite(photo: photo, library: "demo:", added: .now),
        ])
        let library = FavoritesLibrary(storage: favorites, opened: demo)
        let photos = try await library.allPhotos(in: .feed)
        #expect(photos.count == 2)
        #expect(photos[1] == photo)
        #expect(photos[0].id != photo.id)
        #expect(try await library.aspects(of: .feed, matching: .everything, in: 0..<9) == photos.map(\.aspect))
        for (position, photo) in photos.enumerated() {
            #expect(try await library.index(of: photo.id, in: .feed, matching: .everything) == position)
        }
        var all = library.ids().makeAsyncIterator()
        #expect(await all.next() == Set(photos.map(\.id)))
    }

    @Test(
        "A search matches title, author, tag, album and library",
        arguments: [
            ("dun", 1), ("ada", 2), ("t-reef", 1), ("unsplash", 1), ("album", 2), ("ada dune /pict", 1),
            ("moon", 0),
        ])
    func search(typed: String, count: Int) async throws {
        let favorites = FakeFavorites([favorite("dune", of: "/pictures"), favorite("reef", of: "unsplash:")])
        let library = FavoritesLibrary(storage: favorites, opened: demo)
        let page = try await library.photos(in: .feed, matching: ListQuery(typed), in: 0..<10)
        #expect(
            page.matching == count && page.items.count == count && page.available == 2 && page.isComplete)
    }

    @Test("Favorites are sorted by title and date, the photos without a date last")
    func sorting() async throws {
        func photo(_ title: String, date: Double?) -> Favorite {
            Favorite(
                photo: Photo(
                    id: Photo.ID(title), albumID: Album.ID("a"), title: title,
                    date: date.map(Date.init(timeIntervalSince1970:))), library: "unsplash:", added: .now)
        }
        let favorites = FakeFavorites([photo("reef 10", date: 3), photo("dune", date: nil), photo("reef 9", date: 5)])
        let library = FavoritesLibrary(storage: favorites, opened: demo)
        for (order, titles) in [
            (ListOrder.original, ["reef 10", "dune", "reef 9"]), (.title, ["dune", "reef 9", "reef 10"]),
            (.newestFirst, ["reef 9", "reef 10", "dune"]), (.oldestFirst, ["reef 10", "reef 9", "dune"]),
        ] {
            #expect(library.photoOrders(in: .feed).contains(order))
            #expect(try await library.allPhotos(in: .feed, by: order).map(\.title) == titles)
        }
    }

    @Test(
        "A favorite's picture comes from its library, its file or its thumbnail"
    )
    func pictures() async throws {
        let folder = try TemporaryFolder()
        try folder.addFile("here.jpg")
        let photo = try await demoPhoto()
        let favorites = FakeFavorites([
            Favorite(photo: photo, library: "demo:", added: .now),
            favorite("here", of: "/p", file: folder.path + "/here.jpg"),
            favorite("gone", of: "/p", file: folder.path + "/gone.jpg", thumbnail: [1, 2]),
            favorite("lost", of: "/p"),
        ])
        let library = FavoritesLibrary(storage: favorites, opened: demo)
        let photos = try await library.allPhotos(in: .feed)
        guard case .generated = try await library.picture(of: photos[0]) else {
            Issue.record("not a painting")
            return
        }
        guard case .file(let path) = try await library.picture(of: photos[1]) else {
            Issue.record("not a file")
            return
        }
        #expect(path == Array((folder.path + "/here.jpg").utf8))
        guard case .remote(let kept) = try await library.picture(of: photos[2]) else {
            Issue.record("not a thumbnail")
            return
        }
        #expect(try await kept.fetch(100, .visible).bytes == [1, 2])
        await #expect(throws: PictureFailure.self) { try await kept.fetchOriginal { _ in } }
        guard case .remote(let lost) = try await library.picture(of: photos[3]) else {
            Issue.record("not a remote picture")
            return
        }
        await #expect(throws: PictureFailure.self) { try await lost.fetch(100, .visible) }
    }

    @Test("A tile of a remote favorite uses the stored thumbnail, and so does a view while offline")
    func preferringThumbnail() async throws {
        let api = UnsplashAPI.sample()
        api.change { $0.responses["/photos/feed1"] = UnsplashAPI.json(UnsplashAPI.photo("feed1", "a bird")) }
        let favorites = FakeFavorites([
            favorite("feed1", of: "unsplash:", thumbnail: [1, 2]), favorite("gone", of: "unsplash:", thumbnail: [3]),
        ])
        let library = FavoritesLibrary(storage: favorites, opened: try api.library())
        let pictures = try await library.allPhotos(in: .feed).remotePictures(of: library)
        #expect(try await pictures[0].fetch(96, .visible).bytes == [1, 2])
        #expect(api.log.requests.isEmpty)
        #expect(String(decoding: try await pictures[0].fetch(600, .viewed).bytes, as: UTF8.self).contains("&w=600&"))
        await #expect(throws: PictureFailure.downloadFailed(.notFound("gone"))) {
            try await pictures[1].fetch(600, .viewed)
        }

        let unreachable = FavoritesLibrary(
            storage: favorites,
            opened: try UnsplashLibrary(address: "unsplash:", key: "k") { _ in
                throw LibraryFailure.unreachable(host: "api.service.example", reason: .noNetwork)
            })
        let kept = try await unreachable.allPhotos(in: .feed).remotePictures(of: unreachable)
        #expect(try await kept[1].fetch(600, .viewed).bytes == [3])
    }

    @Test("Adding a photo of the open library stores its file path")
    func added() async throws {
        let folder = try TemporaryFolder()
        try folder.addFile("Sea/surf.jpg")
        let opened = try await FolderLibrary.scanned(folder)
        let favorites = FakeFavorites([])
        let library = FavoritesLibrary(storage: favorites, opened: opened)
        let photo = try #require(try await opened.allPhotos(in: .feed).first)
        guard case .added(let added) = try await library.toggle([photo]), let favorite = added.first else {
            Issue.record("not added")
            return
        }
        #expect(favorite.id == Favorite.ID(file: try #require(photo.file)))
        #expect(favorite.photo == photo && favorite.library == opened.address)
        #expect(
            favorite.file.map { String(decoding: $0, as: UTF8.self) }?.hasSuffix("/Sea/surf.jpg") == true)
        #expect(try await library.allPhotos(in: .feed) == [photo.with(id: library.id(of: photo))])
        #expect(await !library.isReplaced(photo))
        try folder.addFile("Sea/new")
        rename(folder.path + "/Sea/new", folder.path + "/Sea/surf.jpg")
        #expect(await library.isReplaced(photo))
    }

    @Test("A favorite whose file was replaced isn't changed, and no command gets the other file until it is listed")
    func replaced() async throws {
        let (folder, spy, sidecars) = (try TemporaryFolder(), try SpyFiles(), SpySidecars())
        try folder.addFile("Sea/surf.jpg")
        let opened = try FolderLibrary(
            path: Array(folder.path.utf8),
            .init(sidecars: SidecarSettings(port: sidecars.port, storage: .sidecar), files: spy.port))
        for await event in opened.events() where event == .completed { break }
        let listed = try #require(try await opened.allPhotos(in: .feed).first)
        let favorite = Favorite(photo: listed, library: opened.address, file: listed.file, added: .now)
        let library = FavoritesLibrary(storage: FakeFavorites([favorite]), opened: opened)
        let shown = try #require(try await library.allPhotos(in: .feed).first)
        #expect(shown.identity == listed.identity && shown.identity != nil)
        #expect(try await library.allPhotos(in: .feed) == [shown])
        #expect(await !library.isReplaced(shown))
        try folder.addFile("Sea/surf.jpg", contents: "written in place")
        #expect(await !library.isReplaced(shown))
        try folder.addFile("Sea/new")
        rename(folder.path + "/Sea/new", folder.path + "/Sea/surf.jpg")
        #expect(await library.isReplaced(shown))
        let editing = try #require(library.editing)
        for edit in [PhotoEdit.rate(5), .trash] {
            let result = await editing.apply([PhotoChange(shown, edit)])
            #expect(result.refusals.count == 1 && result.inverse.isEmpty)
        }
        #expect(spy.moved.isEmpty && sidecars.changes.isEmpty)
        let current = try #require(try await library.allPhotos(in: .feed).first)
        #expect(current.id == shown.id && current.identity != shown.identity && !current.hasPixels(of: shown))
        #expect(await !library.isReplaced(current))
    }

    @Test(
        "A file is the same favorite through any folder or link",
        arguments: ["", "/Sea", "/link", "/files"])
    func oneFile(part: String) async throws {
        let folder = try TemporaryFolder()
        try folder.addFile("Sea/surf.jpg")
        try FileManager.default.createSymbolicLink(atPath: folder.path + "/link", withDestinationPath: "Sea")
        try FileManager.default.createDirectory(atPath: folder.path + "/files", withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/files/a.jpg", withDestinationPath: "../Sea/surf.jpg")
        let file = CanonicalPath.resolve(Array((folder.path + "/Sea/surf.jpg").utf8))
        let photo = Photo(id: Photo.ID("surf.jpg"), albumID: Album.ID("."), title: "surf", file: file)
        let favorites = FakeFavorites([Favorite(photo: photo, library: "/elsewhere", file: file, added: .now)])
        let opened = try FolderLibrary(path: Array((folder.path + part).utf8))
        for await event in opened.events() where event == .completed { break }
        let library = FavoritesLibrary(storage: favorites, opened: opened)
        var ids = library.ids().makeAsyncIterator()
        let all = try #require(await ids.next())
        let album = try #require(await opened.albums(in: .everyone, matching: .everything, in: 0..<9).items.last)
        for list in [PhotoList.album(album.id), .feed] {
            let found = try #require(try await opened.photos(in: list, matching: .everything, in: 0..<9).items.last)
            #expect(all.contains(library.id(of: found)))
            _ = try await library.toggle([found])
            #expect(try await library.totals().photos == (list == .feed ? 1 : 0))
        }
    }

    @Test("A favorite of a deleted file reports the missing path and still has its thumbnail")
    func gone() async throws {
        let file = Array("/gone/surf.jpg".utf8)
        let photo = Photo(id: Photo.ID("surf.jpg"), albumID: Album.ID("."), title: "surf")
        let favorites = FakeFavorites([
            Favorite(photo: photo, library: "/gone", file: file, added: .now, thumbnail: [1])
        ])
        let library = FavoritesLibrary(storage: favorites, opened: demo)
        let picture = try #require(try await library.allPhotos(in: .feed).remotePictures(of: library).first)
        #expect(picture.missingOriginal == .missingFile(path: file))
        #expect(try await picture.fetch(10, .visible).bytes == [1])
        await #expect(throws: PictureFailure.missingFile(path: file)) { try await picture.fetchOriginal { _ in } }
    }

    @Test("A favorite of another library can be removed and added back unchanged")
    func addedAgain() async throws {
        let before = favorite("dune", of: "/p", file: "/p/dune.jpg", thumbnail: [7])
        let favorites = FakeFavorites([before])
        let library = FavoritesLibrary(storage: favorites, opened: demo)
        let photo = try #require(try await library.allPhotos(in: .feed).first)
        #expect(try await library.toggle([photo]) == .removed([before]))
        #expect(try await library.allPhotos(in: .feed) == [])
        #expect(try await library.toggle([photo]) == .added([before]))
        #expect(try await library.allPhotos(in: .feed) == [photo])
    }

    @Test("Details come from the open library; a favorite of another one names that library")
    func details() async throws {
        let api = UnsplashAPI.sample()
        api.change { $0.responses["/photos/feed1"] = UnsplashAPI.json(#"{"id": "feed1", "exif": {"model": "X100"}}"#) }
        let favorites = FakeFavorites([favorite("feed1", of: "unsplash:"), favorite("dune", of: "/pictures")])
        let library = FavoritesLibrary(storage: favorites, opened: try api.library())
        let photos = try await library.allPhotos(in: .feed)
        let details = [try await library.details(of: photos[0]), try await library.details(of: photos[1])]
        #expect(details.map(\.camera) == ["X100", nil])
        #expect(details.map(\.library) == [nil, "/pictures"])
    }

    @Test("A change of the favorites is a change of their library")
    func changes() async {
        let library = FavoritesLibrary(storage: FakeFavorites([]), opened: demo)
        var events = library.events().makeAsyncIterator()
        #expect(await events.next() == .changed)
    }

    @Test("Has no albums, and only the feed as a list")
    func nothingElse() async throws {
        let library = FavoritesLibrary(storage: FakeFavorites([]), opened: demo)
        #expect(library.albums(in: .everyone, matching: .everything, in: 0..<10).isComplete)
        #expect(library.owners().map(\.id) == [.unknown])
        #expect(try await library.totals() == LibraryTotals(albums: 0, photos: 0, isComplete: true))
        await #expect(throws: LibraryFailure.noSuchList) {
            try await library.photos(in: .album(Album.ID("1")), matching: .everything, in: 0..<1)
        }
        await #expect(throws: LibraryFailure.noSuchList) {
            try await library.index(of: Photo.ID("1"), in: .searchResults(for: "x"), matching: .everything)
        }
    }
}

extension [Photo] {
    /// Returns the pictures of these photos that are remote.
    fileprivate func remotePictures(of library: FavoritesLibrary) async throws -> [RemotePicture] {
        var pictures: [RemotePicture] = []
        for photo in self {
            if case .remote(let picture) = try await library.picture(of: photo) { pictures.append(picture) }
        }
        return pictures
    }
}
