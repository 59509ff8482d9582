import Albums
import Basics
import Synchronization

/// The photos that were shown in this run, with the names and ratings that timelines leave out.
final class ImmichAssetCache: Sendable {
    /// More than a user sees in a run.
    private static let maxCount = 50_000

    private let state = Mutex(State())

    private struct State {
        var assets: [ImmichAsset.ID: ImmichAsset] = [:]
        var facts: [ImmichAsset.ID: ImmichFacts] = [:]
        /// The other photos of stacks, by the photo that represents each stack.
        var stacks: [ImmichAsset.ID: [ImmichAsset.ID]] = [:]
        /// Photos of which the server was asked.
        var asked: Set<ImmichAsset.ID> = []
        /// Changes of this run, which months loaded before lack.
        var favorites: [ImmichAsset.ID: Bool] = [:]
        var version = 0
    }

    /// Changes with the facts and favorites.
    var version: Int { state.withLock { $0.version } }

    func asset(_ id: ImmichAsset.ID) -> ImmichAsset? { state.withLock { $0.assets[id] } }

    func facts(of id: ImmichAsset.ID) -> ImmichFacts? { state.withLock { $0.facts[id] } }

    /// Returns a photo of a month as searches see it.
    func searched(_ asset: ImmichAsset) -> ImmichSearchedAsset {
        state.withLock { state in
            var asset = asset
            asset.isFavorite = state.favorites[asset.id] ?? asset.isFavorite
            return ImmichSearchedAsset(asset: asset, facts: state.facts[asset.id])
        }
    }

    /// Adds photos of a list.
    func add(_ assets: [ImmichAsset]) {
        state.withLock { state in
            if state.assets.count > Self.maxCount { state.assets = [:] }
            for var asset in assets {
                asset.isFavorite = state.favorites[asset.id] ?? asset.isFavorite
                state.assets[asset.id] = asset
            }
        }
    }

    /// Returns the photos that a photo represents, itself first; none for a single photo. Until the stack has loaded, the
    /// photo takes the place of the others.
    func stack(of asset: ImmichAsset) -> [Photo.ID] {
        guard asset.stackCount > 1 else { return [] }
        let others =
            state.withLock { $0.stacks[asset.id] } ?? Array(repeating: asset.id, count: Int(asset.stackCount) - 1)
        return others.isEmpty ? [] : ([asset.id] + others).map(\.photo)
    }

    func setStack(of asset: ImmichAsset.ID, to others: [ImmichAsset.ID]) {
        state.withLock { $0.stacks[asset] = others }
    }

    /// Adds photos with their facts. Searches leave out tags, and stacks people, which stay.
    func add(_ found: [ImmichAssetResponse]) {
        add(found.map(\.asset))
        state.withLock { state in
            if state.facts.count > Self.maxCount { (state.facts, state.asked) = ([:], []) }
            for (id, var facts) in found.lazy.map({ ($0.asset.id, $0.facts) }) {
                if facts.tags.isEmpty { facts.tags = state.facts[id]?.tags ?? [] }
                if facts.people.isEmpty { facts.people = state.facts[id]?.people ?? [] }
                state.facts[id] = facts
                state.asked.insert(id)
            }
            state.version += 1
        }
    }

    /// Changes the facts of a photo, as the server has done.
    func setFacts(of id: ImmichAsset.ID, _ change: (inout ImmichFacts) -> Void) {
        state.withLock { state in
            change(&state.facts[id, default: ImmichFacts()])
            state.version += 1
        }
    }

    func setFavorite(_ isFavorite: Bool, of id: ImmichAsset.ID) {
        state.withLock { state in
            state.assets[id]?.isFavorite = isFavorite
            state.favorites[id] = isFavorite
            state.version += 1
        }
    }

    /// Returns whether the server wasn't asked for all of these photos yet. They count as asked for from now on.
    func ask(for ids: [ImmichAsset.ID]) -> Bool {
        state.withLock { state in
            let count = state.asked.count
            state.asked.formUnion(ids)
            return state.asked.count > count
        }
    }

    /// Forgets of which photos the server was asked, stacks, and changes that the server knows.
    func retry() {
        state.withLock { ($0.asked, $0.favorites, $0.stacks) = ([], [:], [:]) }
    }
}
