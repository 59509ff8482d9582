import Albums

/// The bytes of the remote pictures looked at last, so that zooming and panning fetch nothing.
actor FetchedPictures {
    /// Wide enough for every terminal at its fit, and for some zooming; in pixels.
    private static let width = 1600
    private static let count = 3

    private var latest: [(photo: Photo.ID, bytes: [UInt8])] = []

    /// The picture's bytes, in the size for a whole terminal; whoever leaves before they came lets go of the fetch.
    /// - Throws: `PictureFailure.unfetched`, or `CancellationError`.
    func bytes(of photo: Photo.ID, from remote: RemotePicture) async throws -> [UInt8] {
        if let known = latest.first(where: { $0.photo == photo }) { return known.bytes }
        let bytes = try await remote.fetched(width: Self.width, .viewed)
        latest.removeAll { $0.photo == photo }
        latest.append((photo, bytes))
        if latest.count > Self.count { latest.removeFirst() }
        return bytes
    }

    /// Where the bytes of a picture are, fetched if they must be; nil for a painting, which has none.
    /// - Throws: `PictureFailure.unfetched`, or `CancellationError`.
    func encoded(_ photo: Photo.ID, from source: PictureSource) async throws -> EncodedSource? {
        switch source {
        case .painting: nil
        case .file(let path): .file(path: path)
        case .remote(let remote): .memory(try await bytes(of: photo, from: remote))
        }
    }
}

extension RemotePicture {
    /// Encoded bytes, with a failure as one of the picture.
    func fetched(width: Int, _ priority: LoadPriority) async throws -> [UInt8] {
        do {
            return try await fetch(width, priority)
        } catch let failure as LibraryFailure {
            throw PictureFailure.unfetched(failure)
        }
    }
}
