import Albums
import CellArt

/// What is seen of the photo on the terminal.
public struct ShownPhoto: Sendable {
    /// Nil until the photo's size is known.
    public var viewport: Viewport?
    public var picture: CellPicture?
    /// Whose picture it is; that of the photo before stays until there is a better one.
    public var pictured: Photo.ID?
    /// Whether the picture only stands for the photo until there are pixels of it.
    public var isPlaceholder = false
    /// Whether a part of the photo is missing because its file is damaged.
    public var isCut = false
    /// Why the photo cannot be shown, or not sharper than it is.
    public var failure: String?
}
