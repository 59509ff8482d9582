import Albums

/// The bytes of the remote pictures looked at last, so that zooming out, panning and turning fetch nothing.
actor FetchedPictures {
    /// For pictures of which the size is not known before they are here: wide enough for every terminal at its fit, and for
    /// some zooming; in pixels.
    static let standardWidth = 1600
    /// More than this is not fetched, however far one zooms in; in pixels.
    static let greatestWidth = 4096
    private static let count = 3

    private var latest: [(photo: Photo.ID, width: Int, fetched: FetchedBytes)] = []

    /// The picture's bytes, `width` pixels wide or more if there are as many; whoever leaves before they came lets go of the
    /// fetch.
    /// - Throws: `PictureFailure.unfetched`, or `CancellationError`.
    func bytes(
        of photo: Photo.ID, from remote: RemotePicture, width: Int = FetchedPictures.standardWidth
    ) async throws -> [UInt8] {
        if let known = latest.first(where: { $0.photo == photo && $0.width >= width }) { return known.fetched.bytes }
        let fetched = try await remote.fetched(width: width, .viewed)
        // A wider one may have come meanwhile.
        guard !latest.contains(where: { $0.photo == photo && $0.width >= width }) else {
            return fetched.bytes
        }
        latest.removeAll { $0.photo == photo }
        latest.append((photo, width, fetched))
        if latest.count > Self.count { latest.removeFirst() }
        return fetched.bytes
    }

    /// The bytes of a photo were decoded: they may be kept for being offline.
    func accept(_ photo: Photo.ID) async {
        await latest.first { $0.photo == photo }?.fetched.accept()
    }

    /// The bytes of a photo are no picture; returns whether those kept from before are in their place now.
    func reject(_ photo: Photo.ID) async -> Bool {
        guard let rejected = latest.first(where: { $0.photo == photo }) else { return false }
        latest.removeAll { $0.photo == photo }
        guard let kept = await rejected.fetched.reject() else { return false }
        latest.append((photo, rejected.width, FetchedBytes(kept)))
        return true
    }

    /// Where the bytes of a picture are, in any size, fetched if they must be; nil for a painting, which has none.
    /// - Throws: `PictureFailure.unfetched`, or `CancellationError`.
    func encoded(_ photo: Photo.ID, from source: PictureSource) async throws -> EncodedSource? {
        switch source {
        case .painting: return nil
        case .file(let path): return .file(path: path)
        case .remote(let remote):
            if let known = latest.first(where: { $0.photo == photo }) { return .memory(known.fetched.bytes) }
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

    /// Encoded bytes, with a failure as one of the picture; in place of a picture that is cut, the one kept from before.
    func fetched(width: Int, _ priority: LoadPriority) async throws -> FetchedBytes {
        do {
            let fetched = try await fetch(width, priority)
            let isCut = fetched.bytes.withUnsafeBytes { bytes in
                PictureFormat(head: bytes).map { !$0.isComplete(bytes) } ?? false
            }
            guard isCut else { return fetched }
            // Without one it is shown as far as it goes, and not kept.
            return FetchedBytes(await fetched.reject() ?? fetched.bytes)
        } catch let failure as LibraryFailure {
            throw PictureFailure.unfetched(failure)
        }
    }
}

extension PictureFailure {
    /// Whether the bytes themselves are to blame, so that they are not worth keeping.
    var isOfBytes: Bool {
        switch self {
        case .empty, .unknownFormat, .damaged: true
        default: false
        }
    }
}

extension FetchedBytes {
    /// What `decode` makes of the bytes, or of those kept from before where these are no picture.
    func judged<Result>(by decode: ([UInt8]) async throws -> Result) async throws -> Result {
        do {
            let result = try await decode(bytes)
            await accept()
            return result
        } catch let failure as PictureFailure where failure.isOfBytes {
            guard let kept = await reject() else { throw failure }
            return try await decode(kept)
        }
    }
}
