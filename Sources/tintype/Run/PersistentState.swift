import Albums
import Basics
import DemoLibrary
import Dispatch
import Libraries
import Screens
import Storage

/// State that persists between runs.
@MainActor
final class PersistentState {
    /// Called when a write fails.
    var onFailure: (StorageFailure) -> Void = { _ in }

    private let file = StateFile()
    private lazy var state = file.load()
    /// Writes block on the disk, so they run on a separate queue.
    private let writes = DispatchQueue(label: "tintype.state")

    /// The library that was open last; in the first run, the demo.
    var lastLibrary: LibraryAddress {
        state.lastLibrary.map(LibraryAddress.init(argument:)) ?? LibraryAddress(DemoLibrary.address)
    }

    /// Preferences for a library. The initial owner is `requested` if given, then the stored choice, then
    /// `defaultPreference`.
    func preferences(
        forLibraryAt address: String, requested: OwnerPreference?, default defaultPreference: OwnerPreference
    ) -> Preferences {
        Preferences(
            tileWidth: { self.state.tileWidth },
            rememberTileWidth: { width in self.update { $0.tileWidth = width } },
            showsDates: { self.state.showsDates ?? false },
            rememberShowsDates: { shows in self.update { $0.showsDates = shows } },
            ownerPreference: {
                requested ?? self.state.owners?[address].map(OwnerPreference.init(remembered:)) ?? defaultPreference
            },
            rememberScope: { scope in
                self.update(for: address) { $0.owners = ($0.owners ?? [:]).merging([address: scope.name]) { $1 } }
            },
            albumOrder: { self.state.albumOrders?[address].flatMap(ListOrder.init(name:)) ?? .original },
            rememberAlbumOrder: { order in
                self.update(for: address) {
                    $0.albumOrders = ($0.albumOrders ?? [:]).merging([address: order.name]) { $1 }
                }
            },
            albumFolding: {
                AlbumFolding(
                    isFlat: self.state.flatLists?[address] ?? false,
                    folders: (self.state.folders?[address] ?? [:]).reduce(into: [:]) { $0[Album.ID($1.key)] = $1.value }
                )
            },
            rememberAlbumFolding: { folding in
                let folders = folding.folders.reduce(into: [:]) { $0[$1.key.rawValue] = $1.value }
                self.update(for: address) {
                    $0.flatLists = ($0.flatLists ?? [:]).merging([address: folding.isFlat]) { $1 }
                    $0.folders = ($0.folders ?? [:]).merging([address: folders]) { $1 }
                }
            },
            photoOrder: { library, list in
                // Older versions remembered one order for all lists of a library.
                list.name.flatMap { self.state.listOrders?[library]?[$0] ?? self.state.photoOrders?[library] }
                    .flatMap(ListOrder.init(name:)) ?? .original
            },
            rememberPhotoOrder: { library, list, order in
                guard let name = list.name else { return }
                self.update(for: library) { state in
                    state.listOrders = state.listOrders ?? [:]
                    state.listOrders?[library, default: [:]][name] = order.name
                }
            },
            foldsBursts: { library, list in
                list.name.flatMap { self.state.foldedLists?[library]?[$0] } ?? false
            },
            rememberFoldsBursts: { library, list, folds in
                guard let name = list.name else { return }
                self.update(for: library) { state in
                    state.foldedLists = state.foldedLists ?? [:]
                    state.foldedLists?[library, default: [:]][name] = folds ? true : nil
                }
            },
            showsStrip: { self.state.showsStrip ?? false },
            rememberShowsStrip: { shows in self.update { $0.showsStrip = shows } },
            recentFolders: { self.state.recentFolders ?? [] },
            rememberFolder: { folder in
                self.update { state in
                    let others = (state.recentFolders ?? []).filter { $0 != folder }
                    state.recentFolders = Array(([folder] + others).prefix(Self.maxRecentFolders))
                }
            },
            flush: { await self.flush() })
    }

    private nonisolated static let maxRecentFolders = 5

    /// Whether the notice about tmux's passthrough was shown.
    var knowsPassthrough: Bool {
        get { state.knowsPassthrough ?? false }
        set { update { $0.knowsPassthrough = newValue } }
    }

    func rememberLibrary(_ address: String) {
        update { $0.lastLibrary = address }
    }

    /// Waits for pending writes.
    private func flush() async {
        await writes.runBlocking {}
    }

    /// - Parameter library: the address of the library that the change concerns; nil for all.
    private func update(
        for library: String? = nil, _ change: @escaping @Sendable (inout RememberedState) -> Void
    ) {
        change(&state)
        // Another list of paths is another library.
        guard library != PathListLibrary.noAddress else { return }
        writes.async { [file, weak self] in
            do throws(StorageFailure) {
                try file.update(change)
            } catch {
                Task { @MainActor in self?.onFailure(error) }
            }
        }
    }
}

extension OwnerPreference {
    fileprivate init(remembered name: String) {
        self = name == AlbumList.everyone.name ? .everyone : .owner(Owner.ID(name))
    }
}

extension PhotoList {
    /// The stored form; nil for a list that later runs don't have. No album has an empty ID or a path that ends in a
    /// slash.
    fileprivate var name: String? {
        switch self {
        case .album(let id): id.rawValue
        case .folder(let id): id.rawValue + "/"
        case .feed, .searchResults: ""
        // No album of a service has this ID.
        case .favorites: "favorites//"
        case .burst: nil
        }
    }
}

extension AlbumList {
    /// The stored form.
    fileprivate var name: String {
        switch self {
        case .everyone: "everyone"
        case .owner(let id): id.rawValue
        // No owner of these is chosen.
        case .people, .places: ""
        }
    }
}
