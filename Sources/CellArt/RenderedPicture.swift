/// A picture in the form in which the terminal shows it. Screens place it on a surface without knowing which.
public enum RenderedPicture: Sendable, Equatable {
    case cells(CellPicture)
    case pixels(PixelPicture)

    public var columns: Int { cells.columns }

    public var rows: Int { cells.rows }

    /// The picture as cells, which stand for pixels until the terminal shows them.
    public var cells: CellPicture {
        switch self {
        case .cells(let picture): picture
        case .pixels(let picture): picture.cells
        }
    }
}

/// A picture for terminals with a graphics protocol: cells that are shown at once, and the pixels that replace them once
/// the terminal has received them. Pictures with the same identity are equal.
public struct PixelPicture: Sendable, Equatable {
    public let identity: PixelIdentity
    public let role: Role
    /// The minimum number of pixels, across and down, that show one pixel of the source. Dividing the width and the
    /// height by it loses no detail.
    public let enlargement: Int
    public let cells: CellPicture
    /// The columns and rows that `bitmap` covers: `cells.shown`.
    public let shown: (columns: Range<Int>, rows: Range<Int>)
    /// Draws the pixels of the columns and rows in `shown`, with transparency where its cells are blank; nil if they are
    /// no longer in memory. Takes milliseconds, so call it off the main actor.
    public let bitmap: @Sendable () -> Bitmap?

    /// How long a picture stays on the screen.
    public enum Role: Sendable {
        /// As long as the user wants.
        case still
        /// Until a better version is ready.
        case preview
        /// Until the next frame of an animation.
        case frame
    }

    /// The maximum width and height in pixels, which is kitty's.
    public static let maxSide = 10_000

    /// - Parameter content: the part of the identity that differs between pictures of the same crop.
    public init(
        of crop: PhotoCrop, content: some Hashable & Sendable, role: Role = .still, enlargement: Int = 1,
        cells: CellPicture, bitmap: @escaping @Sendable () -> Bitmap?
    ) {
        self.role = role
        self.enlargement = enlargement
        self.cells = cells
        shown = cells.shown
        identity = PixelIdentity(
            view: PixelView(
                crop: crop, columns: cells.columns, rows: cells.rows, shownColumns: shown.columns,
                shownRows: shown.rows),
            content: OpaqueID(content))
        self.bitmap = bitmap
    }

    /// The size on the screen, in cells.
    public var columns: Int { cells.columns }
    public var rows: Int { cells.rows }

    /// Until the pixels have arrived, older ones of the same view take their place.
    public var view: PixelView { identity.view }

    public static func == (left: PixelPicture, right: PixelPicture) -> Bool {
        left.identity == right.identity
    }
}

extension CellPicture {
    /// The smallest ranges of columns and rows that contain all cells that aren't blank.
    public var shown: (columns: Range<Int>, rows: Range<Int>) {
        cells.indices.filter { !cells[$0].isBlank }.bounds(columns: columns)
    }
}

extension [Int] {
    /// The columns and rows that cells span, given their ascending indices in a grid; empty without cells.
    /// - Parameter columns: the number of columns of the grid.
    public func bounds(columns: Int) -> (columns: Range<Int>, rows: Range<Int>) {
        guard let first, let last else { return (0..<0, 0..<0) }
        let left = reduce(columns) { Swift.min($0, $1 % columns) }
        let right = reduce(0) { Swift.max($0, $1 % columns) }
        return (left..<right + 1, first / columns..<last / columns + 1)
    }
}

extension ArtCell {
    /// Whether only the background of the screen shows.
    public var isBlank: Bool { background == .terminal && glyph == " " }
}

/// Part of a photo at one stage of progressive refinement.
public struct ViewedPicture: Sendable {
    public let picture: RenderedPicture
    /// Whether it has all the detail of the request. Otherwise a better version follows.
    public let isSharp: Bool
    /// Whether part of the photo is missing because its file is truncated or damaged.
    public let isTruncated: Bool
    /// The requested pixels; nil without any, or if the picture isn't sharp.
    public let sample: ViewSample?

    public init(picture: RenderedPicture, isSharp: Bool, isTruncated: Bool = false, sample: ViewSample? = nil) {
        self.picture = picture
        self.isSharp = isSharp
        self.isTruncated = isTruncated
        self.sample = sample
    }
}
