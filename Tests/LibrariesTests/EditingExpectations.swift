import Albums
import Basics
import Foundation
import Synchronization
import Testing

@testable import Libraries

/// The behavior that every library must have that changes its photos.
@Suite("Every library that changes photos")
struct EditingExpectations {
    /// The properties of a photo that changes affect.
    struct State: Equatable, Sendable {
        var assessment = Assessment()
        var album: Album.ID
        var name: String
        var isInTrash = false
        /// Its album and the trash before each move.
        var former: [(album: Album.ID, isInTrash: Bool)] = []

        static func == (one: State, other: State) -> Bool {
            (one.assessment, one.album, one.name, one.isInTrash)
                == (other.assessment, other.album, other.name, other.isInTrash)
        }
    }

    /// A library with two albums of two photos each, `a` and `b` in the first.
    enum Case: String, CaseIterable, Sendable, CustomTestStringConvertible {
        case inMemory
        case immich

        var testDescription: String { rawValue }

        /// Whether the library makes a change, if it makes others of its kind.
        func makes(_ edit: PhotoEdit) -> Bool {
            self != .immich || edit.kind != .assessment || edit.isRatingOrRejection
        }

        /// Calls `body` with the library, the IDs of its photos, those of its albums, and a function that returns the
        /// current states.
        func withLibrary(
            _ body: (any PhotoEditing, [Photo.ID], [Album.ID], () async -> [Photo.ID: State]) async throws -> Void
        ) async throws {
            switch self {
            case .inMemory:
                let library = InMemoryEditing()
                try await body(library, library.photos, library.albums) { library.states }
            case .immich:
                var content = FakeImmich.Content()
                content.albums = (1...2).map { FakeImmich.Album(id: FakeImmich.id(8000 + $0), name: "\($0)") }
                content.assets = (1...4).map {
                    FakeImmich.Asset(
                        number: $0, date: Date(timeIntervalSince1970: 1e9), name: "\($0).jpg",
                        album: content.albums[($0 - 1) / 2].id)
                }
                let server = FakeImmich(content)
                let editing = try #require(try server.library().editing)
                let ids = content.assets.map { Photo.ID($0.id) }
                try await body(editing, ids, content.albums.map { Album.ID($0.id) }) {
                    Dictionary(
                        uniqueKeysWithValues: server.assets.map { asset in
                            (
                                Photo.ID(asset.id),
                                State(
                                    assessment: ImmichFacts(rating: asset.rating).assessment,
                                    album: Album.ID(asset.album ?? ""), name: asset.name, isInTrash: asset.isTrashed)
                            )
                        })
                }
            }
        }
    }

    /// One change of each kind and another of the same kind.
    private func edits(_ albums: [Album.ID]) -> [PhotoEdit] {
        [
            .rate(4), .flag(.rejected), .rate(2), .flag(.picked), .flag(nil), .rate(nil), .label("Red"), .label(nil),
            .rename("e"), .move(toFolder: Array(albums[1].rawValue.utf8)), .trash,
            .restore,
        ]
    }

    @Test("Each change is made, and its inverse restores the photo", arguments: Case.allCases)
    func inverse(of kind: Case) async throws {
        try await kind.withLibrary { library, photos, albums, states in
            let before = await states()
            for edit in edits(albums) where library.kinds.contains(edit.kind) && kind.makes(edit) {
                let result = await library.apply([PhotoChange(photos[0], edit)])
                #expect(result.refusals.isEmpty)
                if edit == .rate(4) { #expect(await states()[photos[0]]?.assessment.stars == 4) }
                if edit == .trash { #expect(await states()[photos[0]]?.isInTrash == true) }
                #expect(await library.apply(result.inverse).refusals.isEmpty)
                #expect(await states() == before)
            }
        }
    }

    @Test("The inverse of several changes of one photo restores it", arguments: Case.allCases)
    func sequence(of kind: Case) async throws {
        try await kind.withLibrary { library, photos, albums, states in
            let before = await states()
            let changes = (edits(albums) + [.rate(5)]).filter { library.kinds.contains($0.kind) && kind.makes($0) }
                .map { PhotoChange(photos[0], $0) }
            let result = await library.apply(changes)
            #expect(result.refusals.isEmpty && !result.inverse.isEmpty)
            let after = await states()
            #expect(after != before)
            let redone = await library.apply(result.inverse)
            #expect(await states() == before)
            _ = await library.apply(redone.inverse)
            #expect(await states() == after)
        }
    }

    @Test("A refused change changes nothing and stops no other", arguments: Case.allCases)
    func refusals(of kind: Case) async throws {
        try await kind.withLibrary { library, photos, _, states in
            let before = await states()
            let gone = PhotoChange(Photo.ID("missing"), .rate(1))
            let taken = PhotoChange(photos[0], .rename("b"))
            let result = await library.apply([gone, taken, PhotoChange(photos[1], .rate(1))])
            let hasNames = library.kinds.contains(.name)
            #expect(result.refusals == [gone: .gone, taken: hasNames ? .nameTaken : .unsupported])
            var expected = before
            expected[photos[1]]?.assessment.stars = 1
            #expect(await states() == expected)
            #expect(result.inverse.map(\.photo) == [photos[1]])
            #expect(result.inverse.map(\.edit) == [.rate(before[photos[1]]?.assessment.stars)])
        }
    }
}

/// Photos in memory that can be changed in every way.
private final class InMemoryEditing: PhotoEditing {
    typealias State = EditingExpectations.State

    let kinds = Set(PhotoEdit.Kind.allCases)
    let albums = [Album.ID("1"), Album.ID("2")]
    let photos: [Photo.ID]
    private let current: Mutex<[Photo.ID: State]>

    init() {
        var states: [Photo.ID: State] = [:]
        photos = ["1/a", "1/b", "2/c", "2/d"].map { Photo.ID($0) }
        for photo in photos {
            let parts = photo.rawValue.split(separator: "/").map(String.init)
            states[photo] = State(album: Album.ID(parts[0]), name: parts[1])
        }
        current = Mutex(states)
    }

    var states: [Photo.ID: State] { current.withLock { $0 } }

    func assessment(of photo: Photo.ID) -> Assessment? { states[photo]?.assessment }

    func apply(
        _ changes: [PhotoChange], onProgress: @escaping @Sendable (TransferProgress) -> Void
    ) -> EditResult {
        current.withLock { states in
            var result = EditResult()
            for change in changes {
                guard let old = states[change.photo] else {
                    result.refuse(change, .gone)
                    continue
                }
                var new = old
                let inverse = Self.change(&new, by: change.edit)
                let isTaken = states.contains { id, other in
                    id != change.photo && !other.isInTrash && other.album == new.album && other.name == new.name
                }
                guard new.isInTrash || !isTaken else {
                    result.refuse(change, .nameTaken)
                    continue
                }
                states[change.photo] = new
                result.didApply(inverse: inverse.map { PhotoChange(change.photo, $0) })
            }
            return result
        }
    }

    /// Makes a change and returns those that undo it.
    private static func change(_ state: inout State, by edit: PhotoEdit) -> [PhotoEdit] {
        let old = state
        switch edit {
        case .rate, .flag, .label:
            state.assessment = old.assessment.applying(edit)
            return state.assessment.edits(to: old.assessment)
        case .trash:
            state.former.append((old.album, old.isInTrash))
            state.isInTrash = true
            return [.restore]
        case .move(let folder, _):
            state.former.append((old.album, old.isInTrash))
            state.album = Album.ID(String(decoding: folder, as: UTF8.self))
            return [.restore]
        case .set, .tag, .copy, .favorite, .album:
            return []
        case .restore:
            guard let former = state.former.popLast() else { return [] }
            (state.album, state.isInTrash) = former
            return [old.isInTrash ? .trash : .move(toFolder: Array(old.album.rawValue.utf8))]
        case .rename(let name):
            state.name = name
            return [.rename(old.name)]
        }
    }
}

extension PhotoEdit {
    fileprivate var isRatingOrRejection: Bool {
        switch self {
        case .rate, .flag(nil), .flag(.rejected): true
        default: false
        }
    }
}
