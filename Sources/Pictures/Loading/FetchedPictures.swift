import Albums

/// The bytes of the remote pictures looked at last, so that zooming out, panning and turning fetch nothing.
actor FetchedPictures {
    /// For pictures of which the size is not known before they are here: wide enough for every terminal at its fit, and for
    /// some zooming; in pixels.
    static let standardWidth = 1600
    /// More than this is not fetched, however far one zooms in; in pixels.
    static let greatestWidth = 4096
    private static let count = 3

    private var latest: [(photo: Photo.ID, width: Int, bytes: [UInt8])] = []

    /// The picture's bytes, `width` pixels wide or more if there are as many; whoever leaves before they came lets go of the
    /// fetch.
    /// - Throws: `PictureFailure.unfetched`, or `CancellationError`.
    func bytes(
        of photo: Photo.ID, from remote: RemotePicture, width: Int = FetchedPictures.standardWidth
    ) async throws -> [UInt8] {
        if let known = latest.first(where: { $0.photo == photo && $0.width >= width }) { return known.bytes }
        let bytes = try await remote.fetched(width: width, .viewed)
        // A wider one may have come meanwhile.
        guard !latest.contains(where: { $0.photo == photo && $0.width >= width }) else { return bytes }
        latest.removeAll { $0.photo == photo }
        latest.append((photo, width, bytes))
        if latest.count > Self.count { latest.removeFirst() }
        return bytes
    }

    /// Where the bytes of a picture are, in any size, fetched if they must be; nil for a painting, which has none.
    /// - Throws: `PictureFailure.unfetched`, or `CancellationError`.
    func encoded(_ photo: Photo.ID, from source: PictureSource) async throws -> EncodedSource? {
        switch source {
        case .painting: return nil
        case .file(let path): return .file(path: path)
        case .remote(let remote):
            if let known = latest.first(where: { $0.photo == photo }) { return .memory(known.bytes) }
            return .memory(try await bytes(of: photo, from: remote))
        }
    }
}

extension RemotePicture {
    /// The size of the whole picture, if it is known before any of it is fetched; nil also for one that no picture has.
    var size: PixelSize? {
        guard let width, let height, Self.lengths.contains(width), Self.lengths.contains(height) else { return nil }
        return PixelSize(width: width, height: height)
    }

    private static let lengths = 1...1 << 24

    /// Encoded bytes, with a failure as one of the picture.
    func fetched(width: Int, _ priority: LoadPriority) async throws -> [UInt8] {
        do {
            return try await fetch(width, priority)
        } catch let failure as LibraryFailure {
            throw PictureFailure.unfetched(failure)
        }
    }
}
