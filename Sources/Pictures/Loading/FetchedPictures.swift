import Albums

/// The bytes of the remote pictures looked at last, so that zooming and panning fetch nothing.
actor FetchedPictures {
    /// Wide enough for every terminal at its fit, and for some zooming; in pixels.
    private static let width = 1600
    private static let count = 3

    private var fetches: [(photo: Photo.ID, task: Task<[UInt8], any Error>)] = []

    /// The picture's bytes, in the size for a whole terminal.
    /// - Throws: `PictureFailure.unfetched`, or `CancellationError`.
    func bytes(of photo: Photo.ID, from remote: RemotePicture) async throws -> [UInt8] {
        let task = task(for: photo, remote)
        do {
            return try await task.value
        } catch {
            fetches.removeAll { $0.photo == photo }
            throw error
        }
    }

    private func task(for photo: Photo.ID, _ remote: RemotePicture) -> Task<[UInt8], any Error> {
        if let known = fetches.first(where: { $0.photo == photo }) { return known.task }
        let task = Task { try await remote.fetched(width: Self.width) }
        fetches.append((photo, task))
        if fetches.count > Self.count { fetches.removeFirst().task.cancel() }
        return task
    }
}

extension RemotePicture {
    /// Encoded bytes, with a failure as one of the picture.
    func fetched(width: Int) async throws -> [UInt8] {
        do {
            return try await fetch(width)
        } catch let failure as LibraryFailure {
            throw PictureFailure.unfetched(failure)
        }
    }
}
