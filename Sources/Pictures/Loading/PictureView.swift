import CellArt

/// A part of a photo as cells, in one stage of its becoming sharp.
public struct PictureView: Sendable {
    public let picture: CellPicture
    /// Whether it has all the detail that the cells can show.
    public let isSharp: Bool
    /// Whether the photo's data ended before the picture did, so that a part of it is missing.
    public var isCut = false
}
