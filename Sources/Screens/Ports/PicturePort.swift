import Albums
import Basics
import CellArt

/// The screens' interface to picture decoding: returns photos ready to be placed on a surface,
/// rendered off the main actor.
///
/// Calls throw a `PictureFailure` if the photo cannot be shown, and end early when their task is canceled.
public struct PicturePort: Sendable {
    /// Draws a photo to fit the requested columns and rows. Unless it fills them, one side may be smaller. Each picture is
    /// better than the one before; the last one is sharp.
    public var tile: @Sendable (_ photo: Photo, _ request: TileRequest) -> AsyncThrowingStream<ViewedPicture, any Error>
    /// Returns a placeholder to show until the tile is ready; nil if nothing is known about the photo, or its thumbnail is
    /// in memory. Synchronous.
    public var placeholder: @Sendable (_ photo: Photo, _ request: TileRequest) -> RenderedPicture?
    /// Draws a photo from its cached thumbnail; nil if it isn't in memory. Synchronous.
    public var cachedTile: @Sendable (_ photo: Photo, _ request: TileRequest) -> RenderedPicture?
    /// Returns the photo's size in pixels, with its orientation applied, if it is in memory. Synchronous.
    public var knownDimensions: @Sendable (_ photo: Photo) -> PixelSize?
    /// Returns the photo's size in pixels, with its orientation applied.
    public var dimensions: @Sendable (_ photo: Photo) async throws -> PixelSize
    /// Returns the photo's width divided by its height; nil if only fetching the photo would reveal it.
    public var aspect: @Sendable (_ photo: Photo) async -> Double?
    /// Returns the metadata from the photo's file.
    public var details: @Sendable (_ photo: Photo) async throws -> PhotoDetails
    /// Returns the pixels from which a photo was last drawn; nil if it wasn't drawn recently.
    public var shownPixels: @Sendable (_ photo: Photo) -> ShownPixels?
    /// Returns the tones of a photo, counted in the pixels on the screen or in its thumbnail; nil if it can't be decoded.
    public var tones: @Sendable (_ photo: Photo) async -> ToneHistogram?
    /// Draws part of a photo: first a preview from cached pixels, then the sharp version.
    public var view: @Sendable (_ photo: Photo, _ request: ViewRequest) -> AsyncThrowingStream<ViewedPicture, any Error>
    /// Cancels the decodes of a pane. Canceling a view doesn't stop them, since another view of the photo may need them.
    public var cancelViews: @Sendable (_ pane: Pane) -> Void
    /// Returns the animation of a photo; nil for a still photo.
    public var animation: @Sendable (_ photo: Photo) async throws -> PhotoAnimation?
    /// Lets the next requests ask again for pictures that a service didn't have. Synchronous.
    public var forgetBrokenPictures: @Sendable () -> Void
    /// Evicts cached data of photos with changed files.
    public var forgetChangedFiles: @Sendable () async -> Void

    public init(
        tile:
            @escaping @Sendable (_ photo: Photo, _ request: TileRequest) -> AsyncThrowingStream<
                ViewedPicture, any Error
            >,
        placeholder: @escaping @Sendable (_ photo: Photo, _ request: TileRequest) -> RenderedPicture?,
        cachedTile: @escaping @Sendable (_ photo: Photo, _ request: TileRequest) -> RenderedPicture?,
        knownDimensions: @escaping @Sendable (_ photo: Photo) -> PixelSize? = { _ in nil },
        dimensions: @escaping @Sendable (_ photo: Photo) async throws -> PixelSize,
        aspect: @escaping @Sendable (_ photo: Photo) async -> Double?,
        details: @escaping @Sendable (_ photo: Photo) async throws -> PhotoDetails,
        shownPixels: @escaping @Sendable (_ photo: Photo) -> ShownPixels?,
        tones: @escaping @Sendable (_ photo: Photo) async -> ToneHistogram? = { _ in nil },
        view:
            @escaping @Sendable (_ photo: Photo, _ request: ViewRequest) -> AsyncThrowingStream<
                ViewedPicture, any Error
            >,
        cancelViews: @escaping @Sendable (_ pane: Pane) -> Void,
        animation: @escaping @Sendable (_ photo: Photo) async throws -> PhotoAnimation?,
        forgetBrokenPictures: @escaping @Sendable () -> Void = {},
        forgetChangedFiles: @escaping @Sendable () async -> Void = {}
    ) {
        self.tile = tile
        self.placeholder = placeholder
        self.cachedTile = cachedTile
        self.knownDimensions = knownDimensions
        self.dimensions = dimensions
        self.aspect = aspect
        self.details = details
        self.shownPixels = shownPixels
        self.tones = tones
        self.view = view
        self.cancelViews = cancelViews
        self.animation = animation
        self.forgetBrokenPictures = forgetBrokenPictures
        self.forgetChangedFiles = forgetChangedFiles
    }
}

/// An animated photo with a current frame, initially the first one.
public struct PhotoAnimation: Sendable {
    /// How long to show the first frame.
    public var delay: Duration
    /// Advances to the frame that is due, skipping expired ones; stops at the last frame. `lateness` is how long ago
    /// the current frame expired. Returns how much longer to show the new frame; nil once the animation has ended.
    public var advance: @Sendable (_ lateness: Duration) async throws -> Duration?
    /// Draws part of the current frame. `isMoving` is whether the next frame follows soon.
    public var draw: @Sendable (_ request: ViewRequest, _ isMoving: Bool) async throws -> RenderedPicture

    public init(
        delay: Duration, advance: @escaping @Sendable (_ lateness: Duration) async throws -> Duration?,
        draw: @escaping @Sendable (_ request: ViewRequest, _ isMoving: Bool) async throws -> RenderedPicture
    ) {
        self.delay = delay
        self.advance = advance
        self.draw = draw
    }
}

/// A library together with its pictures.
public struct ShownLibrary: Sendable {
    public let library: any PhotoLibrary
    public let pictures: PicturePort

    public init(library: any PhotoLibrary, pictures: PicturePort) {
        self.library = library
        self.pictures = pictures
    }

    /// Returns the details of a photo: those that the library knows or, if these come from its file, those in the file.
    func details(of photo: Photo) async throws -> PhotoDetails {
        let known = try await library.details(of: photo)
        guard known.camera == nil, known.taken == nil else { return known }
        return known.completed(by: try await pictures.details(photo))
    }

    /// Rereads data that other programs may have changed.
    /// - Returns: Whether the library had anything to reread.
    func refresh() async -> Bool {
        guard await library.refresh() else { return false }
        await pictures.forgetChangedFiles()
        return true
    }
}
