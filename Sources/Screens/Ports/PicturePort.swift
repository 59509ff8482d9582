import Albums
import CellArt

/// What screens need of the world of pixels: photos already drawn in cells, worked out off the main actor.
///
/// Every call throws a `PictureFailure` when the photo cannot be shown, and ends early when its task is cancelled.
public struct PicturePort: Sendable {
    /// Draws a photo in so many columns and rows; without filling them, the result may be smaller in one direction.
    public var tile: @Sendable (_ photo: Photo, _ request: TileRequest) async throws -> CellPicture
    /// What stands for a photo until its tile has come, drawn at once; nil when nothing is known of it.
    public var placeholder: @Sendable (_ photo: Photo, _ request: TileRequest) -> CellPicture?
    /// Draws a photo at once from what is in memory; nil when nothing is.
    public var glance: @Sendable (_ photo: Photo, _ request: TileRequest) -> CellPicture?
    /// The photo's size in pixels, upright.
    public var dimensions: @Sendable (_ photo: Photo) async throws -> PictureDimensions
    /// Width divided by height of a photo, as far as that is told without fetching it; nil where it is not.
    public var aspect: @Sendable (_ photo: Photo) async -> Double?
    /// What the photo's file tells of how it was taken.
    public var details: @Sendable (_ photo: Photo) async throws -> PhotoDetails
    /// What a photo on the screen was drawn from; nil when it was not drawn lately.
    public var shownPixels: @Sendable (_ photo: Photo) -> ShownPixels?
    /// Draws part of a photo: first from what is at hand, then sharp.
    public var view: @Sendable (_ photo: Photo, _ request: ViewRequest) -> AsyncThrowingStream<ViewedPicture, any Error>
    /// Cancels the decode for a view that was cancelled; otherwise it goes on, for a view of another part of the photo.
    public var cancelViews: @Sendable () -> Void
    /// A photo that moves; nil for one that stands still.
    public var animation: @Sendable (_ photo: Photo) async throws -> PhotoAnimation?
    /// Drops what is in memory of photos whose files have changed.
    public var forgetChangedFiles: @Sendable () async -> Void

    public init(
        tile: @escaping @Sendable (_ photo: Photo, _ request: TileRequest) async throws -> CellPicture,
        placeholder: @escaping @Sendable (_ photo: Photo, _ request: TileRequest) -> CellPicture?,
        glance: @escaping @Sendable (_ photo: Photo, _ request: TileRequest) -> CellPicture?,
        dimensions: @escaping @Sendable (_ photo: Photo) async throws -> PictureDimensions,
        aspect: @escaping @Sendable (_ photo: Photo) async -> Double?,
        details: @escaping @Sendable (_ photo: Photo) async throws -> PhotoDetails,
        shownPixels: @escaping @Sendable (_ photo: Photo) -> ShownPixels?,
        view:
            @escaping @Sendable (_ photo: Photo, _ request: ViewRequest) -> AsyncThrowingStream<
                ViewedPicture, any Error
            >,
        cancelViews: @escaping @Sendable () -> Void,
        animation: @escaping @Sendable (_ photo: Photo) async throws -> PhotoAnimation?,
        forgetChangedFiles: @escaping @Sendable () async -> Void = {}
    ) {
        self.tile = tile
        self.placeholder = placeholder
        self.glance = glance
        self.dimensions = dimensions
        self.aspect = aspect
        self.details = details
        self.shownPixels = shownPixels
        self.view = view
        self.cancelViews = cancelViews
        self.animation = animation
        self.forgetChangedFiles = forgetChangedFiles
    }
}

/// A thumbnail that is wanted.
public struct TileRequest: Hashable, Sendable {
    public var columns: Int
    public var rows: Int
    public var style: ArtStyle
    /// Whether the box is to be full, with the middle of the photo; else all of the photo is in it.
    public var fills: Bool
    /// Whether the tile is on the screen now; else it is about to be.
    public var isVisible: Bool

    public init(columns: Int, rows: Int, style: ArtStyle, fills: Bool = false, isVisible: Bool = true) {
        self.columns = columns
        self.rows = rows
        self.style = style
        self.fills = fills
        self.isVisible = isVisible
    }
}

/// A part of a photo that is wanted, to fill so many cells.
public struct ViewRequest: Hashable, Sendable {
    /// In pixels of the photo, upright and then turned; may reach beyond the photo, where cells stay empty.
    public var part: PixelRect
    public var rotation: Rotation
    public var columns: Int
    public var rows: Int
    public var style: ArtStyle

    public init(part: PixelRect, rotation: Rotation = .none, columns: Int, rows: Int, style: ArtStyle) {
        self.part = part
        self.rotation = rotation
        self.columns = columns
        self.rows = rows
        self.style = style
    }
}

/// A part of a photo in cells.
public struct ViewedPicture: Sendable {
    public let picture: CellPicture
    /// Whether it was sampled at the resolution that was asked for; else something better follows.
    public let isSharp: Bool
    /// Whether a part of the photo is missing because its file is damaged.
    public let isCut: Bool

    public init(picture: CellPicture, isSharp: Bool, isCut: Bool = false) {
        self.picture = picture
        self.isSharp = isSharp
        self.isCut = isCut
    }
}

/// A size in pixels; each side is at least one.
public struct PictureDimensions: Hashable, Sendable {
    public let width: Int
    public let height: Int

    public init(width: Int, height: Int) {
        self.width = max(1, width)
        self.height = max(1, height)
    }
}
