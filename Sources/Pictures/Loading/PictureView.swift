import CellArt

/// Part of a photo as cells, at one stage of progressive refinement.
public struct PictureView: Sendable {
    public let picture: CellPicture
    /// Whether it has all the detail that the cells can show.
    public let isSharp: Bool
    /// Whether the data is truncated, so that part of the photo is missing.
    public var isTruncated = false
}
