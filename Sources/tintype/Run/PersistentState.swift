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
    fileprivate lazy var state = file.load()
    /// Writes block on the disk, so they run on a separate queue.
    private let writes = DispatchQueue(label: "tintype.state")

    /// The library that was open last; in the first run, the demo.
    var lastLibrary: LibraryAddress {
        state.lastLibrary.map(LibraryAddress.init(argument:)) ?? LibraryAddress(DemoLibrary.address)
    }

    /// Whether the notice about tmux's passthrough was shown.
    var knowsPassthrough: Bool {
        get { state.knowsPassthrough ?? false }
        set { update { $0.knowsPassthrough = newValue } }
    }

    func rememberLibrary(_ address: String) {
        update { $0.lastLibrary = address }
    }

    /// Waits for pending writes.
    fileprivate func flush() async {
        await writes.runBlocking {}
    }

    /// - Parameter library: the address of the library that the change concerns; nil for all.
    fileprivate func update(
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

/// The persistent choices of the user in one library.
@MainActor
final class StoredPreferences: Preferences {
    private let storage: PersistentState
    private let address: String
    private let requestedOwner: OwnerPreference?
    private let defaultOwner: OwnerPreference

    private nonisolated static let maxRecentFolders = 5

    /// - Parameters:
    ///   - address: the address of the library.
    ///   - requestedOwner: the owner to list first, whatever was stored.
    ///   - defaultOwner: the owner to list first if none was stored.
    init(
        in storage: PersistentState, forLibraryAt address: String, requestedOwner: OwnerPreference?,
        defaultOwner: OwnerPreference
    ) {
        self.storage = storage
        self.address = address
        self.requestedOwner = requestedOwner
        self.defaultOwner = defaultOwner
    }

    var tileWidth: Int? {
        get { storage.state.tileWidth }
        set { storage.update { $0.tileWidth = newValue } }
    }

    var showsDates: Bool {
        get { storage.state.showsDates ?? false }
        set { storage.update { $0.showsDates = newValue } }
    }

    var showsStrip: Bool {
        get { storage.state.showsStrip ?? false }
        set { storage.update { $0.showsStrip = newValue } }
    }

    var ownerPreference: OwnerPreference {
        requestedOwner ?? storage.state.owners?[address].map(OwnerPreference.init(remembered:)) ?? defaultOwner
    }

    func rememberScope(_ scope: AlbumList) {
        storage.update(for: address) { [address] in
            $0.owners = ($0.owners ?? [:]).merging([address: scope.name]) { $1 }
        }
    }

    var albumOrder: ListOrder {
        get { storage.state.albumOrders?[address].flatMap(ListOrder.init(name:)) ?? .original }
        set {
            storage.update(for: address) { [address] in
                $0.albumOrders = ($0.albumOrders ?? [:]).merging([address: newValue.name]) { $1 }
            }
        }
    }

    var albumFolding: AlbumFolding {
        get {
            AlbumFolding(
                isFlat: storage.state.flatLists?[address] ?? false,
                folders: (storage.state.folders?[address] ?? [:]).reduce(into: [:]) { $0[Album.ID($1.key)] = $1.value })
        }
        set {
            let folders = newValue.folders.reduce(into: [:]) { $0[$1.key.rawValue] = $1.value }
            storage.update(for: address) { [address] in
                $0.flatLists = ($0.flatLists ?? [:]).merging([address: newValue.isFlat]) { $1 }
                $0.folders = ($0.folders ?? [:]).merging([address: folders]) { $1 }
            }
        }
    }

    func photoOrder(_ library: String, _ list: PhotoList) -> ListOrder {
        // Older versions remembered one order for all lists of a library.
        list.name.flatMap { storage.state.listOrders?[library]?[$0] ?? storage.state.photoOrders?[library] }
            .flatMap(ListOrder.init(name:)) ?? .original
    }

    func rememberPhotoOrder(_ library: String, _ list: PhotoList, _ order: ListOrder) {
        guard let name = list.name else { return }
        storage.update(for: library) { state in
            state.listOrders = state.listOrders ?? [:]
            state.listOrders?[library, default: [:]][name] = order.name
        }
    }

    func foldsBursts(_ library: String, _ list: PhotoList) -> Bool {
        list.name.flatMap { storage.state.foldedLists?[library]?[$0] } ?? false
    }

    func rememberFoldsBursts(_ library: String, _ list: PhotoList, _ folds: Bool) {
        guard let name = list.name else { return }
        storage.update(for: library) { state in
            state.foldedLists = state.foldedLists ?? [:]
            state.foldedLists?[library, default: [:]][name] = folds ? true : nil
        }
    }

    var recentFolders: [String] { storage.state.recentFolders ?? [] }

    func rememberFolder(_ folder: String) {
        storage.update { state in
            let others = (state.recentFolders ?? []).filter { $0 != folder }
            state.recentFolders = Array(([folder] + others).prefix(Self.maxRecentFolders))
        }
    }

    func flush() async { await storage.flush() }
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
