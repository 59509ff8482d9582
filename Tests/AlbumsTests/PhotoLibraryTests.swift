import Albums
import Testing

@Suite("Libraries that provide only lists")
struct PhotoLibraryTests {
    /// A library of 1200 albums, `0` to `1199`, without any optional feature.
    private struct Shelf: PhotoLibrary {
        let address = "shelf:"

        func owners() -> [Owner] { [] }

        func albums(in list: AlbumList, matching query: ListQuery, in range: Range<Int>) -> Page<Album> {
            let items = range.clamped(to: 0..<1200).map {
                Album(id: Album.ID("\($0)"), ownerID: .unknown, title: "\($0)", photoCount: nil, cover: nil)
            }
            return Page(items: items, matching: 1200, available: 1200, isComplete: true)
        }

        func photos(in list: PhotoList, matching query: ListQuery, in range: Range<Int>) -> Page<Photo> {
            Page(items: [], matching: 0, available: 0, isComplete: true)
        }

        func index(of photo: Photo.ID, in list: PhotoList, matching query: ListQuery) -> Int? { nil }

        func picture(of photo: Photo) throws -> PictureSource { throw PictureFailure.noPicture }

        func totals() -> LibraryTotals { LibraryTotals(albums: 1200, photos: 0, isComplete: true) }

        func events() -> AsyncStream<LibraryEvent> { AsyncStream { $0.finish() } }
    }

    @Test("An album is found anywhere in a long list, and one that isn't there isn't", arguments: [0, 499, 500, 1199])
    func location(index: Int) async throws {
        let library = Shelf()
        #expect(try await library.index(of: Album.ID("\(index)"), in: .everyone, matching: .everything) == index)
        #expect(try await library.index(of: Album.ID("1200"), in: .everyone, matching: .everything) == nil)
    }

    @Test("Sorting, searching online, refreshing and further details are optional")
    func defaults() async throws {
        let library = Shelf()
        #expect(library.capabilities == Capabilities() && library.folders == nil && library.editing == nil)
        #expect(library.photoOrders(in: .feed) == [.original])
        #expect(await !library.refresh())
        #expect(try await library.photoDates() == nil)
        let photo = Photo(id: Photo.ID("p"), albumID: Album.ID("0"), title: "p")
        #expect(try await library.details(of: photo) == PhotoDetails())
    }
}
