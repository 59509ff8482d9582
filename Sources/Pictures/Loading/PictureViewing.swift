import Albums
import Basics
import CellArt

extension PictureLoader {
    /// Draws part of a photo in a box of cells: first from already decoded data, then with all the detail that the
    /// cells can show.
    ///
    /// The stream ends after the sharp picture, or at once if there is nothing to draw. It throws `PictureFailure`, or
    /// `CancellationError` if another view replaces this one in its pane.
    public func view(
        of photo: PhotoVersion, from source: @escaping @Sendable () async throws -> PictureSource,
        as request: ViewRequest
    ) -> AsyncThrowingStream<ViewedPicture, any Error> {
        let turn = viewed.nextTurn(in: request.pane)
        return AsyncThrowingStream { [self] yield in
            guard !request.isEmpty else { return }
            let source = try await source()
            try await accepting(photo) {
                let size = try await size(of: photo, from: source)
                let view = PhotoView(photo: photo, size: size, request: request)
                try await show(view, from: source, in: turn, yield: yield)
            }
        }
    }

    /// Runs `decode` and marks fetched bytes for storage if all of them were decoded. If they aren't a valid picture,
    /// retries with previously stored bytes.
    func accepting<Result>(
        _ photo: PhotoVersion, isWhole: Bool = true, by decode: () async throws -> Result
    ) async throws -> Result {
        do {
            let result = try await decode()
            if isWhole { await fetched.accept(photo) }
            return result
        } catch let failure as PictureFailure where failure.isCausedByContent {
            guard await fetched.reject(photo) else { throw failure }
            return try await decode()
        }
    }

    /// Cancels the decodes for views in a pane, unless another pane needs them.
    public func cancelViews(in pane: Pane) {
        viewed.cancelDecodes(in: pane)
    }

    private func show(
        _ view: PhotoView, from source: PictureSource, in turn: ViewedLevels.Turn, yield: (ViewedPicture) -> Void
    ) async throws {
        switch source {
        case .generated(let picture):
            // Skips the thumbnail, which would flash at every move. A part is first drawn with characters, whose few
            // pixels are generated at once; a whole picture isn't, because it already grows from its tile.
            if view.request.style.cell != nil, view.visible != PixelRegion(all: view.size) {
                var characters = view
                characters.request.style.cell = nil
                let level = try await picture.level(for: characters, on: threads)
                yield(drawn(characters, from: level, isSharp: false, wereInMemory: false))
            }
            let level = try await picture.level(for: view, on: threads)
            yield(drawn(view, from: level, isSharp: true, wereInMemory: false))
        case .file(let path):
            try await show(view, decodedFrom: .file(path: path), in: turn, yield: yield)
        case .remote(let remote) where remote.size == nil:
            let bytes = try await fetched.bytes(of: view.photo, from: remote)
            try await show(view, decodedFrom: .memory(bytes), in: turn, yield: yield)
        case .remote(let remote):
            try await show(view, yield: yield) {
                try await self.fetchedLevel(for: $0, of: view.size, from: remote, in: turn)
            }
        }
    }

    private func show(
        _ view: PhotoView, decodedFrom source: EncodedSource, in turn: ViewedLevels.Turn,
        yield: (ViewedPicture) -> Void
    ) async throws {
        if !isCached(view) { try await decodePreview(of: view.photo, from: source) }
        try await show(view, yield: yield) { [self] request in
            try await viewed.level(for: request, in: turn) { [self] in
                try await threads.run(.viewed) { cancellation in
                    try self.decode(request, source, cancellation: cancellation)
                }
            }
        }
    }

    private func show(
        _ view: PhotoView, yield: (ViewedPicture) -> Void,
        make: @escaping @Sendable (LevelRequest) async throws -> PictureLevel
    ) async throws {
        let request = view.levelRequest
        if let sharp = viewed.sharpLevel(for: request, showing: view.visible) {
            yield(drawn(view, from: sharp, isSharp: true, wereInMemory: true))
            return
        }
        // Decoding doesn't wait until the preview is drawn.
        async let made = make(request)
        if let cached = viewed.coarseLevel(for: request, showing: view.visible) ?? thumbnail(for: view) {
            yield(drawn(view, from: cached, isSharp: false, wereInMemory: true))
        }
        let level = try await made
        try Task.checkCancellation()
        yield(drawn(view, from: level, isSharp: true, wereInMemory: false))
    }

    /// Returns whether any picture for the view is in memory.
    private func isCached(_ view: PhotoView) -> Bool {
        thumbnails.level(of: view.photo) != nil || viewed.anyLevel(of: view.photo) != nil
    }

    /// Inserts the embedded preview, if there is one, into the thumbnail cache.
    private func decodePreview(of photo: PhotoVersion, from source: EncodedSource) async throws {
        let request = request(source, of: photo)
        let preview = try await threads.run(.viewed) { [decoding] cancellation in
            try decoding.preview(request, cancellation: cancellation)
        }
        if let preview { thumbnails.insert(preview, for: photo) }
    }

    private func drawn(
        _ view: PhotoView, from level: PictureLevel, isSharp: Bool, wereInMemory: Bool
    ) -> ViewedPicture {
        let shown = ShownPixels(level, wereInMemory: wereInMemory)
        lastViews.withLock { $0[view.request.pane] = (view.photo, shown) }
        return view.drawn(from: level, isSharp: isSharp)
    }

    /// Returns the photo's thumbnail, unless it shows something else: a service may have several pictures of a photo.
    private func thumbnail(for view: PhotoView) -> PictureLevel? {
        thumbnails.level(of: view.photo).flatMap { $0.stretched(to: view.size) }
    }

    /// Returns a level of a picture that the service provides in any size: the whole picture, fetched in the size
    /// needed.
    private func fetchedLevel(
        for request: LevelRequest, of size: PixelSize, from remote: RemotePicture, in turn: ViewedLevels.Turn
    ) async throws -> PictureLevel {
        let target = size.divided(by: request.factor)
        let bytes = try await fetched.bytes(
            of: request.photo, from: remote, width: min(target.width, FetchedPictures.maxWidth))
        let whole = LevelRequest(photo: request.photo, region: PixelRegion(all: size), factor: request.factor)
        return try await viewed.level(for: whole, in: turn) { [self] in
            try await threads.run(.viewed) { [self] cancellation in
                let decoded = try decoding.render(
                    self.request(.memory(bytes), of: request.photo), .covering(target), cancellation: cancellation)
                let level = PictureLevel(
                    bitmap: decoded.bitmap, region: whole.region, pictureSize: size,
                    origin: decoded.pictureSize.width < size.width ? .scaledByService : decoded.origin,
                    contrast: decoded.contrast, isTruncated: decoded.isTruncated)
                viewed.insert(level, for: whole)
                return level
            }
        }
    }

    private func decode(
        _ request: LevelRequest, _ source: EncodedSource, cancellation: DecodeCancellation
    ) throws -> PictureLevel {
        if let finer = viewed.finerLevel(for: request) {
            return reduced(finer, to: request)
        }
        let level = try decoding.render(
            self.request(source, of: request.photo),
            .region(request.region, factor: request.factor, maxBytes: LevelRequest.maxBytes),
            cancellation: cancellation)
        viewed.insert(
            level, for: LevelRequest(photo: request.photo, region: level.region, factor: level.factor))
        return level.factor * ViewedLevels.quickFactor < request.factor ? reduced(level, to: request) : level
    }

    /// Returns a level with about the requested resolution.
    private func reduced(_ level: PictureLevel, to request: LevelRequest) -> PictureLevel {
        let size = level.region.size.divided(by: request.factor)
        guard size.width < level.bitmap.width, size.height < level.bitmap.height else { return level }
        let reduced = level.with(level.bitmap.scaled(toWidth: size.width, height: size.height))
        viewed.insert(
            reduced, for: LevelRequest(photo: request.photo, region: level.region, factor: request.factor))
        return reduced
    }
}

extension PixelSize {
    /// Converts part of a rotated picture of this size to pixels of the upright picture.
    func upright(_ part: PixelRect, rotatedBy rotation: Rotation) -> PixelRect {
        let (width, height) = rotation.swapsAxes ? (height, width) : (width, height)
        return rotation.reversed.rotated(part, width: Double(width), height: Double(height))
    }
}
