import Albums

@testable import Screens

/// Preferences of one run.
@MainActor
final class InMemoryPreferences: Preferences {
    var tileWidth: Int?
    var showsDates = false
    var showsStrip = false
    let ownerPreference: OwnerPreference
    /// Nil if none was remembered.
    private(set) var scope: AlbumList?
    var albumOrder: ListOrder
    var albumFolding: AlbumFolding
    private let photoOrder: ListOrder
    private(set) var rememberedPhotoOrder: (library: String, list: PhotoList, order: ListOrder)?
    /// The lists with folded bursts.
    private(set) var foldedLists: Set<PhotoList> = []
    var recentFolders: [String] = []

    init(owner: OwnerPreference, albumOrder: ListOrder, albumFolding: AlbumFolding, photoOrder: ListOrder) {
        ownerPreference = owner
        self.albumOrder = albumOrder
        self.albumFolding = albumFolding
        self.photoOrder = photoOrder
    }

    func rememberScope(_ scope: AlbumList) { self.scope = scope }

    func photoOrder(_ library: String, _ list: PhotoList) -> ListOrder { photoOrder }

    func rememberPhotoOrder(_ library: String, _ list: PhotoList, _ order: ListOrder) {
        rememberedPhotoOrder = (library, list, order)
    }

    func foldsBursts(_ library: String, _ list: PhotoList) -> Bool { foldedLists.contains(list) }

    func rememberFoldsBursts(_ library: String, _ list: PhotoList, _ folds: Bool) {
        if folds { foldedLists.insert(list) } else { foldedLists.remove(list) }
    }

    func rememberFolder(_ folder: String) {
        recentFolders = [folder] + recentFolders.filter { $0 != folder }
    }

    func flush() async {}
}
