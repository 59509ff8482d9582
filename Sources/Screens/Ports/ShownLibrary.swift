import Albums

/// A library together with its pictures.
public struct ShownLibrary: Sendable {
    public let library: any PhotoLibrary
    public let pictures: PicturePort

    public init(library: any PhotoLibrary, pictures: PicturePort) {
        self.library = library
        self.pictures = pictures
    }

    /// Rereads data that other programs may have changed.
    /// - Returns: Whether the library had anything to reread.
    func refresh() async -> Bool {
        guard await library.refresh() else { return false }
        await pictures.forgetChangedFiles()
        return true
    }
}
