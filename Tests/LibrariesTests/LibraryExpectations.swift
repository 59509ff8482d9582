import Albums
import Basics
import DemoLibrary
import TestFixtures
import Testing

@testable import Libraries

/// The behavior that every library must have; each case creates a library with several albums.
@Suite("Every library")
struct LibraryExpectations {
    enum Case: String, CaseIterable, Sendable, CustomTestStringConvertible {
        case folder
        case demo
        case jsonPlaceholder
        case unsplash
        case immich

        var testDescription: String { rawValue }

        /// Returns the texts that a photo search considers; in a folder that includes the album.
        func searchedTexts(of photo: Photo, inAlbum album: String) -> [FoldedText] {
            let texts = [photo.title, photo.description, photo.author, self == .folder ? album : nil]
            return (texts.compactMap { $0 } + photo.tags).map { FoldedText($0) }
        }

        /// Calls `body` with a library that is completely loaded.
        func withLibrary(_ body: (any PhotoLibrary) async throws -> Void) async throws {
            switch self {
            case .folder:
                let folder = try TemporaryFolder()
                for (number, album) in ["", "Autumn/", "Zürich 2/", "Zürich 10/more/"].enumerated() {
                    for photo in 1...12 {
                        let name = "\(album)Lake \(photo).jpg"
                        try folder.addFile(name)
                        // Some photos of the same time, and albums that are not in the order of their dates.
                        try folder.setModificationTime(
                            ofFile: name, toSecondsSince1970: photo * 7 % 5 + number * 2 % 3 * 10)
                    }
                }
                try await body(try await FolderLibrary.scanned(folder))
                // Keep the folder until here; it is deleted with its last reference.
                withExtendedLifetime(folder) {}
            case .demo:
                try await body(DemoLibrary())
            case .jsonPlaceholder:
                try await body(FakeJSONPlaceholder.sample(isReversed: true).library())
            case .unsplash:
                try await body(UnsplashAPI.sample().library())
            case .immich:
                let library = try FakeImmich.sample().library()
                // Titles are the names of files, which follow the photos.
                for album in try await library.allAlbums() { try await library.named(.album(album.id)) }
                try await library.named(.feed)
                try await body(library)
            }
        }
    }

    @Test("Every album has an owner, and every owner has albums", arguments: Case.allCases)
    func owners(of kind: Case) async throws {
        try await kind.withLibrary { library in
            let owners = try await library.owners()
            #expect(!owners.isEmpty)
            #expect(Set(owners.map(\.id)).count == owners.count)
            let albums = try await library.albums(in: .everyone, matching: .everything, in: 0..<1000).items
            #expect(Set(albums.map(\.ownerID)) == Set(owners.map(\.id)))
        }
    }

    @Test("Totals match the lists", arguments: Case.allCases)
    func totals(of kind: Case) async throws {
        try await kind.withLibrary { library in
            let albums = try await library.albums(in: .everyone, matching: .everything, in: 0..<1000)
            #expect(albums.isComplete)
            #expect(albums.matching == albums.items.count && albums.available == albums.items.count)
            for album in albums.items {
                let photos = try await library.photos(in: .album(album.id), matching: .everything, in: 0..<1000)
                #expect(try await library.details(of: album).photoCount == photos.items.count)
            }
            let feed = try await library.allPhotos(in: .feed)
            let totals = try await library.totals()
            #expect(totals == LibraryTotals(albums: albums.items.count, photos: feed.count, isComplete: true))
        }
    }

    @Test("The feed has every photo of all albums once", arguments: [Case.folder, .demo, .jsonPlaceholder])
    func feed(of kind: Case) async throws {
        try await kind.withLibrary { library in
            var expected: Set<Photo.ID> = []
            for album in try await library.albums(in: .everyone, matching: .everything, in: 0..<1000).items {
                let photos = try await library.photos(in: .album(album.id), matching: .everything, in: 0..<1000)
                expected.formUnion(photos.items.map(\.id))
            }
            let feed = try await library.allPhotos(in: .feed)
            #expect(feed.count == expected.count && Set(feed.map(\.id)) == expected)
        }
    }

    @Test("The feed can be searched and is newest first if dates are known", arguments: Case.allCases)
    func feedSearch(of kind: Case) async throws {
        try await kind.withLibrary { library in
            let feed = try await library.allPhotos(in: .feed)
            let dates = feed.compactMap(\.date)
            #expect(dates == dates.sorted(by: >))
            let search = SearchQuery(try #require(feed[5].title.split(separator: " ").last).uppercased())
            let titles = try await library.albumTitlesByID()
            let expected = feed.filter { photo in
                search.matches(kind.searchedTexts(of: photo, inAlbum: titles[photo.albumID] ?? ""))
            }
            let page = try await library.photos(in: .feed, matching: ListQuery(search: search), in: 1..<4)
            #expect(page.items == Array(expected.dropFirst().prefix(3)) && page.matching == expected.count)
            for (index, photo) in expected.prefix(10).enumerated() {
                #expect(try await library.index(of: photo.id, in: .feed, matching: ListQuery(search: search)) == index)
            }
            #expect(try await library.index(of: Photo.ID("nothing"), in: .feed, matching: .everything) == nil)
        }
    }

    @Test("Aspect ratios that are known without loading photos are theirs", arguments: Case.allCases)
    func aspects(of kind: Case) async throws {
        try await kind.withLibrary { library in
            let album = try await library.albums(in: .everyone, matching: .everything, in: 0..<1).items[0].id
            for (list, order) in [(PhotoList.feed, ListOrder.original), (.album(album), .titleReversed)] {
                let query = ListQuery(order: order).limited(to: library.photoOrders(in: list))
                let photos = try await library.photos(in: list, matching: query, in: 2..<6).items
                let aspects = try await library.aspects(of: list, matching: query, in: 2..<6)
                #expect(aspects == Array(photos.map(\.aspect).prefix(aspects.count)))
                #expect(![Case.folder, .demo].contains(kind) || aspects.count == 4)
            }
        }
    }

    @Test("Photo and album IDs are unique", arguments: Case.allCases)
    func uniqueNames(of kind: Case) async throws {
        try await kind.withLibrary { library in
            let albums = try await library.albums(in: .everyone, matching: .everything, in: 0..<1000).items
            #expect(Set(albums.map(\.id)).count == albums.count)
            var photos: Set<Photo.ID> = []
            for album in albums {
                let page = try await library.photos(in: .album(album.id), matching: .everything, in: 0..<1000).items
                #expect(page.allSatisfy { $0.albumID == album.id })
                #expect(page.allSatisfy { photos.insert($0.id).inserted })
            }
        }
    }

    @Test("An album's cover is one of its photos", arguments: Case.allCases)
    func covers(of kind: Case) async throws {
        try await kind.withLibrary { library in
            for album in try await library.albums(in: .everyone, matching: .everything, in: 0..<1000).items {
                let cover = try #require(try await library.details(of: album).cover)
                _ = try await library.photos(in: .album(album.id), matching: .everything, in: 0..<1)
                #expect(try await library.index(of: cover.id, in: .album(album.id), matching: .everything) != nil)
            }
        }
    }

    @Test("Ranges are slices of one list", arguments: Case.allCases)
    func ranges(of kind: Case) async throws {
        try await kind.withLibrary { library in
            let albums = try await library.albums(in: .everyone, matching: .everything, in: 0..<1000).items
            #expect(
                try await library.albums(in: .everyone, matching: .everything, in: 1..<3).items == Array(albums[1..<3]))
            let album = try #require(albums.last)
            let photos = try await library.photos(in: .album(album.id), matching: .everything, in: 0..<1000).items
            let middle = try await library.photos(in: .album(album.id), matching: .everything, in: 3..<8)
            #expect(middle.items == Array(photos[3..<8]))
            #expect(middle.matching == photos.count && middle.available == photos.count)
        }
    }

    @Test("Ranges are clipped to the list", arguments: Case.allCases)
    func rangesOutside(of kind: Case) async throws {
        try await kind.withLibrary { library in
            let albums = try await library.albums(in: .everyone, matching: .everything, in: -5..<2)
            #expect(albums.items.count == 2)
            let album = try #require(albums.items.first)
            let count = try #require(try await library.details(of: album).photoCount)
            for (range, expected) in [
                (-9 ..< -3, 0), (Int.min..<1, 1), (count - 1..<Int.max, 1), (count..<count + 5, 0),
            ] {
                for query in [ListQuery.everything, ListQuery("e"), ListQuery(order: .title)] {
                    let page = try await library.photos(in: .album(album.id), matching: query, in: range)
                    if query.search == .everything { #expect(page.items.count == expected) }
                    #expect(page.items.count <= page.matching)
                }
            }
        }
    }

    @Test("An unknown album has no photos", arguments: [Case.folder, .demo, .jsonPlaceholder, .immich])
    func unknownAlbum(of kind: Case) async throws {
        try await kind.withLibrary { library in
            for name in ["", "nowhere", "../..", "\u{1B}[2J", "-1"] {
                let page = try await library.photos(in: .album(Album.ID(name)), matching: .everything, in: 0..<10)
                #expect(page == Page(items: [], matching: 0, available: 0, isComplete: true))
                #expect(
                    try await library.index(of: Photo.ID("x"), in: .album(Album.ID(name)), matching: .everything) == nil
                )
            }
        }
    }

    @Test("A search keeps the order and counts the matches", arguments: Case.allCases)
    func search(of kind: Case) async throws {
        try await kind.withLibrary { library in
            let album = try #require(
                try await library.albums(in: .everyone, matching: .everything, in: 0..<1).items.first)
            let photos = try await library.photos(in: .album(album.id), matching: .everything, in: 0..<1000).items
            let word = try #require(photos[5].title.split(separator: " ").last).uppercased()
            let search = SearchQuery(word)
            let expected = photos.filter { photo in
                search.matches(kind.searchedTexts(of: photo, inAlbum: album.title))
            }
            let page = try await library.photos(in: .album(album.id), matching: ListQuery(search: search), in: 0..<1000)
            #expect(page.items == expected)
            #expect(page.matching == expected.count && page.available == photos.count)
            #expect(expected.contains(photos[5]))
            let last = try await library.photos(
                in: .album(album.id), matching: ListQuery(search: search), in: expected.count - 1..<1000)
            #expect(last.items == expected.suffix(1))
        }
    }

    @Test("A search without matches finds no photos", arguments: Case.allCases)
    func nothingFound(of kind: Case) async throws {
        try await kind.withLibrary { library in
            let search = ListQuery("no photo is called this")
            #expect(try await library.albums(in: .everyone, matching: search, in: 0..<10).items.isEmpty)
            let album = try #require(
                try await library.albums(in: .everyone, matching: .everything, in: 0..<1).items.first)
            let page = try await library.photos(in: .album(album.id), matching: search, in: 0..<10)
            #expect(page.items.isEmpty && page.matching == 0 && page.available > 0)
        }
    }

    @Test("The index of a photo is its position among the matches", arguments: Case.allCases)
    func indices(of kind: Case) async throws {
        try await kind.withLibrary { library in
            let album = try #require(
                try await library.albums(in: .everyone, matching: .everything, in: 1..<2).items.first)
            for query in [ListQuery.everything, ListQuery("e")] {
                let photos = try await library.photos(in: .album(album.id), matching: query, in: 0..<1000).items
                for (index, photo) in photos.enumerated() {
                    #expect(try await library.index(of: photo.id, in: .album(album.id), matching: query) == index)
                }
            }
            let first = try #require(
                try await library.photos(in: .album(album.id), matching: .everything, in: 0..<1).items.first)
            let other = ListQuery("no photo is called this")
            #expect(try await library.index(of: first.id, in: .album(album.id), matching: other) == nil)
            #expect(
                try await library.index(of: Photo.ID("nothing"), in: .album(album.id), matching: .everything) == nil)
        }
    }

    @Test("Albums can be searched by title", arguments: Case.allCases)
    func albumSearch(of kind: Case) async throws {
        try await kind.withLibrary { library in
            let albums = try await library.albums(in: .everyone, matching: .everything, in: 0..<1000).items
            let search = SearchQuery(albums[1].title.lowercased())
            let found = try await library.albums(in: .everyone, matching: ListQuery(search: search), in: 0..<1000)
            #expect(found.items.contains(albums[1]))
            #expect(found.items == albums.filter { search.matches([FoldedText($0.title)]) })
            #expect(found.matching == found.items.count && found.available == albums.count)
        }
    }

    @Test("The index of an album is its position among the matches", arguments: Case.allCases)
    func albumIndices(of kind: Case) async throws {
        try await kind.withLibrary { library in
            for query in [ListQuery.everything, ListQuery("u")] {
                let albums = try await library.albums(in: .everyone, matching: query, in: 0..<1000).items
                for (index, album) in albums.enumerated() {
                    #expect(try await library.index(of: album.id, in: .everyone, matching: query) == index)
                }
            }
            #expect(try await library.index(of: Album.ID("nowhere"), in: .everyone, matching: .everything) == nil)
        }
    }

    @Test("A late listener still receives the completion", .timeLimit(.minutes(60)), arguments: [Case.folder, .demo])
    func lateListener(of kind: Case) async throws {
        try await kind.withLibrary { library in
            #expect(await library.events().first { _ in true } == .completed)
        }
    }

    @Test("Every photo has a picture", arguments: Case.allCases)
    func pictures(of kind: Case) async throws {
        try await kind.withLibrary { library in
            let album = try #require(
                try await library.albums(in: .everyone, matching: .everything, in: 0..<1).items.first)
            let photo = try #require(
                try await library.photos(in: .album(album.id), matching: .everything, in: 0..<1).items.first)
            switch try await library.picture(of: photo) {
            case .file(let path):
                #expect(path.first == UInt8(ascii: "/"))
            case .generated(let picture):
                let whole = PixelRect(x: 0, y: 0, width: Double(picture.width), height: Double(picture.height))
                #expect(picture.rows(whole, 6, 4)(1..<3).count == 6 * 2 * 4)
            case .remote(let picture):
                #expect(try await !picture.fetch(100, .visible).bytes.isEmpty)
            }
        }
    }
}
