import Albums
import Basics
import HTTP
import Synchronization

/// Changes a server's photos: stars, rejections, descriptions, tags, dates, orientations, favorites, albums and the trash.
///
/// Photos of one request are changed all or none, as the server does it. Requests are never repeated.
final class ImmichEditing: PhotoEditing {
    var kinds: Set<PhotoEdit.Kind> {
        let kinds: Set<PhotoEdit.Kind> = [.assessment, .description, .date, .favorite, .album, .trash]
        return service.version?.editsPictures == true ? kinds.union([.orientation]) : kinds
    }
    let textFields = [PhotoField.description]

    private let service: ImmichService
    private let known: ImmichAssetCache
    private let account: ImmichAccount
    private let albums: ImmichAlbums
    private let lists: ImmichLists
    private let trashed = Mutex<Set<ImmichAsset.ID>>([])
    /// The albums that this run has created, by their first IDs, which changes name.
    private let created = Mutex<[Album.ID: CreatedAlbum]>([:])

    /// An album that was created to add photos. Undo deletes it, and redo creates it again.
    private struct CreatedAlbum {
        /// The album on the server; nil while it is deleted.
        var current: Album.ID?
        /// The photos that were added first.
        var photos: Set<ImmichAsset.ID> = []
    }

    init(
        service: ImmichService, account: ImmichAccount, albums: ImmichAlbums, lists: ImmichLists,
        known: ImmichAssetCache
    ) {
        self.service = service
        self.account = account
        self.albums = albums
        self.lists = lists
        self.known = known
    }

    /// A change that the server makes to photos with one request.
    fileprivate enum Target: Hashable {
        case rating(Int?)
        case favorite(Bool)
        case album(Album.ID, name: String, isMember: Bool)
        case description(String)
        case tags(TagChange)
        case date(TakenTime)
        /// The second ones are those that the first were made of.
        case edits(ImmichEdits, replacing: ImmichEdits)
        case trash
        case restore
    }

    /// A change with the request that makes it, and the changes that undo it.
    private struct Step {
        let change: PhotoChange
        let id: ImmichAsset.ID
        /// Nil if the photo is so already.
        let target: Target?
        let inverse: [PhotoChange]
    }

    func assessment(of photo: Photo.ID) -> Assessment? {
        ImmichAsset.ID(photo.rawValue).map { known.facts(of: $0)?.assessment ?? Assessment() }
    }

    func tags(of photo: Photo.ID) -> [String]? {
        ImmichAsset.ID(photo.rawValue).flatMap { known.facts(of: $0)?.tags }
    }

    /// Servers have one favorite for each photo, that of its owner.
    func isFavorite(_ photo: Photo.ID) -> Bool? {
        guard let id = ImmichAsset.ID(photo.rawValue), let asset = known.asset(id), account.owns(asset) else {
            return nil
        }
        return asset.isFavorite
    }

    func editableAlbums() async throws -> [Album] { try await albums.ofUser() }

    func createAlbum(named name: String) async throws -> Album {
        let album = try await service.change(ImmichAlbum.self, .post, ["albums"], ["albumName": .string(name)]).album
        created.withLock { $0[album.id] = CreatedAlbum(current: album.id) }
        albums.reload()
        return album
    }

    /// Returns the album that a change names. Creates it again if it was deleted.
    private func current(_ album: Album.ID, named name: String) async throws -> Album.ID {
        guard let known = created.withLock({ $0[album] }) else { return album }
        if let current = known.current { return current }
        let new = try await createAlbum(named: name).id
        created.withLock { created in
            created[new] = nil
            created[album]?.current = new
        }
        return new
    }

    private func addFirst(_ photos: [ImmichAsset.ID], to album: Album.ID) {
        created.withLock { if $0[album]?.photos.isEmpty == true { $0[album]?.photos = Set(photos) } }
    }

    /// Deletes an album that was created for photos that have been removed again, if it is empty.
    private func deleteIfEmpty(_ album: Album.ID, without photos: [ImmichAsset.ID]) async {
        guard let known = created.withLock({ $0[album] }), let current = known.current,
            known.photos.isSubset(of: photos),
            let found = try? await service.get(ImmichAlbum.self, ["albums", current.rawValue], isReload: true),
            found.assetCount?.value?.value == 0,
            (try? await service.change(.delete, ["albums", current.rawValue], nil)) != nil
        else { return }
        created.withLock { $0[album]?.current = nil }
        albums.reload()
    }

    func apply(
        _ changes: [PhotoChange], onProgress: @escaping @Sendable (TransferProgress) -> Void
    ) async -> EditResult {
        var result = EditResult()
        // Changes of one photo follow one another; those of several are sent together.
        var (batch, ids): ([PhotoChange], Set<Photo.ID>) = ([], [])
        for change in changes {
            if !ids.insert(change.photo).inserted {
                result.add(await apply(batch: batch))
                (batch, ids) = ([], [change.photo])
            }
            batch.append(change)
        }
        result.add(await apply(batch: batch))
        return result
    }

    private func apply(batch: [PhotoChange]) async -> EditResult {
        var result = EditResult()
        var steps: [Step] = []
        for change in batch {
            do throws(EditRefusal) {
                steps.append(try await step(for: change))
            } catch {
                result.refuse(change, error)
            }
        }
        for step in steps where step.target == nil { result.didApply(inverse: step.inverse) }
        var groups: [(target: Target, steps: [Step])] = []
        for step in steps {
            guard let target = step.target else { continue }
            if let index = groups.firstIndex(where: { $0.target == target }) {
                groups[index].steps.append(step)
            } else {
                groups.append((target, [step]))
            }
        }
        for (target, steps) in groups {
            do throws(EditRefusal) {
                let refusals = try await send(target, steps.map(\.id))
                if case .album(let album, _, isMember: false) = target, steps.allSatisfy(\.change.isUndo) {
                    await deleteIfEmpty(album, without: steps.map(\.id))
                }
                for step in steps {
                    if let refusal = refusals[step.id] {
                        result.refuse(step.change, refusal)
                    } else {
                        result.didApply(inverse: step.inverse, fileCount: 1)
                    }
                }
            } catch {
                for step in steps { result.refuse(step.change, error) }
            }
        }
        return result
    }

    private func step(for change: PhotoChange) async throws(EditRefusal) -> Step {
        guard let id = ImmichAsset.ID(change.photo.rawValue) else { throw .gone }
        if change.edit.kind != .album, let asset = known.asset(id), !account.owns(asset) { throw .ofAnotherUser }
        func step(_ target: Target?, _ inverse: [PhotoEdit], expected: Assessment? = nil) -> Step {
            Step(
                change: change, id: id, target: target,
                inverse: inverse.map {
                    PhotoChange(change.photo, $0, isUndo: !change.isUndo, expected: expected)
                })
        }
        switch change.edit {
        case .trash: return step(.trash, [.restore])
        // Restoring a photo that is in no trash changes nothing.
        case .restore: return step(.restore, trashed.withLock { $0.contains(id) } ? [.trash] : [])
        case .favorite(let isFavorite):
            // A photo may have become a favorite elsewhere.
            let inverse = known.asset(id)?.isFavorite == isFavorite ? [] : [PhotoEdit.favorite(!isFavorite)]
            return step(.favorite(isFavorite), inverse)
        case .album(let album, let name, let isMember):
            return step(.album(album, name: name, isMember: isMember), [.album(album, name: name, isMember: !isMember)])
        case .set, .tag:
            let (target, former) =
                try await change.edit.kind == .orientation ? orientation(change, of: id) : property(change, of: id)
            return Step(
                change: change, id: id, target: target,
                inverse: target == nil ? [] : [change.inverse(former)].compactMap { $0 })
        case .label, .flag(.picked), .move, .copy, .rename: throw .unsupported
        case .rate, .flag:
            let old = try await currentAssessment(of: id, change.expected)
            // A server has one value for stars and the rejection.
            let rating = old.applying(change.edit).rating
            if rating == -1 { try await check(.firstToReject) }
            let new = ImmichFacts(rating: rating).assessment
            return step(rating == old.rating ? nil : .rating(rating), new.edits(to: old), expected: new)
        }
    }

    /// Returns how to change a text, date or tags, and the former ones. Asks the server for these, because lists leave them out.
    private func property(
        _ change: PhotoChange, of id: ImmichAsset.ID
    ) async throws(EditRefusal) -> (Target?, former: PhotoProperties) {
        let found: ImmichAssetResponse
        do {
            found = try await service.get(ImmichAssetResponse.self, ["assets", id.text], isReload: true)
        } catch {
            throw EditRefusal(error)
        }
        known.add([found])
        let details = found.details
        if case .tag(let tags) = change.edit {
            let new = tags.applied(to: details.tags)
            let made = TagChange(
                add: new.filter { !details.tags.contains($0) }, remove: details.tags.filter { !new.contains($0) })
            return (made.isEmpty ? nil : .tags(made), PhotoProperties(tags: made.inverse))
        }
        guard case .set(let values) = change.edit, values.count == 1, let (field, new) = values.first,
            let target = Target(field, new)
        else { throw .unsupported }
        let taken = details.taken.map { TakenTime($0, zone: details.takenZone).text }
        let present = (field == .date ? taken : details[field]) ?? ""
        // The server moves a date only after a while, so a former one may still be there.
        if let expected = change.expectedTexts[field], ![expected, field == .date ? new : expected].contains(present) {
            throw .sidecar(name: found.facts.name ?? id.text, .otherValues([field: present]))
        }
        return (present == new ? nil : target, PhotoProperties(values: [field: present]))
    }

    /// Returns how to turn a photo, and its former orientation. The server edits no videos, not even those of live photos.
    private func orientation(
        _ change: PhotoChange, of id: ImmichAsset.ID
    ) async throws(EditRefusal) -> (Target?, former: PhotoProperties) {
        guard case .set(let values) = change.edit, values.count == 1,
            let new = values[.orientation].flatMap({ Int($0) })
        else { throw .unsupported }
        try await check(.firstToEdit)
        let edits: ImmichEdits
        do {
            edits = try await service.edits(of: id)
        } catch {
            throw EditRefusal(error)
        }
        let (asset, present) = (known.asset(id), String(edits.orientation))
        guard asset?.isVideo != true, asset?.liveVideo == nil, edits.areKnown else { throw .unsupported }
        guard change.expectedTexts[.orientation].map({ $0 == present }) ?? true else {
            throw changed(id, edits)
        }
        guard let turned = edits.turned(to: new) else { throw .unsupported }
        let target = turned == edits ? nil : Target.edits(turned, replacing: edits)
        return (target, PhotoProperties(values: [.orientation: present]))
    }

    /// The refusal of a turn that another program came before.
    private func changed(_ id: ImmichAsset.ID, _ edits: ImmichEdits) -> EditRefusal {
        .sidecar(name: known.facts(of: id)?.name ?? id.text, .otherValues([.orientation: String(edits.orientation)]))
    }

    /// Returns the assessment that a change replaces: that of the server if it is unknown, or if the change expects one.
    private func currentAssessment(
        of id: ImmichAsset.ID, _ expected: Assessment?
    ) async throws(EditRefusal) -> Assessment {
        if expected == nil, let facts = known.facts(of: id) { return facts.assessment }
        do {
            let found = try await service.get(ImmichAssetResponse.self, ["assets", id.text], isReload: true)
            known.add([found])
            if let expected, found.facts.rating != expected.rating {
                throw EditRefusal.sidecar(
                    name: found.facts.name ?? id.text, .otherValues(PhotoValues(rating: found.facts.rating ?? 0)))
            }
            return found.facts.assessment
        } catch {
            throw EditRefusal(error)
        }
    }

    private func check(_ first: ImmichVersion) async throws(EditRefusal) {
        do {
            guard try await service.connection().version >= first else {
                throw EditRefusal.needsVersion(service: AccessKey.immich.service, version: first.text)
            }
        } catch {
            throw EditRefusal(error)
        }
    }

    /// Makes a change of photos, and returns the refusals of single photos. Trashed photos leave lists before the
    /// server answers.
    private func send(
        _ target: Target, _ ids: [ImmichAsset.ID]
    ) async throws(EditRefusal) -> [ImmichAsset.ID: EditRefusal] {
        let list = JSONValue.strings(ids.map(\.text))
        do {
            try Task.checkCancellation()
            switch target {
            case .trash, .restore:
                let isTrash = target == .trash
                if isTrash { setTrashed(ids, true) }
                do {
                    _ =
                        try await isTrash
                        ? service.change(.delete, ["assets"], ["ids": list])
                        : service.change(.post, ["trash", "restore", "assets"], ["ids": list])
                } catch {
                    if isTrash { setTrashed(ids, false) }
                    throw error
                }
                if !isTrash { setTrashed(ids, false) }
            case .favorite(let isFavorite):
                _ = try await service.change(.put, ["assets"], ["ids": list, "isFavorite": .bool(isFavorite)])
                for id in ids { known.setFavorite(isFavorite, of: id) }
                lists.favoritesChanged()
            case .album(let named, let name, let isMember):
                let album = try await current(named, named: name)
                let answers = try await service.change(
                    LossyArray<ImmichMembership>.self, isMember ? .put : .delete,
                    ["albums", album.rawValue, "assets"], ["ids": list]
                ).elements
                if isMember { addFirst(ids, to: named) }
                albums.reload()
                lists.reload(album)
                return Dictionary(
                    answers.compactMap { answer in
                        ImmichAsset.ID(answer.id.text).flatMap { id in answer.refusal.map { (id, $0) } }
                    }
                ) { first, _ in first }
            case .description(let text):
                _ = try await service.change(.put, ["assets"], ["ids": list, "description": .string(text)])
                for id in ids { known.setFacts(of: id) { $0.description = text.isEmpty ? nil : text } }
                lists.factsChanged()
            case .date(let time):
                _ = try await service.change(.put, ["assets"], ["ids": list, "dateTimeOriginal": .string(time.text)])
                lists.photosChanged()
            case .edits(let edits, let old):
                // The server has one request for each photo, and takes all of its edits.
                var refusals: [ImmichAsset.ID: EditRefusal] = [:]
                for id in ids {
                    do {
                        try Task.checkCancellation()
                        let present = try await service.edits(of: id)
                        guard present == old else { throw changed(id, present) }
                        try await send(edits, id)
                    } catch {
                        refusals[id] = EditRefusal(error)
                    }
                }
                return refusals
            case .tags(let change):
                try await send(change, list)
                for id in ids { known.setFacts(of: id) { $0.tags = change.applied(to: $0.tags) } }
                lists.factsChanged()
            case .rating(let rating):
                let version = try await service.connection().version
                let value = rating.map { JSONValue.number(Double($0)) } ?? version.unrated
                if version.ratesSeveral {
                    _ = try await service.change(.put, ["assets"], ["ids": list, "rating": value])
                } else {
                    for id in ids { _ = try await service.change(.put, ["assets", id.text], ["rating": value]) }
                }
                for id in ids { known.setFacts(of: id) { $0.rating = rating } }
            }
            return [:]
        } catch {
            throw EditRefusal(error)
        }
    }

    /// Replaces the edits of a photo's picture.
    private func send(_ edits: ImmichEdits, _ id: ImmichAsset.ID) async throws {
        let path = ["assets", id.text, "edits"]
        do {
            _ =
                try await edits.edits.isEmpty
                ? service.change(.delete, path, nil) : service.change(.put, path, edits.body)
        } catch LibraryFailure.errorResponse(_, 400, _) {
            // Such as for a GIF or a panorama.
            throw EditRefusal.unsupported
        }
        let old = known.asset(id)?.thumbHash
        // Ends after the last delay.
        Task { [weak self] in await self?.awaitPicture(of: id, after: old) }
    }

    /// Reloads the lists once the server has made the edited picture, which then has another thumbhash.
    private func awaitPicture(of id: ImmichAsset.ID, after old: [UInt8]?) async {
        var last = old
        for seconds in [0, 0.5, 1, 2, 4, 8] {
            try? await Task.sleep(for: .seconds(seconds))
            guard let found = try? await service.get(ImmichAssetResponse.self, ["assets", id.text], isReload: true)
            else { continue }
            let new = found.asset.thumbHash
            if new != last {
                last = new
                known.add([found])
                lists.photosChanged()
            } else if new != old {
                // The picture has changed, and not again since the last request.
                return
            }
        }
    }

    /// Adds tags, which are created if they are missing, and removes others.
    private func send(_ change: TagChange, _ ids: JSONValue) async throws {
        if !change.added.isEmpty {
            let tags = try await service.change(
                LossyArray<ImmichTag>.self, .put, ["tags"], ["tags": .strings(change.added)]
            ).elements
            _ = try await service.change(
                .put, ["tags", "assets"], ["tagIds": .strings(tags.map(\.id.text)), "assetIds": ids])
        }
        guard !change.removed.isEmpty else { return }
        let tags = try await service.get(LossyArray<ImmichTag>.self, ["tags"], isReload: true).elements
        for tag in tags where change.removed.contains(tag.value.text) {
            _ = try await service.change(.delete, ["tags", tag.id.text, "assets"], ["ids": ids])
        }
    }

    private func setTrashed(_ ids: [ImmichAsset.ID], _ isTrashed: Bool) {
        let all = trashed.withLock { trashed in
            if isTrashed { trashed.formUnion(ids) } else { trashed.subtract(ids) }
            return trashed
        }
        lists.hide(trashed: all, hasRestored: !isTrashed)
    }
}

extension ImmichEditing.Target {
    /// Creates the change of a property; nil for one that the server doesn't have.
    fileprivate init?(_ field: PhotoField, _ value: String) {
        switch field {
        case .description: self = .description(value)
        case .date:
            guard let time = TakenTime(value) else { return nil }
            self = .date(time)
        default: return nil
        }
    }
}

extension EditRefusal {
    /// The refusal for a failed request.
    fileprivate init(_ error: any Error) {
        self =
            switch error {
            case let refusal as EditRefusal: refusal
            case LibraryFailure.gone: .gone
            case let failure as LibraryFailure: .library(failure)
            default: .canceled
            }
    }
}
