import Albums
import Basics
import HTTP
import Synchronization

/// Changes a server's photos: stars, rejections and the trash.
///
/// Photos of one request are changed all or none, as the server does it. Requests are never repeated.
final class ImmichEditing: PhotoEditing {
    let kinds: Set<PhotoEdit.Kind> = [.assessment, .trash]

    private let service: ImmichService
    private let known: ImmichAssetCache
    private let account: ImmichAccount
    private let lists: ImmichLists
    private let trashed = Mutex<Set<ImmichAsset.ID>>([])

    init(service: ImmichService, account: ImmichAccount, lists: ImmichLists, known: ImmichAssetCache) {
        self.service = service
        self.account = account
        self.lists = lists
        self.known = known
    }

    /// A change that the server makes to photos with one request.
    private enum Target: Hashable {
        case rating(Int?)
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
                try await send(target, steps.map(\.id))
                for step in steps { result.didApply(inverse: step.inverse, fileCount: 1) }
            } catch {
                for step in steps { result.refuse(step.change, error) }
            }
        }
        return result
    }

    private func step(for change: PhotoChange) async throws(EditRefusal) -> Step {
        guard let id = ImmichAsset.ID(change.photo.rawValue) else { throw .gone }
        if let asset = known.asset(id), !account.owns(asset) { throw .ofAnotherUser }
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
        case .favorite, .label, .flag(.picked), .move, .copy, .rename: throw .unsupported
        case .rate, .flag:
            let old = try await currentAssessment(of: id, change.expected)
            // A server has one value for stars and the rejection.
            let rating = old.applying(change.edit).rating
            if rating == -1 { try await checkRejects() }
            let new = ImmichFacts(rating: rating).assessment
            return step(rating == old.rating ? nil : .rating(rating), new.edits(to: old), expected: new)
        }
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
                    name: found.facts.name ?? id.text, .otherValues(AssessmentValues(rating: found.facts.rating ?? 0)))
            }
            return found.facts.assessment
        } catch {
            throw EditRefusal(error)
        }
    }

    private func checkRejects() async throws(EditRefusal) {
        do {
            guard try await service.connection().version.rejects else {
                throw EditRefusal.needsVersion(service: AccessKey.immich.service, version: "3.0")
            }
        } catch {
            throw EditRefusal(error)
        }
    }

    /// Makes a change of photos; shows it before the server has made it.
    private func send(_ target: Target, _ ids: [ImmichAsset.ID]) async throws(EditRefusal) {
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
            case .rating(let rating):
                let value = rating.map { JSONValue.number(Double($0)) } ?? .null
                if try await service.connection().version.ratesSeveral {
                    _ = try await service.change(.put, ["assets"], ["ids": list, "rating": value])
                } else {
                    for id in ids { _ = try await service.change(.put, ["assets", id.text], ["rating": value]) }
                }
                for id in ids { known.setRating(rating, of: id) }
            }
        } catch {
            throw EditRefusal(error)
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

extension EditRefusal {
    /// The refusal for a failed request.
    fileprivate init(_ error: any Error) {
        self =
            switch error {
            case let refusal as EditRefusal: refusal
            case LibraryFailure.notFound: .gone
            case let failure as LibraryFailure: .library(failure)
            default: .file(FileProblem(name: [], .canceled))
            }
    }
}
