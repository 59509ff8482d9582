import Albums
import Basics
import CellArt
import Synchronization

@testable import Screens

/// A fake picture port that draws each picture as one repeated letter and records requests.
final class FakePictures: Sendable {
    struct Recorded: Sendable {
        var tiles: [(photo: Photo, request: TileRequest)] = []
        var views: [(photo: Photo, request: ViewRequest)] = []
        /// The panes with cancelled decodes.
        var cancelledPanes: [Pane] = []
        /// The frames drawn of animated photos.
        var frames: [ViewRequest] = []
        /// Whether each of them is followed by another.
        var areMoving: [Bool] = []
        /// The failure of every view after its coarse version.
        var viewFailure: (any Error)?
        /// The pixels that views are drawn from.
        var shownPixels = ShownPixels(width: 640, height: 480, origin: .scaledDecode(factor: 4), wereInMemory: true)
        /// Whether files are truncated.
        var isTruncated = false
        /// The size of every photo.
        var size = PixelSize(width: 4000, height: 3000)
        var details: PhotoDetails
        /// The tones of every photo.
        var tones: ToneHistogram?
        /// The failure of every tile.
        var tileFailure: (any Error)?
    }

    let recorded: Mutex<Recorded>
    /// Whether size requests are held back.
    private let areSizesHeld = WaitableValue(false)
    /// Whether requests for details are held back.
    private let areDetailsHeld = WaitableValue(false)
    /// Whether tile requests are held back.
    private let areTilesHeld = WaitableValue(false)
    let broken: Set<String>
    let moving: Set<String>
    /// The aspect ratios of files, by photo title.
    let aspects: [String: Double]
    /// The sizes of photos that differ from the usual one, by photo title.
    let sizes: [String: PixelSize]
    /// The current frame of animated photos.
    let frame = Mutex(0)

    /// The details in files that differ from the usual ones, by photo title.
    let detailsByTitle: [String: PhotoDetails]
    /// Whether thumbnails are cached in memory.
    let hasThumbnails: Bool
    /// Whether each picture is drawn as the first letter of its photo's title.
    let drawsInitials: Bool
    /// The pixels that are returned as samples of photos, by title.
    let bitmaps: [String: Bitmap]

    /// Creates a picture port in which the photos with some titles are damaged or animated.
    init(
        broken: Set<String> = [], moving: Set<String> = [], aspects: [String: Double] = [:],
        sizes: [String: PixelSize] = [:], details: PhotoDetails = PhotoDetails(),
        detailsByTitle: [String: PhotoDetails] = [:], hasThumbnails: Bool = false, drawsInitials: Bool = false,
        bitmaps: [String: Bitmap] = [:]
    ) {
        self.bitmaps = bitmaps
        self.detailsByTitle = detailsByTitle
        self.sizes = sizes
        self.broken = broken
        self.moving = moving
        self.aspects = aspects
        recorded = Mutex(Recorded(details: details))
        self.hasThumbnails = hasThumbnails
        self.drawsInitials = drawsInitials
    }

    /// Holds back size requests until released.
    func set(isHeld: Bool) { areSizesHeld.set(isHeld) }

    /// Holds back requests for details until released.
    func set(areDetailsHeld: Bool) { self.areDetailsHeld.set(areDetailsHeld) }

    /// Holds back tile requests until released.
    func set(areTilesHeld: Bool) { self.areTilesHeld.set(areTilesHeld) }

    func set(tileFailure: (any Error)?) { recorded.withLock { $0.tileFailure = tileFailure } }

    func set(viewFailure: (any Error)?) { recorded.withLock { $0.viewFailure = viewFailure } }

    func set(shownPixels: ShownPixels) { recorded.withLock { $0.shownPixels = shownPixels } }

    /// Replaces the size of every photo.
    func set(size: PixelSize) { recorded.withLock { $0.size = size } }

    /// Replaces the details in every file.
    func set(details: PhotoDetails) { recorded.withLock { $0.details = details } }

    /// Replaces the tones of every photo.
    func set(tones: ToneHistogram?) { recorded.withLock { $0.tones = tones } }

    /// Makes all photos truncated.
    func set(isTruncated: Bool) { recorded.withLock { $0.isTruncated = isTruncated } }

    /// The number of size and tile requests held back.
    var waiting: Int { areSizesHeld.waiting + areTilesHeld.waiting }

    var port: PicturePort {
        PicturePort(
            tile: { photo, request in
                self.recorded.withLock { $0.tiles.append((photo, request)) }
                return AsyncThrowingStream { yield in
                    try await self.areTilesHeld.pass()
                    if let failure = self.recorded.withLock({ $0.tileFailure }) { throw failure }
                    if self.broken.contains(photo.title) { throw PictureFailure.damaged(format: "JPEG") }
                    let glyph = self.initial(of: photo) ?? "#"
                    let picture = Self.picture(glyph, columns: request.columns, rows: request.rows)
                    yield(ViewedPicture(picture: picture, isSharp: true))
                }
            },
            placeholder: { photo, request in
                photo.placeholder.map { _ in Self.picture("~", columns: request.columns, rows: request.rows) }
            },
            cachedTile: { _, request in
                guard self.hasThumbnails else { return nil }
                return Self.picture("%", columns: request.columns, rows: request.rows)
            },
            knownDimensions: { _ in self.hasThumbnails ? self.recorded.withLock { $0.size } : nil },
            dimensions: { photo in
                try await self.areSizesHeld.pass()
                if self.broken.contains(photo.title) { throw PictureFailure.damaged(format: "JPEG") }
                return self.sizes[photo.title] ?? self.recorded.withLock { $0.size }
            },
            aspect: { self.aspects[$0.title] },
            details: { photo in
                try await self.areDetailsHeld.pass()
                return self.detailsByTitle[photo.title] ?? self.recorded.withLock { $0.details }
            },
            shownPixels: { _ in self.recorded.withLock { $0.shownPixels } },
            tones: { _ in self.recorded.withLock { $0.tones } },
            view: { photo, request in
                self.recorded.withLock { $0.views.append((photo, request)) }
                return AsyncThrowingStream { continuation in
                    if let failure = self.recorded.withLock({ $0.viewFailure }) {
                        let picture = Self.picture("o", columns: request.columns, rows: request.rows)
                        continuation.yield(ViewedPicture(picture: picture, isSharp: false))
                        return continuation.finish(throwing: failure)
                    }
                    var picture = Self.picture(
                        self.initial(of: photo) ?? "@", columns: request.columns, rows: request.rows)
                    if request.style.cell != nil, case .cells(let cells) = picture {
                        picture = .pixels(
                            PixelPicture(of: PhotoCrop(of: photo.title), content: photo.title, cells: cells) { nil })
                    }
                    let isTruncated = self.recorded.withLock { $0.isTruncated }
                    continuation.yield(
                        ViewedPicture(
                            picture: picture, isSharp: true, isTruncated: isTruncated,
                            sample: self.sample(of: photo, request)))
                    continuation.finish()
                }
            },
            cancelViews: { pane in self.recorded.withLock { $0.cancelledPanes.append(pane) } },
            animation: { photo in
                guard self.moving.contains(photo.title) else { return nil }
                return self.animation
            })
    }

    /// An animation of five frames, drawn as the letters from A, with a delay of one second each.
    private var animation: PhotoAnimation {
        frame.withLock { $0 = 0 }
        return PhotoAnimation(delay: .seconds(1)) { lateness in
            self.frame.withLock { frame in
                guard frame < 4 else { return nil }
                let passed = min(Int(lateness / .seconds(1)), 3 - frame)
                frame += 1 + passed
                return max(.seconds(1 + passed) - lateness, .zero)
            }
        } draw: { request, isMoving in
            self.recorded.withLock {
                $0.frames.append(request)
                $0.areMoving.append(isMoving)
            }
            let letter = Unicode.Scalar(UInt8(ascii: "A") + UInt8(self.frame.withLock { $0 }))
            return Self.picture(letter, columns: request.columns, rows: request.rows)
        }
    }

    private func sample(of photo: Photo, _ request: ViewRequest) -> ViewSample? {
        guard !request.samples.isEmpty else { return nil }
        return ViewSample(
            request, crop: PhotoCrop(of: photo.id),
            view: request.samples.contains(.view) ? bitmaps[photo.title] : nil,
            middle: request.samples.contains(.middle) ? bitmaps[photo.title] : nil)
    }

    private func initial(of photo: Photo) -> Unicode.Scalar? {
        drawsInitials ? photo.title.lowercased().unicodeScalars.first : nil
    }

    static func picture(_ glyph: Unicode.Scalar, columns: Int, rows: Int) -> RenderedPicture {
        let cell = ArtCell(glyph: glyph, foreground: .terminal, background: .terminal)
        return .cells(
            CellPicture(columns: columns, rows: rows, cells: Array(repeating: cell, count: columns * rows)))
    }
}
