/// A list of photos in a library.
public enum PhotoList: Hashable, Sendable {
    case album(Album.ID)
    /// The photos of a folder and of all folders below it, oldest first; only libraries with folders have it. The ID is
    /// that of the `AlbumFolder`, or of the album with the pictures of the folder itself.
    case folder(Album.ID)
    /// All photos that the library shows, newest first if it knows their dates.
    case feed
    /// The photos that the service keeps as favorites, newest first; only libraries with
    /// `Capabilities.hasFavorites` have it.
    case favorites
    /// Photos that one tile stands for, usually oldest first; only libraries whose photos have a `Photo.burst` have it.
    case burst([Photo.ID])
    /// The results of the library's own search; services only.
    case searchResults(for: String)
}
