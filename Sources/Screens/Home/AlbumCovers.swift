import Albums

extension PicturePort {
    /// The same port for covers: where a photo cannot be decoded, the next one of its album that can stands for the album.
    func coveringAlbums(of library: any PhotoLibrary) -> PicturePort {
        var port = self
        port.tile = { [tile] photo, request in
            do {
                return try await tile(photo, request)
            } catch let failure as PictureFailure where failure.isOfPicture {
                for index in 0..<mostCoverCandidates {
                    try Task.checkCancellation()
                    let page = try? await library.photos(
                        in: .album(photo.albumID), matching: .everything, in: index..<index + 1)
                    guard let next = page?.items.first else { break }
                    if next.id != photo.id, let cover = try? await tile(next, request) { return cover }
                }
                throw failure
            }
        }
        return port
    }
}

/// How many photos of an album are tried before it has no cover.
private let mostCoverCandidates = 50

extension PictureFailure {
    /// Whether the picture itself is the reason, and another one of the same library may do.
    fileprivate var isOfPicture: Bool {
        switch self {
        case .unreadable, .notAFile, .absent, .empty, .unknownFormat, .unsupportedFormat, .damaged, .tooLarge,
            .fileTooLarge:
            true
        case .unfetched, .notKept, .elsewhere, .gone, .painted: false
        }
    }
}
