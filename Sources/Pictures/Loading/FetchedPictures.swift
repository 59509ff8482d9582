import Albums
import Basics

/// The bytes of recently viewed remote pictures, so that zooming out, panning and rotating need no fetch.
actor FetchedPictures {
    /// The default width in pixels, for pictures of unknown size: enough to fit any terminal and for some zooming.
    static let defaultWidth = 1600
    /// The maximum width to fetch, in pixels, regardless of the zoom.
    static let maxWidth = 4096
    private static let count = 3

    private var latest: [(photo: PhotoVersion, width: Int, fetched: FetchedBytes)] = []

    /// Returns the picture's bytes, at least `width` pixels wide if available. Cancelling the task cancels the fetch.
    /// - Throws: `PictureFailure.downloadFailed`, or `CancellationError`.
    func bytes(
        of photo: PhotoVersion, from remote: RemotePicture, width: Int = FetchedPictures.defaultWidth
    ) async throws -> [UInt8] {
        if let cached = latest.first(where: { $0.photo == photo && $0.width >= width }) { return cached.fetched.bytes }
        let fetched = try await remote.fetched(width: width, .viewed)
        // A wider picture may have arrived in the meantime.
        guard !latest.contains(where: { $0.photo == photo && $0.width >= width }) else {
            return fetched.bytes
        }
        latest.removeAll { $0.photo == photo }
        latest.append((photo, width, fetched))
        if latest.count > Self.count { latest.removeFirst() }
        return fetched.bytes
    }

    /// Reports that the bytes of a photo were decoded, so that they may be stored for offline use.
    func accept(_ photo: PhotoVersion) async {
        await latest.first { $0.photo == photo }?.fetched.accept()
    }

    /// Discards bytes that aren't a valid picture. Returns whether previously stored bytes have replaced them.
    func reject(_ photo: PhotoVersion) async -> Bool {
        guard let rejected = latest.first(where: { $0.photo == photo }) else { return false }
        latest.removeAll { $0.photo == photo }
        guard let kept = await rejected.fetched.reject() else { return false }
        latest.append((photo, rejected.width, FetchedBytes(kept)))
        return true
    }

    /// Returns the location of a picture's bytes, in any size, fetching them if necessary; nil for a generated one.
    /// - Throws: `PictureFailure.downloadFailed`, or `CancellationError`.
    func encoded(_ photo: PhotoVersion, from source: PictureSource) async throws -> EncodedSource? {
        switch source {
        case .generated: return nil
        case .file(let path): return .file(path: path)
        case .remote(let remote):
            if let cached = latest.first(where: { $0.photo == photo }) { return .memory(cached.fetched.bytes) }
            return .memory(try await bytes(of: photo, from: remote))
        }
    }
}

extension RemotePicture {
    /// Fetches encoded bytes, mapping errors to `PictureFailure`. A truncated picture is replaced by a previously
    /// stored one.
    func fetched(width: Int, _ priority: LoadPriority) async throws -> FetchedBytes {
        do {
            let fetched = try await fetch(width, priority)
            let isTruncated = fetched.bytes.withUnsafeBytes { bytes in
                PictureFormat.matching(bytes).map { !$0.isComplete(bytes) } ?? false
            }
            guard isTruncated else { return fetched }
            // Without a stored picture, the truncated one is shown but not stored.
            return FetchedBytes(await fetched.reject() ?? fetched.bytes)
        } catch let failure as LibraryFailure {
            throw PictureFailure.downloadFailed(failure)
        }
    }
}

extension PictureFailure {
    /// Whether another request would fail in the same way. A page of a proxy has an unknown format.
    var isLasting: Bool {
        switch self {
        case .noPicture, .downloadFailed(.gone), .damaged, .unsupportedFormat, .missingLibrary, .tooLarge: true
        case .downloadFailed(.errorResponse(_, let status, _)): status == 404 || status == 410
        default: false
        }
    }

    /// Whether the bytes themselves are at fault, so that they shouldn't be stored.
    var isCausedByContent: Bool {
        switch self {
        case .empty, .unknownFormat, .damaged: true
        default: false
        }
    }
}

extension FetchedBytes {
    /// Decodes the bytes, or previously stored ones if these are not a valid picture.
    func accepting<Result>(by decode: ([UInt8]) async throws -> Result) async throws -> Result {
        do {
            let result = try await decode(bytes)
            await accept()
            return result
        } catch let failure as PictureFailure where failure.isCausedByContent {
            guard let kept = await reject() else { throw failure }
            return try await decode(kept)
        }
    }
}
