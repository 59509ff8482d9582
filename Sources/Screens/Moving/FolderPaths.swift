import Albums
import Basics

/// The paths of folders as the user types and reads them: `~` is the home folder, and a relative path begins in the folder of
/// the photo.
struct FolderPaths: Sendable {
    let home: String
    /// The folder of the photo, with a trailing slash; that of the user if its path isn't UTF-8.
    private let folder: String

    init(home: String, photo: Photo) {
        self.home = home
        let path = photo.file?.lastIndex(of: UInt8(ascii: "/")).flatMap { end in
            photo.file.flatMap { String(validating: $0[...end], as: UTF8.self) }
        }
        folder = path ?? home + "/"
    }

    /// The path that the user continues.
    var start: String { HomePath.abbreviated(folder, home: home) }

    /// Returns the absolute path of a typed one, without a trailing slash.
    func absolute(_ typed: String) -> String {
        var path = HomePath.absolute(typed, in: folder, home: home)
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        return path
    }
}
