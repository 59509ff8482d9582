import Albums
import Localization

/// The order of the albums of each owner.
public enum AlbumOrder: String, CaseIterable, Sendable {
    /// The library's own order.
    case library
    case title
    /// Most photos first; albums with an unknown count last.
    case photoCount

    /// The label in the header; nil for the library's order.
    var name: Message? {
        switch self {
        case .library: nil
        case .title: Message("by title")
        case .photoCount: Message("by photo count")
        }
    }

    /// Returns the next order in the cycle, skipping `photoCount` unless `countsPhotos`.
    func next(countsPhotos: Bool) -> AlbumOrder {
        switch self {
        case .library: .title
        case .title: countsPhotos ? .photoCount : .library
        case .photoCount: .library
        }
    }

    /// Sorts albums that are grouped by owner, within each group.
    func arranged(_ albums: [Album]) -> [Album] {
        guard self != .library else { return albums }
        var arranged: [Album] = []
        var remainder = albums[...]
        while let owner = remainder.first?.ownerID {
            let ofOwner = remainder.prefix { $0.ownerID == owner }
            arranged += sorted(ofOwner)
            remainder = remainder.dropFirst(ofOwner.count)
        }
        return arranged
    }

    /// Equal albums stay in their previous order.
    private func sorted(_ albums: some Sequence<Album>) -> [Album] {
        switch self {
        case .library: Array(albums)
        case .title:
            albums.map { (key: NaturalOrderKey($0.title), album: $0) }.sorted { $0.key < $1.key }.map(\.album)
        case .photoCount: albums.sorted { ($0.photoCount ?? -1) > ($1.photoCount ?? -1) }
        }
    }
}
