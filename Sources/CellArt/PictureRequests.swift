import Basics

/// A request for a thumbnail.
public struct TileRequest: Hashable, Sendable {
    public var columns: Int
    public var rows: Int
    public var style: ArtStyle
    /// Whether the photo is center-cropped to fill the box. Otherwise all of it fits within.
    public var fills: Bool
    /// Whether the tile is on the screen now. Otherwise it is a prefetch.
    public var isVisible: Bool

    public init(columns: Int, rows: Int, style: ArtStyle, fills: Bool = false, isVisible: Bool = true) {
        self.columns = columns
        self.rows = rows
        self.style = style
        self.fills = fills
        self.isVisible = isVisible
    }
}

/// A part of the screen that shows one photo at a time. Photos in different panes load independently.
public struct Pane: Hashable, Sendable {
    public let index: Int

    public init(_ index: Int) {
        self.index = index
    }

    /// The only pane of a screen that shows one photo.
    public static let first = Pane(0)
}

/// A request for part of a photo, drawn at a given number of columns and rows.
public struct ViewRequest: Hashable, Sendable {
    /// In pixels of the photo, upright and then rotated. Cells for areas beyond the photo stay empty.
    public var part: PixelRect
    public var rotation: Rotation
    public var columns: Int
    public var rows: Int
    public var style: ArtStyle
    /// Where the photo is shown.
    public var pane: Pane
    /// The pixels to return beside the sharp picture.
    public var samples: ViewSample.Parts = []
    /// Whether edges that are in focus are marked.
    public var showsPeaking = false

    /// Whether it shows nothing of any photo.
    public var isEmpty: Bool { part.width <= 0 || part.height <= 0 || columns <= 0 || rows <= 0 }

    public init(
        part: PixelRect, rotation: Rotation = .none, columns: Int, rows: Int, style: ArtStyle, pane: Pane = .first
    ) {
        self.part = part
        self.rotation = rotation
        self.columns = columns
        self.rows = rows
        self.style = style
        self.pane = pane
    }
}
