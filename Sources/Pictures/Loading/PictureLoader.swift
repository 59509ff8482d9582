import Albums
import Basics
import CPictureShims
import CellArt
import Glibc
import Synchronization

/// Converts photos to cells: decodes them on dedicated threads, and caches decoded pictures.
public final class PictureLoader: Sendable {
    let decoding: any DecodingService
    private let limits: DecodeLimits
    let onTile: (@Sendable (AverageColor, _ path: [UInt8]) -> Void)?
    let threads: DecodeThreads
    let thumbnails: ThumbnailCache
    let viewed = ViewedLevels()
    let fetched = FetchedPictures()
    /// Pictures that their service doesn't have, or sends damaged.
    private let broken = Mutex<[PhotoVersion: PictureFailure]>([:])
    /// The thumbnails that desktop programs share; nil without them.
    let cached: CachedThumbnails?
    let writer: ThumbnailWriter?
    /// Whether to decode pictures despite failures that were recorded earlier.
    let retriesFailures = Atomic(false)
    /// The origin of the pixels shown for the last photo in each pane.
    let lastViews = Mutex<[Pane: (photo: PhotoVersion, pixels: ShownPixels)]>([:])

    /// - Parameters:
    ///   - threads: the number of photos decoded at a time; by default the number of processor cores.
    ///   - slowTime: the time after which a photo counts as slow, and another one is decoded beside it.
    ///   - cacheBytes: the maximum memory for thumbnails.
    ///   - desktopThumbnails: the thumbnails that desktop programs share.
    ///   - onTile: called with the average color of a file that has been decoded as a tile.
    public init(
        decoding: any DecodingService = InProcessDecoding(), threads: Int = PictureLoader.coreCount,
        slowTime: Duration = .milliseconds(250), cacheBytes: Int = 64 << 20, limits: DecodeLimits = .default,
        desktopThumbnails: ThumbnailStore? = nil,
        onTile: (@Sendable (AverageColor, _ path: [UInt8]) -> Void)? = nil
    ) {
        tintype_return_freed_pixels()
        self.decoding = decoding
        self.limits = limits
        self.onTile = onTile
        let threads = DecodeThreads(count: threads, slowTime: slowTime)
        self.threads = threads
        thumbnails = ThumbnailCache(bytes: cacheBytes)
        let cached = desktopThumbnails.map { CachedThumbnails(store: $0, decoding: decoding, limits: limits) }
        self.cached = cached
        writer = cached.map { ThumbnailWriter(cache: $0, threads: threads) }
    }

    /// The number of hits and misses in the thumbnail cache.
    public var thumbnailLookups: (hits: Int, misses: Int) { thumbnails.lookups }

    /// The number of hits and misses in the cache of desktop programs; nil without it.
    public var desktopThumbnailLookups: (hits: Int, misses: Int)? { cached?.lookups }

    /// The number of processor cores.
    public static var coreCount: Int {
        max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    }

    /// Draws a photo in a box of cells: the whole photo as large as its aspect ratio allows, or, if `fills` is set, a part
    /// of it that fills the box. Each picture is better than the one before; only the last one is sharp.
    ///
    /// The stream throws `PictureFailure`, or `CancellationError` if its task is cancelled.
    public func tile(
        of photo: PhotoVersion, from source: @escaping @Sendable () async throws -> PictureSource,
        as request: TileRequest
    ) -> AsyncThrowingStream<ViewedPicture, any Error> {
        let priority = request.isVisible ? LoadPriority.visible : .prefetch
        return AsyncThrowingStream(bufferingPolicy: .bufferingNewest(1)) { [self] yield in
            try await thumbnails(of: photo, from: source(), box: request.box, priority: priority) { level, isLast in
                let picture = drawn(level, of: photo, as: request, isSharp: isLast)
                yield(ViewedPicture(picture: picture, isSharp: isLast, isTruncated: level.isTruncated))
            }
        }
    }

    /// Draws a photo like `tile`, but synchronously; nil unless its thumbnail is in memory.
    public func cachedTile(of photo: PhotoVersion, as request: TileRequest) -> RenderedPicture? {
        thumbnails.level(of: photo).map {
            drawn($0, of: photo, as: request, isSharp: $0.isEnough(for: request.box))
        }
    }

    /// Draws a placeholder for a photo; nil for an invalid one, or if the thumbnail is in memory: `tile` then shows that
    /// at once, and a placeholder would flicker.
    /// - Parameter aspect: the photo's width divided by its height; nil if unknown.
    public func placeholder(
        _ placeholder: Placeholder, for photo: PhotoVersion, aspect: Double?, as request: TileRequest
    ) -> RenderedPicture? {
        guard thumbnails.level(of: photo) == nil else { return nil }
        return PlaceholderDrawing.draw(placeholder, aspect: aspect, as: request)
    }

    /// Returns the upright size of a photo in pixels; nil unless it is in memory.
    public func knownSize(of photo: PhotoVersion) -> PixelSize? {
        // The thumbnail of a damaged picture doesn't know the size.
        func isWhole(_ level: PictureLevel) -> Bool { level.origin != .exifThumbnail || !level.isTruncated }
        if let viewed = viewed.anyLevel(of: photo), isWhole(viewed) { return viewed.pictureSize }
        // A service's thumbnail may come from a smaller picture than the viewed one.
        return thumbnails.level(of: photo).flatMap { $0.file != nil && isWhole($0) ? $0.pictureSize : nil }
    }

    /// Returns the upright size of a photo in pixels, without decoding it.
    /// - Throws: `PictureFailure`, or `CancellationError` if the task is cancelled.
    public func size(of photo: PhotoVersion, from source: PictureSource) async throws -> PixelSize {
        switch source {
        case .generated(let picture):
            return PixelSize(width: picture.width, height: picture.height)
        case .file:
            if let known = knownSize(of: photo) { return known }
        case .remote(let remote):
            if let size = remote.size ?? knownSize(of: photo) { return size }
        }
        guard let description = try await description(of: photo, from: source) else {
            return PixelSize(width: 0, height: 0)
        }
        return try description.requiredSize()
    }

    /// Returns the metadata in a photo's file, fetching the file if necessary.
    /// - Throws: `PictureFailure`, or `CancellationError` if the task is cancelled.
    public func details(of photo: PhotoVersion, from source: PictureSource) async throws -> PhotoDetails {
        try await description(of: photo, from: source)?.details ?? PhotoDetails()
    }

    /// A file to describe, and the sidecars that its folder has.
    public typealias DescribedFile = (path: [UInt8], sidecars: [[UInt8]])

    /// Reads the sizes and the metadata of files one after another, at idle priority. The results are in the order of
    /// the files; failures are `PictureFailure`, or `CancellationError` if the task is cancelled.
    public func describe(_ files: [DescribedFile]) async -> [Result<PictureDescription, any Error>] {
        var results: [Result<PictureDescription, any Error>] = []
        while results.count < files.count {
            let remaining = files[results.count...]
            let isFirstTurn = results.isEmpty
            do {
                // Waking a thread for each file would take longer than reading it.
                results += try await threads.run(.idle) { [self] cancellation in
                    let end = ContinuousClock.now + Self.maxIdleTurn
                    // A disk serves many requests at once hardly slower than a few in sequence.
                    if isFirstTurn {
                        for file in remaining where .now < end { try? PictureFile(path: file.path).prefetchHead() }
                    }
                    var done: [Result<PictureDescription, any Error>] = []
                    for file in remaining where done.isEmpty || .now < end {
                        var request = DecodingRequest(.file(path: file.path), limits: limits)
                        request.sidecars = SidecarFiles.readable(file.sidecars)
                        done.append(Result { [request] in try describe(request, cancellation) })
                    }
                    return done
                }
            } catch {
                results += remaining.map { _ in .failure(error) }
            }
        }
        return results
    }

    /// How long background work may occupy a thread.
    private static let maxIdleTurn = Duration.milliseconds(5)

    /// Returns the origin of the pixels on the screen; nil if the photo hasn't been drawn recently.
    public func shownPixels(of photo: PhotoVersion) -> ShownPixels? {
        lastViews.withLock { views in views.values.first { $0.photo == photo }?.pixels }
            ?? thumbnails.level(of: photo).map { ShownPixels($0, wereInMemory: true) }
    }

    /// Returns the tones of a photo, counted in the finest pixels of the whole photo that are in memory, or else in its
    /// thumbnail.
    /// - Throws: `PictureFailure`, or `CancellationError` if the task is cancelled.
    public func tones(of photo: PhotoVersion, from source: PictureSource) async throws -> ToneHistogram {
        let viewed = viewed.anyLevel(of: photo).flatMap { $0.region == PixelRegion(all: $0.pictureSize) ? $0 : nil }
        if let known = viewed ?? thumbnails.level(of: photo) { return ToneHistogram(known.bitmap) }
        let box = PixelSize(width: Self.tonesSide, height: Self.tonesSide)
        return ToneHistogram(try await thumbnail(of: photo, from: source, box: box, priority: .viewed).bitmap)
    }

    /// The longer side of a thumbnail in which tones are counted.
    private static let tonesSide = 512

    /// Describes an encoded picture; nil for a generated one.
    private func description(of photo: PhotoVersion, from source: PictureSource) async throws -> PictureDescription? {
        try await accepting(photo, isWhole: false) {
            guard let encoded = try await fetched.encoded(photo, from: source) else { return nil }
            let request = request(encoded, of: photo)
            return try await threads.run(.viewed) { try self.describe(request, $0) }
        }
    }

    /// Describes a picture, with the date in its file's name if it has no other.
    private func describe(_ request: DecodingRequest, _ cancellation: DecodeCancellation) throws -> PictureDescription {
        var description = try decoding.describe(request, cancellation: cancellation)
        if case .file(let path) = request.source, description.details.canHaveDateOfFileName {
            let name = path.split(separator: UInt8(ascii: "/")).last ?? []
            description.details = description.details.merged(with: PhotoDetails(fileNamed: name))
        }
        return description
    }

    /// Returns the animation of a photo, at its first frame; nil for a still photo, or one that needs too much memory.
    /// - Throws: `PictureFailure`, or `CancellationError` if the task is cancelled.
    public func animation(of photo: PhotoVersion, from source: PictureSource) async throws -> AnimatedPicture? {
        guard let encoded = try await fetched.encoded(photo, from: source) else { return nil }
        let request = request(encoded, of: photo)
        return try await threads.run(.viewed) { [decoding, threads] cancellation in
            try decoding.animation(request, cancellation: cancellation).map {
                AnimatedPicture($0, of: photo, threads: threads)
            }
        }
    }

    /// Gives pictures that a service doesn't have, or has sent damaged, another try.
    public func forgetBrokenPictures() {
        broken.withLock { $0 = [:] }
    }

    /// Removes cached data of files that have been changed or deleted, and gives pictures that ended a decoder another
    /// try.
    public func forgetChangedFiles() async {
        forgetBrokenPictures()
        decoding.forgetDangerousPictures()
        retriesFailures.store(true, ordering: .relaxed)
        _ = try? await threads.run(.viewed) { [thumbnails, viewed] _ in
            let changed = thumbnails.files.union(viewed.files).filter { !$0.isCurrent }
            thumbnails.remove(from: changed)
            viewed.remove(from: changed)
        }
    }

    /// Returns a request for a photo's pixels or metadata, within the limits of all pictures.
    func request(_ source: EncodedSource, of photo: PhotoVersion) -> DecodingRequest {
        var request = DecodingRequest(source, limits: limits)
        request.orientation = photo.orientation
        return request
    }

    /// Returns a photo's thumbnail that is enough for a box.
    /// - Throws: `PictureFailure`, or `CancellationError` if the task is cancelled.
    func thumbnail(
        of photo: PhotoVersion, from source: PictureSource, box: PixelSize, priority: LoadPriority
    ) async throws -> PictureLevel {
        var last: PictureLevel?
        try await thumbnails(of: photo, from: source, box: box, priority: priority) { level, _ in last = level }
        guard let last else { throw CancellationError() }
        return last
    }

    /// Passes the versions of a photo's thumbnail to `show`; the last one is enough for a box.
    private func thumbnails(
        of photo: PhotoVersion, from source: PictureSource, box: PixelSize, priority: LoadPriority,
        show: (PictureLevel, _ isLast: Bool) -> Void
    ) async throws {
        let cached = thumbnails.level(of: photo, for: box)
        switch source {
        case .file(let path):
            try await loadThumbnail(of: photo, in: .file(path: path), box: box, priority: priority, show: show)
        case .remote(let remote):
            if let cached { return show(cached, true) }
            if let failure = broken.withLock({ $0[photo] }) { throw failure }
            do {
                try await remote.fetched(width: box.width, priority).accepting { bytes in
                    try await loadThumbnail(of: photo, in: .memory(bytes), box: box, priority: priority, show: show)
                }
            } catch let failure as PictureFailure where failure.isLasting {
                broken.withLock { broken in
                    if broken.count >= Self.maxBroken { broken = [:] }
                    broken[photo] = failure
                }
                throw failure
            }
        case .generated(let picture):
            if let cached { return show(cached, true) }
            if thumbnails.level(of: photo) == nil, max(box.width, box.height) > Self.previewSide {
                let small = PixelSize(width: Self.previewSide, height: Self.previewSide)
                show(try await thumbnail(of: photo, generatedBy: picture, box: small, priority, .embedded), false)
            }
            show(try await thumbnail(of: photo, generatedBy: picture, box: box, priority, .decoded), true)
        }
    }

    /// The maximum number of broken pictures to remember.
    private static let maxBroken = 10_000

    /// The longer side of a box that takes no time to fill with a generated picture, in pixels.
    private static let previewSide = 96

    private func thumbnail(
        of photo: PhotoVersion, generatedBy picture: GeneratedPicture, box: PixelSize, _ priority: LoadPriority,
        _ source: ThumbnailSource
    ) async throws -> PictureLevel {
        try await threads.run(priority, source) { [thumbnails] _ in
            // Another request may have generated it in the meantime.
            if let known = thumbnails.level(of: photo), known.isEnough(for: box) { return known }
            let level = picture.thumbnail(box: box)
            thumbnails.insert(level, for: photo)
            return level
        }
    }
}

extension PictureLoader {
    /// Draws a whole thumbnail in a box of cells, as large as its aspect ratio allows, or, if `fills` is set, a part of it
    /// that fills the box.
    private func drawn(
        _ level: PictureLevel, of photo: PhotoVersion, as request: TileRequest, isSharp: Bool
    ) -> RenderedPicture {
        let style = request.style
        let drawn: (columns: Int, rows: Int, part: PixelRect) =
            request.fills
            ? (request.columns, request.rows, level.bitmap.cover(aspect: request.aspect))
            : level.bitmap.tile(of: level.pictureSize, as: request)
        let content = LevelContent(level, in: style)
        let pixels = PixelSource(
            crop: PhotoCrop(of: photo, request.fills ? .covering : .whole),
            content: PixelContent(level, in: style, part: drawn.part), role: isSharp ? .still : .preview
        ) { [weak thumbnails, width = level.bitmap.width] in
            // The cache bounds the memory of all thumbnails. A larger one may have taken the place of this one.
            guard let level = thumbnails?.level(of: photo), level.bitmap.width >= width,
                LevelContent(level, in: style) == content
            else { return nil }
            return level.bitmap(in: style)
        }
        return RenderedPicture(
            level.bitmap(in: style), part: drawn.part, columns: drawn.columns, rows: drawn.rows, style: style,
            pixels: pixels)
    }
}

extension ArtStyle {
    /// The number of pixels that a cell can represent, across and down.
    var detail: PixelSize {
        cell.map { PixelSize(width: $0.width, height: $0.height) } ?? symbols.detail
    }
}

extension TileRequest {
    /// The number of pixels that the tile needs.
    var box: PixelSize {
        // A cropped picture needs more pixels than the box has.
        let scale = fills ? 2 : 1
        return PixelSize(
            width: max(1, scale * columns * style.detail.width), height: max(1, scale * rows * style.detail.height))
    }

    /// The width of the box divided by its height.
    var aspect: Double { Double(columns) / (style.cellAspect * Double(rows)) }
}

extension Bitmap {
    /// Returns the cells of a tile in the middle of a box, and the part of the bitmap that they show.
    /// - Parameter size: the size of the picture before it was reduced to this bitmap.
    func tile(of size: PixelSize, as request: TileRequest) -> (columns: Int, rows: Int, part: PixelRect) {
        let tile = CellFit.tile(
            width: size.width, height: size.height, columns: request.columns, rows: request.rows,
            style: request.style)
        return (tile.columns, tile.rows, tile.part.scaled(to: self))
    }

    /// Returns the largest part with the given aspect ratio (width to height): the middle of a wide picture, and the upper
    /// middle of a high one, where people have their heads.
    fileprivate func cover(aspect: Double) -> PixelRect {
        let partWidth = min(Double(width), Double(height) * aspect)
        let partHeight = min(Double(height), Double(width) / aspect)
        let cutAbove = height > width ? Self.shareCutAbove : 0.5
        return PixelRect(
            x: (Double(width) - partWidth) / 2, y: (Double(height) - partHeight) * cutAbove, width: partWidth,
            height: partHeight)
    }

    /// Fraction of a tall picture's crop taken from the top.
    private static let shareCutAbove = 0.3
}

extension SymbolSet {
    /// The number of pixels that one character can represent, across and down.
    var detail: PixelSize {
        switch self {
        // More than the pixels of its characters, because they are fitted to the picture within a cell.
        case .half: PixelSize(width: 2, height: 4)
        case .quadrant, .sextant, .wedge, .octant, .braille: PixelSize(width: 4, height: 8)
        // ASCII characters show some detail, but less.
        case .ascii: PixelSize(width: 2, height: 4)
        }
    }
}

extension ShownPixels {
    init(_ level: PictureLevel, wereInMemory: Bool) {
        self.init(
            width: level.bitmap.width, height: level.bitmap.height, origin: level.origin, wereInMemory: wereInMemory)
    }
}
