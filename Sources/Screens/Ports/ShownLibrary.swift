import Albums

/// A library, and its pictures as screens need them.
public struct ShownLibrary: Sendable {
    public let library: any PhotoLibrary
    public let pictures: PicturePort

    public init(library: any PhotoLibrary, pictures: PicturePort) {
        self.library = library
        self.pictures = pictures
    }

    /// Reads again what may have been changed by others since.
    /// - Returns: whether there was anything to read.
    func refresh() async -> Bool {
        guard await library.refresh() else { return false }
        await pictures.forgetChangedFiles()
        return true
    }
}
