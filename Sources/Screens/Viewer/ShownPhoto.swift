import Albums
import CellArt

/// The photo currently displayed in the viewer.
public struct ShownPhoto: Sendable {
    /// Nil until the photo's size is known.
    public var viewport: Viewport?
    public var picture: CellPicture?
    /// The photo in the picture. The previous photo's picture stays until a newer one is ready.
    public var pictured: Photo.ID?
    /// Whether the picture is a placeholder without any pixels of the photo.
    public var isPlaceholder = false
    /// Whether part of the photo is missing because its file is truncated or damaged.
    public var isTruncated = false
    /// Why the photo could not be shown, or not in full resolution.
    public var failure: String?
}
