import Albums
import FoundationEssentials
import Localization
import Pictures
import Screens
import Storage

extension CopyPort {
    /// Copies of a library's photos as files.
    ///
    /// - Parameter folder: where they go unless a person says otherwise; nil for the folder of downloads.
    init(library: any PhotoLibrary, folder: String?) {
        self.init(
            folder: folder ?? DownloadFolder.path(),
            fileName: Self.fileName,
            save: { photo, typed, onProgress in
                let original = try await OriginalPicture(of: library.picture(of: photo), onProgress: onProgress)
                try Task.checkCancellation()
                let path = Self.path(typed, for: photo, fileExtension: original.fileExtension)
                do throws(StorageFailure) {
                    let saved = try NewFile.write(original.bytes, to: path)
                    return SavedCopy(path: saved, isNumbered: saved != path)
                } catch {
                    throw CopyFailure(reason: error.reason)
                }
            }, folders: { FolderCompletion.folders(startingWith: $0, home: Self.home) })
    }

    /// A title may hold what a file name cannot.
    private static func fileName(of photo: Photo) -> String {
        let characters = photo.title.unicodeScalars.map { scalar in
            scalar == "/" || scalar.properties.generalCategory == .control ? " " : Character(scalar)
        }
        var name = String(characters.prefix(longestName)).drop { $0 == "." || $0 == " " }
        while name.utf8.count > longestName { name.removeLast() }
        return name.isEmpty ? localized("Photo") : String(name)
    }

    /// In bytes: a file name has up to 255, and an extension and a number may follow.
    private static let longestName = 200

    private static var home: String {
        ProcessInfo.processInfo.environment["HOME"] ?? FileManager.default.homeDirectoryForCurrentUser.path
    }

    /// The absolute path of the file; a folder's name is followed by the photo's own.
    private static func path(_ typed: String, for photo: Photo, fileExtension: String?) -> String {
        let path = typed == "~" || typed.hasPrefix("~/") ? home + typed.dropFirst() : typed
        var absolute = path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
        var isFolder = false
        if absolute.hasSuffix("/")
            || FileManager.default.fileExists(atPath: absolute, isDirectory: &isFolder) && isFolder
        {
            while absolute.hasSuffix("/") { absolute.removeLast() }
            absolute += "/" + fileName(of: photo)
        }
        // The last part of a title such as `No. 5` is no extension, but a short word without spaces is taken for one.
        let ending = absolute.split(separator: "/").last?.split(separator: ".").dropFirst().last
        if let ending, ending.count <= 4, ending.allSatisfy({ $0.isLetter || $0.isNumber }) { return absolute }
        return fileExtension.map { "\(absolute).\($0)" } ?? absolute
    }
}
