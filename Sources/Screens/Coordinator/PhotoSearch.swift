import Albums

extension PhotoLibrary {
    /// The album that has a photo and the photo's index in it, nil while either has not been found.
    func place(of photo: Photo) async -> (album: Album, index: Int)? {
        do {
            guard let place = try await index(of: photo.albumID, of: nil, matching: .everything) else { return nil }
            let page = try await albums(of: nil, matching: .everything, in: place..<place + 1)
            guard let album = page.items.first, album.id == photo.albumID else { return nil }
            guard let index = try await index(of: photo.id, in: .album(album.id), matching: .everything) else {
                return nil
            }
            return (album, index)
        } catch {
            return nil
        }
    }
}
