import Albums

/// A photo of a library that may not have been found yet.
public struct PhotoAddress: Hashable, Sendable {
    public let album: Album.ID
    public let photo: Photo.ID

    public init(album: Album.ID, photo: Photo.ID) {
        self.album = album
        self.photo = photo
    }
}

extension PhotoLibrary {
    /// The album and the photo's index in it, nil while either has not been found.
    func place(of address: PhotoAddress) async -> (album: Album, index: Int)? {
        do {
            guard let place = try await index(of: address.album, matching: .everything) else { return nil }
            let page = try await albums(matching: .everything, in: place..<place + 1)
            guard let album = page.items.first, album.id == address.album else { return nil }
            guard let photo = try await index(of: address.photo, in: album.id, matching: .everything) else {
                return nil
            }
            return (album, photo)
        } catch {
            return nil
        }
    }
}
