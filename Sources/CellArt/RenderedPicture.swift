/// A picture in the form in which the terminal shows it. Screens place it on a surface without knowing which.
public enum RenderedPicture: Sendable, Equatable {
    case cells(CellPicture)
    case pixels(PixelPicture)

    public var columns: Int {
        switch self {
        case .cells(let picture): picture.columns
        case .pixels(let picture): picture.columns
        }
    }

    public var rows: Int {
        switch self {
        case .cells(let picture): picture.rows
        case .pixels(let picture): picture.rows
        }
    }
}

/// A picture made of pixels, for terminals with a graphics protocol. Pictures with the same identity are equal.
public struct PixelPicture: Sendable, Equatable {
    /// Identifies the pixels, so that a terminal that has them already needn't receive them again.
    public let id: String
    public let bitmap: Bitmap
    /// The size on the screen, in cells.
    public let columns: Int
    public let rows: Int

    public init(id: String, bitmap: Bitmap, columns: Int, rows: Int) {
        self.id = id
        self.bitmap = bitmap
        self.columns = columns
        self.rows = rows
    }

    public static func == (left: PixelPicture, right: PixelPicture) -> Bool {
        left.id == right.id && left.columns == right.columns && left.rows == right.rows
    }
}

/// Part of a photo at one stage of progressive refinement.
public struct ViewedPicture: Sendable {
    public let picture: RenderedPicture
    /// Whether it has all the detail of the request. Otherwise a better version follows.
    public let isSharp: Bool
    /// Whether part of the photo is missing because its file is truncated or damaged.
    public let isTruncated: Bool

    public init(picture: RenderedPicture, isSharp: Bool, isTruncated: Bool = false) {
        self.picture = picture
        self.isSharp = isSharp
        self.isTruncated = isTruncated
    }
}
