import Albums

extension PhotoLibrary {
    /// Returns a photo's album and the photo's index in it; nil if either hasn't been found yet or the library fails.
    func location(of photo: Photo) async -> (album: Album, index: Int)? {
        do {
            guard let location = try await index(of: photo.albumID, of: nil, matching: .everything) else { return nil }
            let page = try await albums(of: nil, matching: .everything, in: location..<location + 1)
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
