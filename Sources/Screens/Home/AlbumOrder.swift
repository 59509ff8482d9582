import Albums
import Localization

/// In which order albums are listed, those of each owner by themselves.
public enum AlbumOrder: String, CaseIterable, Sendable {
    /// As the library lists them.
    case library
    case title
    /// Those with most photos first; those whose number is not known at the end.
    case photoCount

    /// What the list says of it; nil for the order that needs no words.
    var name: Message? {
        switch self {
        case .library: nil
        case .title: Message("by title")
        case .photoCount: Message("by number of photos")
        }
    }

    /// The one that comes next when a person changes it.
    func next(countsPhotos: Bool) -> AlbumOrder {
        switch self {
        case .library: .title
        case .title: countsPhotos ? .photoCount : .library
        case .photoCount: .library
        }
    }

    /// Albums that stand owner by owner, in this order within each.
    func arranged(_ albums: [Album]) -> [Album] {
        guard self != .library else { return albums }
        var arranged: [Album] = []
        var rest = albums[...]
        while let owner = rest.first?.ownerID {
            let ofOwner = rest.prefix { $0.ownerID == owner }
            arranged += sorted(ofOwner)
            rest = rest.dropFirst(ofOwner.count)
        }
        return arranged
    }

    /// Equals stay as they were.
    private func sorted(_ albums: some Sequence<Album>) -> [Album] {
        switch self {
        case .library: Array(albums)
        case .title:
            albums.map { (key: NaturalOrderKey($0.title), album: $0) }.sorted { $0.key < $1.key }.map(\.album)
        case .photoCount: albums.sorted { ($0.photoCount ?? -1) > ($1.photoCount ?? -1) }
        }
    }
}
