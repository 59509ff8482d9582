import Albums
import Foundation
import Testing

@testable import Libraries

/// The behavior that every library must have for each order that it supports.
@Suite("Every library sorts", .timeLimit(.minutes(60)))
struct SortingExpectations {
    typealias Case = LibraryExpectations.Case

    @Test("Albums are sorted by every supported order, stably and within their owner", arguments: Case.allCases)
    func albums(of kind: Case) async throws {
        try await kind.withLibrary { library in
            let original = try await library.allAlbums()
            #expect(library.capabilities.albumOrders.isSuperset(of: [.original, .title]))
            for order in library.capabilities.albumOrders {
                let sorted = try await library.allAlbums(by: order)
                expectOrder(of: sorted, order, keys: SortKey.init(album:), original: original, owner: \.ownerID)
            }
            #expect(
                try await library.allAlbums(by: .title).map(\.id) != original.map(\.id), "the test's data are sorted")
        }
    }

    @Test("Photos are sorted by every supported order, stably", arguments: Case.allCases)
    func photos(of kind: Case) async throws {
        try await kind.withLibrary { library in
            let album = try #require(try await library.allAlbums().first).id
            for list in [PhotoList.album(album), .feed] {
                let original = try await library.allPhotos(in: list)
                #expect(library.photoOrders(in: list).contains(.original))
                for order in library.photoOrders(in: list) {
                    let sorted = try await library.allPhotos(in: list, by: order)
                    expectOrder(of: sorted, order, keys: SortKey.init(photo:), original: original, owner: { _ in nil })
                }
            }
        }
    }

    @Test("A sorted list is searched, paged and indexed as one list", arguments: Case.allCases)
    func pages(of kind: Case) async throws {
        try await kind.withLibrary { library in
            let album = try #require(try await library.allAlbums().first)
            for order in library.photoOrders(in: .album(album.id)) {
                let sorted = try await library.allPhotos(in: .album(album.id), by: order)
                let search = SearchQuery(try #require(sorted[5].title.split(separator: " ").last).uppercased())
                let found = sorted.filter { photo in
                    search.matches(kind.searchedTexts(of: photo, inAlbum: album.title))
                }
                for (text, expected) in [(SearchQuery.everything, sorted), (search, found)] {
                    let query = ListQuery(search: text, order: order)
                    var pages: [Photo] = []
                    for start in stride(from: 0, to: expected.count, by: 5) {
                        let page = try await library.photos(
                            in: .album(album.id), matching: query, in: start..<start + 5)
                        #expect(page.matching == expected.count && page.available == sorted.count)
                        pages += page.items
                    }
                    #expect(pages == expected)
                    for (index, photo) in expected.enumerated() {
                        #expect(try await library.index(of: photo.id, in: .album(album.id), matching: query) == index)
                    }
                }
            }
        }
    }

    @Test("The index of an album is its position in the sorted list", arguments: Case.allCases)
    func albumIndices(of kind: Case) async throws {
        try await kind.withLibrary { library in
            for order in library.capabilities.albumOrders {
                for (index, album) in try await library.allAlbums(by: order).enumerated() {
                    #expect(
                        try await library.index(of: album.id, in: .everyone, matching: ListQuery(order: order)) == index
                    )
                }
            }
        }
    }

    @Test("An unsupported order keeps the original one", arguments: Case.allCases)
    func unsupported(of kind: Case) async throws {
        try await kind.withLibrary { library in
            let original = try await library.allPhotos(in: .feed).prefix(20).map(\.id)
            for order in Set(ListOrder.allCases).subtracting(library.photoOrders(in: .feed)) {
                let page = try await library.photos(in: .feed, matching: ListQuery(order: order), in: 0..<20)
                #expect(page.items.map(\.id) == original)
            }
            let albums = try await library.allAlbums().map(\.id)
            for order in Set(ListOrder.allCases).subtracting(library.capabilities.albumOrders) {
                let page = try await library.albums(in: .everyone, matching: ListQuery(order: order), in: 0..<1000)
                #expect(page.items.map(\.id) == albums)
            }
        }
    }

    /// Checks that a list has the elements of the original one in an order, owner by owner.
    private func expectOrder<Element: Identifiable>(
        of sorted: [Element], _ order: ListOrder, keys: (Element) -> SortKey, original: [Element],
        owner: (Element) -> Owner.ID?
    ) where Element.ID: Sendable {
        let places = Dictionary(uniqueKeysWithValues: original.enumerated().map { ($1.id, $0) })
        #expect(sorted.count == original.count && Set(sorted.map(\.id)) == Set(original.map(\.id)))
        #expect(sorted.map(owner) == original.map(owner))
        for (left, right) in zip(sorted, sorted.dropFirst()) where owner(left) == owner(right) {
            guard let leftPlace = places[left.id], let rightPlace = places[right.id] else { continue }
            switch keys(left).compare(to: keys(right), by: order) {
            case .before: break
            case .equal: #expect(leftPlace < rightPlace, "\(order) is not stable: \(left), \(right)")
            case .after: Issue.record("\(order) is violated by \(left), \(right)")
            }
        }
    }
}

/// The sort values of an element, compared as each order requires.
private struct SortKey {
    var title: String
    var seconds: Double?
    var firstSeconds: Double?
    var count: Int?
    var bytes: Int?

    enum Comparison { case before, equal, after }

    init(album: Album) {
        title = album.title
        seconds = album.date?.timeIntervalSince1970
        firstSeconds = (album.firstDate ?? album.date)?.timeIntervalSince1970
        count = album.photoCount
    }

    init(photo: Photo) {
        title = photo.title
        seconds = photo.date?.timeIntervalSince1970
        firstSeconds = seconds
        bytes = photo.file.flatMap {
            try? FileManager.default.attributesOfItem(atPath: String(decoding: $0, as: UTF8.self))[.size] as? Int
        }
    }

    func compare(to other: SortKey, by order: ListOrder) -> Comparison {
        switch order {
        case .original: .equal
        case .title: Self.compare(NaturalOrderKey(title), NaturalOrderKey(other.title))
        case .photoCount: Self.compare(other.count ?? -1, count ?? -1)
        case .newestFirst: Self.compare(other.seconds ?? -.infinity, seconds ?? -.infinity)
        case .oldestFirst: Self.compare(firstSeconds ?? .infinity, other.firstSeconds ?? .infinity)
        case .titleReversed: Self.compare(NaturalOrderKey(other.title), NaturalOrderKey(title))
        case .largestFirst: Self.compare(other.bytes ?? -1, bytes ?? -1)
        case .smallestFirst: Self.compare(bytes ?? .max, other.bytes ?? .max)
        // Only an index knows the others.
        default: .equal
        }
    }

    private static func compare<Value: Comparable>(_ left: Value, _ right: Value) -> Comparison {
        left < right ? .before : right < left ? .after : .equal
    }
}
