import Albums
import Basics
import Foundation
import HTTP
import Testing

@testable import Libraries

@Suite("Changes of Immich's photos", .timeLimit(.minutes(60)))
struct ImmichEditingTests {
    private let server = FakeImmich.sample()
    private let photos = (1...3).map { Photo.ID(FakeImmich.id($0)) }

    private var writes: [HTTPRequest] {
        server.log.requests.filter { $0.method != .get && !$0.url.contains("search") }
    }

    private func asset(_ photo: Photo.ID) throws -> FakeImmich.Asset {
        try #require(server.assets.first { $0.id == photo.rawValue })
    }

    @Test("Photos that get the same stars are rated by one request, which is never repeated")
    func oneRequest() async throws {
        let editing = try #require(try server.library().editing)
        let edits: [PhotoEdit] = [.rate(4), .rate(4), .flag(.rejected)]
        let result = await editing.apply(zip(photos, edits).map { PhotoChange($0, $1) })
        #expect(result.refusals.isEmpty)
        #expect(try photos.map { try asset($0).rating } == [4, 4, -1])
        #expect(writes.map(\.method) == [.put, .put] && writes.allSatisfy { !$0.allowsRetries })
        #expect(editing.assessment(of: photos[2]) == Assessment(flag: .rejected))
    }

    @Test("Versions before 2.0 rate photos one by one, and before 3.0 reject none")
    func oldVersions() async throws {
        server.change { $0.version = (1, 133) }
        let editing = try #require(try server.library().editing)
        let result = await editing.apply([
            PhotoChange(photos[0], .rate(2)), PhotoChange(photos[1], .rate(2)),
            PhotoChange(photos[2], .flag(.rejected)),
        ])
        #expect(Array(result.refusals.values) == [.needsVersion(service: "Immich", version: "3.0")])
        #expect(try photos.map { try asset($0).rating } == [2, 2, nil] && writes.count == 2)
    }

    @Test("Changes that the server refuses are refused in words, and change nothing")
    func refused() async throws {
        let library = try server.library()
        let editing = try #require(library.editing)
        let autumn = try #require(try await library.allAlbums().last)
        let other = try #require(try await library.allPhotos(in: .album(autumn.id)).first).id
        server.change { $0.responses["/api/assets"] = FakeImmich.forbidden("asset.update") }
        let missing = LibraryFailure.permissionMissing(service: "Immich", permission: "asset.update")
        for (photo, reason) in [
            (other, EditRefusal.ofAnotherUser), (photos[0], .library(missing)), (Photo.ID("none"), .gone),
            (Photo.ID(FakeImmich.id(999)), .gone),
        ] {
            let change = PhotoChange(photo, .rate(1))
            #expect(await editing.apply([change]).refusals == [change: reason])
        }
        #expect(server.assets.allSatisfy { $0.rating == nil })
    }

    @Test("Undo doesn't replace a rating that another program has set since")
    func undo() async throws {
        let editing = try #require(try server.library().editing)
        let result = await editing.apply([PhotoChange(photos[0], .rate(3))])
        server.change { $0.assets[0].rating = 5 }
        let undone = await editing.apply(result.inverse)
        #expect(
            Array(undone.refusals.values)
                == [.sidecar(name: "Lake 1.jpg", .otherValues(PhotoValues(rating: 5)))])
        #expect(try asset(photos[0]).rating == 5)
    }

    @Test("A photo disappears before the server has moved it to the trash, and returns if that fails")
    func trash() async throws {
        let library = try server.library()
        let editing = try #require(library.editing)
        #expect(try await library.allPhotos(in: .feed).count == 24)
        let result = await editing.apply([PhotoChange(photos[0], .trash)])
        #expect(try asset(photos[0]).isTrashed)
        #expect(try await library.allPhotos(in: .feed).count == 23)
        #expect(try await library.index(of: photos[0], in: .feed, matching: .everything) == nil)
        #expect(await editing.apply(result.inverse).refusals.isEmpty)
        #expect(try await library.allPhotos(in: .feed).count == 24)
        server.change { $0.responses["/api/assets"] = HTTPResponse(status: 500) }
        #expect(await editing.apply([PhotoChange(photos[0], .trash)]).refusals.count == 1)
        #expect(try await library.allPhotos(in: .feed).count == 24)
    }

    @Test("Favorites of the user's photos are the server's")
    func favorites() async throws {
        let library = try server.library()
        let editing = try #require(library.editing)
        _ = try await library.owners()
        #expect(try await library.allPhotos(in: .feed).count == 24)
        #expect(editing.isFavorite(photos[0]) == false)
        let autumn = try #require(try await library.allAlbums().last)
        let other = try #require(try await library.allPhotos(in: .album(autumn.id)).first).id
        #expect(editing.isFavorite(other) == nil)
        let result = await editing.apply(photos.map { PhotoChange($0, .favorite(true)) })
        #expect(result.refusals.isEmpty && writes.count == 1 && editing.isFavorite(photos[2]) == true)
        #expect(try photos.allSatisfy { try asset($0).isFavorite })
        #expect(try await library.allPhotos(in: .favorites).count == 3)
        _ = await editing.apply(result.inverse)
        #expect(editing.isFavorite(photos[0]) == false)
        #expect(try asset(photos[0]).isFavorite == false)
    }

    @Test("Photos are added to the user's albums and removed, and undo reverts only actual changes")
    func albums() async throws {
        let library = try server.library()
        let editing = try #require(library.editing)
        let own = try await editing.editableAlbums()
        #expect(own.map(\.title) == ["Sea", "Harbors"])
        let (sea, harbors) = (own[0], own[1])
        #expect(try await library.allPhotos(in: .album(sea.id)).count == 12)
        // The first photos are in the first album, and the fake has one album for each.
        let removal = await editing.apply(
            photos.map { PhotoChange($0, .album(sea.id, name: sea.title, isMember: false)) })
        #expect(removal.refusals.isEmpty && removal.inverse.count == 3)
        let add = PhotoEdit.album(harbors.id, name: harbors.title, isMember: true)
        #expect(await editing.apply([PhotoChange(photos[0], add)]).refusals.isEmpty)
        let again = await editing.apply([PhotoChange(photos[0], add), PhotoChange(photos[1], add)])
        #expect(again.refusals == [PhotoChange(photos[0], add): .alreadyInAlbum])
        #expect(
            again.inverse == [
                PhotoChange(photos[1], .album(harbors.id, name: "Harbors", isMember: false), isUndo: true)
            ])
        #expect(try photos.map { try asset($0).album } == [harbors.id.rawValue, harbors.id.rawValue, nil])
        #expect(await editing.apply(again.inverse).refusals.isEmpty)
        #expect(try asset(photos[1]).album == nil)
        let missing = await editing.apply(again.inverse)
        #expect(Array(missing.refusals.values) == [.notInAlbum])
        #expect(writes.allSatisfy { !$0.allowsRetries })
    }

    @Test("A new album is listed at once, and albums of others can't be changed")
    func newAlbum() async throws {
        let library = try server.library()
        let editing = try #require(library.editing)
        let autumn = try #require(try await library.allAlbums().last)
        let trip = try await editing.createAlbum(named: "Trip")
        var titles: [String] = []
        while !titles.contains("Trip") {
            await Task.yield()
            titles = try await editing.editableAlbums().map(\.title)
        }
        #expect(titles == ["Trip", "Sea", "Harbors"] && trip.photoCount == 0)
        let change = PhotoChange(photos[0], .album(autumn.id, name: "Autumn", isMember: true))
        #expect(await editing.apply([change]).refusals == [change: .gone])
    }

    @Test("Undo deletes an album that was created for the photos, and redo creates it again")
    func undoneAlbum() async throws {
        let editing = try #require(try server.library().editing)
        server.change { content in
            for index in 0..<3 { content.assets[index].album = nil }
        }
        let trip = try await editing.createAlbum(named: "Trip")
        func setMembership(_ photo: Photo.ID, _ isMember: Bool = true) -> PhotoChange {
            PhotoChange(photo, .album(trip.id, name: "Trip", isMember: isMember))
        }
        func titles() -> [String] { server.albums.map(\.name).filter { $0 == "Trip" } }
        let first = await editing.apply(photos.prefix(2).map { setMembership($0) })
        let second = await editing.apply([setMembership(photos[2])])
        // Removing photos deletes nothing, nor does undo while others are in the album.
        let removed = await editing.apply(photos.map { setMembership($0, false) })
        #expect(titles() == ["Trip"])
        for undo in [removed.inverse, second.inverse] { #expect(await editing.apply(undo).refusals.isEmpty) }
        #expect(titles() == ["Trip"])
        let undone = await editing.apply(first.inverse)
        #expect(undone.refusals.isEmpty && titles().isEmpty)
        let redone = await editing.apply(undone.inverse)
        #expect(redone.refusals.isEmpty && titles() == ["Trip"])
        #expect(try photos.prefix(2).allSatisfy { try asset($0).album == server.albums[0].id })
        #expect(server.albums[0].id != trip.id.rawValue)
        #expect(await editing.apply(redone.inverse).refusals.isEmpty)
        #expect(titles().isEmpty)
    }

    @Test("Removed stars are 0 for old servers", arguments: [(1, 133), (2, 5), (2, 7)])
    func unrated(major: Int, minor: Int) async throws {
        server.change { content in
            content.version = (major, minor)
            content.assets[0].rating = 3
        }
        let editing = try #require(try server.library().editing)
        #expect(await editing.apply([PhotoChange(photos[0], .rate(nil))]).refusals.isEmpty)
        let body = String(decoding: writes.last?.body ?? [], as: UTF8.self)
        #expect(body.contains(#""rating":\#(minor == 7 ? "null" : "0")"#) && server.assets[0].rating == nil)
    }

    @Test("Photos get a description by one request; undo restores it, unless another program has changed it")
    func describing() async throws {
        let library = try server.library()
        let editing = try #require(library.editing)
        server.change { $0.assets[1].description = "Dusk" }
        var events = library.events().makeAsyncIterator()
        let result = await editing.apply(photos.map { PhotoChange($0, .set([.description: "At noon"])) })
        #expect(result.refusals.isEmpty && writes.count == 1)
        // Details on the screen follow.
        _ = await events.next()
        #expect(try photos.map { try asset($0).description } == ["At noon", "At noon", "At noon"])
        server.change { $0.assets[2].description = "By Tom" }
        let undone = await editing.apply(result.inverse)
        #expect(try photos.map { try asset($0).description } == ["", "Dusk", "By Tom"])
        #expect(
            Array(undone.refusals.values) == [.sidecar(name: "Lake 3.jpg", .otherValues([.description: "By Tom"]))])
        let title = PhotoChange(photos[0], .set([.title: "Lake"]))
        #expect(await editing.apply([title]).refusals == [title: .unsupported])
        #expect(editing.textFields == [.description])
    }

    @Test("Tags are created, added and removed, and undo changes only those that were")
    func tagging() async throws {
        let library = try server.library()
        let editing = try #require(library.editing)
        server.change { content in
            content.tags = ["Sea", "draft"]
            content.assets[0].tags = ["Sea", "draft"]
        }
        let change = TagChange(add: ["Sea", "Places/Rome"], remove: ["draft"])
        let result = await editing.apply(photos.prefix(2).map { PhotoChange($0, .tag(change)) })
        #expect(result.refusals.isEmpty)
        #expect(try asset(photos[0]).tags == ["Sea", "Places/Rome"])
        #expect(try asset(photos[1]).tags == ["Sea", "Places/Rome"])
        #expect(editing.tags(of: photos[0]) == ["Sea", "Places/Rome"])
        #expect(await editing.apply(result.inverse).refusals.isEmpty)
        #expect(try Set(asset(photos[0]).tags) == ["Sea", "draft"])
        #expect(try asset(photos[1]).tags == [])
        #expect(writes.allSatisfy { !$0.allowsRetries })
    }

    @Test("The clock can be corrected; undo restores the dates, also while the server still has the former ones")
    func dating() async throws {
        let library = try server.library()
        let editing = try #require(library.editing)
        let photo = try #require(try await library.allPhotos(in: .feed).first { $0.id == photos[0] })
        let details = try await library.details(of: photo)
        let (taken, old) = (try #require(details.taken), try asset(photos[0]).date)
        #expect(details.takenZone == 120)
        let new = TakenTime(taken + 3600, zone: 120)
        let result = await editing.apply([PhotoChange(photo, .set([.date: new.text]))])
        #expect(result.refusals.isEmpty)
        #expect(try asset(photos[0]).date == old + 3600)
        // The lists follow once they have loaded again.
        while try await library.allPhotos(in: .feed).first(where: { $0.id == photos[0] })?.date != old + 3600 {
            await Task.yield()
        }
        server.change { $0.assets[0].date = old }
        #expect(await editing.apply(result.inverse).refusals.isEmpty)
        let again = await editing.apply(result.inverse)
        server.change { $0.assets[0].date = old + 7200 }
        #expect(await editing.apply(again.inverse + result.inverse).refusals.count == 1)
    }

    private static let (crop, mirror) = (
        #"{"action":"crop","parameters":{"height":300,"width":200,"x":10,"y":20}}"#,
        #"{"action":"mirror","parameters":{"axis":"horizontal"}}"#
    )

    private static func rotation(_ degrees: Int) -> String {
        #"{"action":"rotate","parameters":{"angle":\#(degrees)}}"#
    }

    @Test("Photos are turned by one rotation, which keeps the other edits, and undo restores the edits from before")
    func turning() async throws {
        let library = try server.library()
        let editing = try #require(library.editing)
        #expect(!library.canEdit(.orientation))
        let old = [[], [Self.crop], [Self.crop, Self.rotation(90), Self.mirror]].map {
            "[\($0.joined(separator: ","))]"
        }
        server.change { content in for index in 0..<3 { content.assets[index].edits = old[index] } }
        let listed = try await library.allPhotos(in: .feed)
        #expect(library.canEdit(.orientation))
        var changes: [PhotoChange] = []
        for photo in photos {
            let photo = try #require(listed.first { $0.id == photo })
            let orientation = try await library.details(of: photo).orientation ?? 1
            changes.append(
                PhotoChange(
                    photo,
                    .set([.orientation: String(PhotoOrientation.turned(orientation, isClockwise: true))])))
        }
        let result = await editing.apply(changes)
        #expect(result.refusals.isEmpty && writes.count == 3 && writes.allSatisfy { !$0.allowsRetries })
        #expect(
            try photos.map { try asset($0).edits } == [
                "[\(Self.rotation(90))]", "[\(Self.crop),\(Self.rotation(90))]", "[\(Self.crop),\(Self.mirror)]",
            ])
        // The lists follow the server's picture.
        let version = listed.first { $0.id == photos[0] }?.version
        while try await library.allPhotos(in: .feed).first(where: { $0.id == photos[0] })?.version == version {
            await Task.yield()
        }
        #expect(await editing.apply(result.inverse).refusals.isEmpty)
        #expect(server.log.requests.contains { $0.method == .delete && $0.url.hasSuffix("/edits") })
        #expect(try photos.prefix(2).map { try asset($0).edits } == Array(old.prefix(2)))
        // The same picture: a mirror reverses the direction of a rotation.
        #expect(try asset(photos[2]).edits == "[\(Self.crop),\(Self.mirror),\(Self.rotation(270))]")
    }

    @Test("Each turn leads to the next orientation; four restore the first", arguments: [true, false])
    func turns(isClockwise: Bool) throws {
        for edits in [
            [], [Self.rotation(180)], [Self.mirror, Self.rotation(90)], [Self.rotation(270), Self.mirror],
            [#"{"action":"mirror","parameters":{"axis":"vertical"}}"#, Self.mirror, Self.rotation(-90)],
        ] {
            let json = Data(#"{"edits":[\#(edits.joined(separator: ","))]}"#.utf8)
            var turned = try JSONDecoder().decode(ImmichEdits.self, from: json)
            let first = turned.orientation
            for _ in 0..<4 {
                let next = PhotoOrientation.turned(turned.orientation, isClockwise: isClockwise)
                turned = try #require(turned.turned(to: next))
                #expect(turned.orientation == next)
            }
            #expect(turned.orientation == first)
            #expect(turned.turned(to: [1, 3, 6, 8].contains(first) ? 2 : 1) == nil)
        }
    }

    @Test("Photos are not turned on old servers, without permission, with a video or after another program")
    func turningRefused() async throws {
        let library = try server.library()
        let editing = try #require(library.editing)
        server.change { content in
            content.assets[1].liveVideo = FakeImmich.id(77)
            content.assets[2].edits = #"[{"action":"trim","parameters":{}}]"#
        }
        try await library.named(.feed)
        let turn = PhotoEdit.set([.orientation: "6"])
        for photo in photos.dropFirst() {
            let change = PhotoChange(photo, turn)
            #expect(await editing.apply([change]).refusals == [change: .unsupported])
        }
        let result = await editing.apply([PhotoChange(photos[0], turn)])
        server.change { $0.assets[0].edits = "[\(Self.mirror)]" }
        let undone = await editing.apply(result.inverse)
        #expect(
            undone.refusals.values.map { $0 } == [.sidecar(name: "Lake 1.jpg", .otherValues([.orientation: "2"]))])
        let path = "/api/assets/\(photos[0].rawValue)/edits"
        server.change { $0.responses[path] = FakeImmich.forbidden("asset.edit.get") }
        let missing = LibraryFailure.permissionMissing(service: "Immich", permission: "asset.edit.get")
        #expect(await editing.apply([PhotoChange(photos[0], turn)]).refusals.values.first == .library(missing))
        server.change { $0.version = (2, 4) }
        let old = try server.library()
        _ = try await old.allPhotos(in: .feed)
        #expect(!old.canEdit(.orientation))
        #expect(
            await old.editing?.apply([PhotoChange(photos[0], turn)]).refusals.values.first
                == .needsVersion(service: "Immich", version: "2.5"))
    }
}
