import Albums
import Basics
import FoundationEssentials
import Testing

@testable import DemoLibrary

@Suite("Demo library")
struct DemoLibraryTests {
    private let library = DemoLibrary()

    private func allAlbums() async -> [Album] {
        await library.albums(in: .everyone, matching: .everything, in: 0..<1000).items
    }

    private func allPhotos() async throws -> [Photo] {
        var photos: [Photo] = []
        for album in await allAlbums() {
            photos += try await library.photos(in: .album(album.id), matching: .everything, in: 0..<1000).items
        }
        return photos
    }

    @Test("Has 10 owners, 100 albums and 5000 photos")
    func counts() async throws {
        #expect(await library.owners().count == 10)
        #expect(await library.totals() == LibraryTotals(albums: 100, photos: 5000, isComplete: true))
        let albums = await allAlbums()
        #expect(albums.count == 100)
        #expect(try await allPhotos().count == 5000)
        #expect(albums.map(\.ownerID) == (1...10).flatMap { Array(repeating: Owner.ID(String($0)), count: 10) })
    }

    @Test("Photos can be rated, labeled and found by that, and each change can be undone")
    func assessing() async throws {
        let photo = try #require(try await allPhotos().first)
        let events = library.events()
        let change = await library.apply([PhotoChange(photo, .rate(4)), PhotoChange(photo, .label("Red"))])
        #expect(library.assessment(of: photo.id) == Assessment(stars: 4, label: "Red"))
        for typed in ["rating:>=4", "label:red", "is:labeled"] {
            let found = try await library.photos(in: .feed, matching: ListQuery(typed), in: 0..<9)
            #expect(found.items == [photo], "\(typed)")
        }
        let byRating = ListQuery(order: .highestRated)
        #expect(try await library.photos(in: .feed, matching: byRating, in: 0..<1).items == [photo])
        let ratings = try await library.values(of: .rating, in: .feed, matching: .everything)
        #expect(ratings.map(\.count) == [1, 4999])
        _ = await library.apply(change.inverse)
        #expect(library.assessment(of: photo.id) == Assessment())
        #expect(try await library.photos(in: .feed, matching: ListQuery("is:unrated"), in: 0..<0).matching == 5000)
        var reported: [LibraryEvent] = []
        for await event in events {
            reported.append(event)
            if reported.count == 4 { break }
        }
        #expect(reported == [.completed, .changed, .changesAreTemporary, .changed])
    }

    @Test("A photo can be turned, with its picture")
    func turning() async throws {
        let photo = try #require(try await allPhotos().first)
        func picture() async throws -> GeneratedPicture {
            let source = try await library.picture(of: photo)
            guard case .generated(let picture) = source else { throw PictureFailure.noOriginal }
            return picture
        }
        func pixels(_ picture: GeneratedPicture, _ width: Int, _ height: Int) -> [[UInt8]] {
            let whole = PixelRect(x: 0, y: 0, width: Double(picture.width), height: Double(picture.height))
            let rows = picture.rows(whole, width, height)
            return (0..<height).flatMap { row in
                let bytes = rows(row..<row + 1)
                return (0..<width).map { Array(bytes[4 * $0..<4 * $0 + 4]) }
            }
        }
        let upright = try await picture()
        let change = await library.apply([PhotoChange(photo, .set([.orientation: "6"]))])
        let turned = try await picture()
        #expect((turned.width, turned.height) == (upright.height, upright.width))
        let (before, after) = (pixels(upright, 12, 9), pixels(turned, 9, 12))
        // Edges are sampled at other points.
        var difference = 0
        for (row, column) in (0..<12).flatMap({ row in (0..<9).map { (row, $0) } }) {
            let (new, old) = (after[row * 9 + column], before[(8 - column) * 12 + row])
            for channel in 0..<4 { difference += abs(Int(new[channel]) - Int(old[channel])) }
        }
        #expect(difference / (4 * 12 * 9) < 4)
        let listed = try #require(try await allPhotos().first)
        #expect(listed.orientation == .sidecar(6) && listed.pixelVersion != photo.pixelVersion)
        #expect(abs((listed.aspect ?? 0) * (photo.aspect ?? 0) - 1) < 0.001)
        #expect(await library.details(of: photo).orientation == 6)
        _ = await library.apply(change.inverse)
        #expect(try await picture().width == upright.width)
        #expect(try await allPhotos().first == photo)
    }

    @Test("The cover of an album turns with its photo")
    func turnedCover() async throws {
        let album = try #require(await allAlbums().first)
        let cover = try #require(album.cover)
        let change = await library.apply([PhotoChange(cover, .set([.orientation: "6"]))])
        let photos = try await library.photos(in: .album(album.id), matching: .everything, in: 0..<1)
        let turned = try #require(await allAlbums().first)
        #expect(turned.cover == photos.items.first && turned.cover?.pixelVersion != cover.pixelVersion)
        _ = await library.apply(change.inverse)
        #expect(await allAlbums().first == album)
    }

    @Test("A photo's date can be corrected, and lists follow")
    func dating() async throws {
        let photo = try #require(try await allPhotos().first)
        let change = await library.apply([PhotoChange(photo, .set([.date: "2031-02-03T04:05:06+01:00"]))])
        let first = try #require(try await library.photos(in: .feed, matching: .everything, in: 0..<1).first)
        #expect(first.id == photo.id && first.date == Date(timeIntervalSince1970: 1_927_857_906))
        let months = try await library.months(of: .feed, matching: .everything)
        #expect(months?.first?.month == Month(year: 2031, number: 2))
        _ = await library.apply(change.inverse)
        #expect(try await allPhotos().first == photo)
    }

    @Test("Photos in the trash leave lists, counts and covers until they are restored")
    func trashing() async throws {
        let album = try #require(await allAlbums().first)
        let cover = try #require(album.cover)
        let change = await library.apply([PhotoChange(cover, .trash)])
        let trimmed = try #require(await allAlbums().first)
        #expect(trimmed.photoCount == 49 && trimmed.cover != nil && trimmed.cover != cover)
        let photos = try await library.photos(in: .album(album.id), matching: .everything, in: 0..<50)
        #expect(photos.first == trimmed.cover)
        #expect(await library.totals().photos == 4999)
        #expect(await library.fate(of: cover.id) == .gone)
        #expect(await library.apply([PhotoChange(cover, .trash)]).refusals.values.first == .gone)
        _ = await library.apply(change.inverse)
        #expect(await allAlbums().first == album)
        #expect(try await allPhotos().count == 5000)
    }

    @Test("A favorite of another library and changes of files are refused")
    func refusals() async throws {
        let photo = try #require(try await allPhotos().first)
        let other = PhotoChange(Photo.ID("/home/ada\0x.jpg"), .rate(1))
        let rename = PhotoChange(photo, .rename("Dune"))
        let result = await library.apply([other, rename])
        #expect(result.refusals == [other: .inAnotherLibrary, rename: .unsupported])
    }

    @Test("Is deterministic")
    func deterministic() async throws {
        let again = DemoLibrary()
        for album in await allAlbums() {
            let photos = try await again.photos(in: .album(album.id), matching: .everything, in: 0..<50)
            #expect(photos == (try await library.photos(in: .album(album.id), matching: .everything, in: 0..<50)))
        }
    }

    @Test("Every owner has all details")
    func people() async throws {
        for owner in await library.owners() {
            #expect(owner.username != nil && owner.phone != nil && owner.company?.catchPhrase != nil)
            #expect(owner.email?.hasSuffix("@example.com") == true)
            #expect(owner.website?.hasSuffix(".example.org") == true)
            #expect(owner.phone?.contains("555-01") == true)
        }
    }

    @Test("Every photo has all details")
    func photos() async throws {
        let names = Dictionary(uniqueKeysWithValues: await library.owners().map { ($0.id, $0.name) })
        let owners = Dictionary(uniqueKeysWithValues: await allAlbums().map { ($0.id, names[$0.ownerID]) })
        for photo in try await allPhotos() {
            #expect(photo.author == owners[photo.albumID])
            #expect(photo.tags.count >= 3 && photo.description?.hasSuffix(".") == true)
            let details = await library.details(of: photo)
            #expect(details.description == photo.description && details.author == photo.author)
            #expect(details.camera != nil && details.exposure.time != nil && details.exposure.focalLength != nil)
            let year = try #require(photo.date).timeIntervalSince1970 / 31_556_952 + 1970
            #expect((2012..<2026).contains(year))
        }
    }

    @Test("Album titles are unique, and so are photo titles within an album")
    func uniqueTitles() async throws {
        let albums = await allAlbums()
        #expect(Set(albums.map(\.title)).count == 100)
        for album in albums {
            let page = try await library.photos(in: .album(album.id), matching: .everything, in: 0..<50)
            let titles = page.items.map(\.title)
            #expect(Set(titles).count == titles.count)
        }
    }

    @Test("The photos of an album are in date order")
    func dates() async throws {
        for album in await allAlbums() {
            let page = try await library.photos(in: .album(album.id), matching: .everything, in: 0..<50)
            let dates = page.items.compactMap(\.date)
            #expect(dates == dates.sorted() && Set(dates).count == 50)
        }
    }

    @Test("Photos are found by tag")
    func tags() async throws {
        let page = try await library.photos(in: .album(Album.ID("1")), matching: ListQuery("mountains"), in: 0..<50)
        #expect(page.matching > 0 && page.matching < 50 && page.available == 50)
    }

    @Test("Every kind of scene appears, also on a cover")
    func kinds() {
        #expect(Set(DemoAlbum.all.map(\.mainKind)) == Set(PaintedScene.Kind.allCases))
        #expect(DemoAlbum.all.allSatisfy { DemoPhoto.photos(of: $0).first?.scene.kind == $0.mainKind })
    }

    @Test("Every photo is painted from a different seed")
    func pictures() {
        let seeds = DemoAlbum.all.flatMap { DemoPhoto.photos(of: $0).map(\.scene.seed) }
        #expect(Set(seeds).count == 5000)
    }

    @Test("A photo from another library has no picture")
    func unknownPicture() async throws {
        await #expect(throws: PictureFailure.self) {
            try await library.picture(of: Photo(id: Photo.ID("5001"), albumID: Album.ID("1"), title: ""))
        }
    }
}
