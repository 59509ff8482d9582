import Albums
import Basics

/// An album as listed by a service, without cover and photo count.
struct JSONPlaceholderAlbum: Identifiable, Equatable, Sendable {
    let id: Album.ID
    /// Nil if the service does not say.
    let ownerID: Owner.ID?
    let title: String
}

/// All fields but the ID are optional.
private struct WireAlbum: Decodable, Sendable {
    let id: Identity
    let userId: Lossy<Identity>?
    let title: Lossy<WireText>?

    var album: JSONPlaceholderAlbum {
        JSONPlaceholderAlbum(
            id: Album.ID(id.text), ownerID: (userId?.value?.text).map(Owner.ID.init),
            title: title?.nonBlank ?? id.text)
    }
}

extension JSONPlaceholderLists {
    /// Fetches a page of the albums of an owner, or of all owners.
    func albums(of owner: Owner.ID?, _ request: PageRequest) async throws -> ListPage<JSONPlaceholderAlbum> {
        let filter = owner.map { [(name: "userId", value: $0.rawValue)] } ?? []
        return try await page(
            request, of: "albums", where: filter, matches: { owner == nil || $0.ownerID == owner }
        ) { (wire: WireAlbum) in wire.album }
    }
}
