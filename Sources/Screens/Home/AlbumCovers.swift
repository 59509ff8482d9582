import Albums

extension PicturePort {
    /// Returns a port for covers: if a cover can't be decoded, the album's next decodable photo replaces it.
    func coveringAlbums(of library: any PhotoLibrary) -> PicturePort {
        var port = self
        port.tile = { [tile] photo, request in
            do {
                return try await tile(photo, request)
            } catch let failure as PictureFailure where failure.isOfPicture {
                for index in 0..<maxCoverCandidates {
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

/// The maximum number of photos to try as an album's cover.
private let maxCoverCandidates = 50

extension PictureFailure {
    /// Whether the picture itself caused the failure, so that another picture of the library may work.
    fileprivate var isOfPicture: Bool {
        switch self {
        case .unreadable, .notAFile, .absent, .empty, .unknownFormat, .unsupportedFormat, .damaged, .tooLarge,
            .fileTooLarge:
            true
        case .unfetched, .notKept, .elsewhere, .gone, .painted: false
        }
    }
}
