import Albums

extension PictureLoader {
    /// Returns the upright size of a photo in pixels, without decoding it.
    /// - Throws: `PictureFailure`, or `CancellationError` if the task is cancelled.
    public func size(of photo: Photo.ID, from source: PictureSource) async throws -> PixelSize {
        switch source {
        case .painting(let painting):
            return PixelSize(width: painting.width, height: painting.height)
        case .file:
            if let known = thumbnails.level(of: photo) ?? viewed.anyLevel(of: photo) { return known.pictureSize }
        case .remote(let remote):
            if let size = remote.size { return size }
            // The thumbnail may come from a smaller picture than the viewed one.
            if let known = viewed.anyLevel(of: photo) { return known.pictureSize }
        }
        return try await header(of: photo, from: source) { $0.size } ?? PixelSize(width: 0, height: 0)
    }

    /// Returns the metadata in a photo's file, fetching the file if necessary.
    /// - Throws: `PictureFailure`, or `CancellationError` if the task is cancelled.
    public func details(of photo: Photo.ID, from source: PictureSource) async throws -> PhotoDetails {
        try await header(of: photo, from: source) { $0.details } ?? PhotoDetails()
    }

    /// Returns the origin of the pixels on the screen; nil if the photo hasn't been drawn recently.
    public func shownPixels(of photo: Photo.ID) -> ShownPixels? {
        lastView.pixels(of: photo)
            ?? thumbnails.level(of: photo).map { ShownPixels($0, wereInMemory: true) }
    }

    /// Reads from the header of an encoded picture without decoding it; nil for a painting.
    private func header<Result: Sendable>(
        of photo: Photo.ID, from source: PictureSource, _ read: @escaping @Sendable (OpenedPicture) -> Result
    ) async throws -> Result? {
        try await accepting(photo, isWhole: false) {
            guard let encoded = try await fetched.encoded(photo, from: source) else { return nil }
            return try await threads.run(.viewed) { [limits, memory] stop in
                read(try .header(of: encoded, in: DecodeContext(limits: limits, memory: memory, stop: stop)))
            }
        }
    }
}
