import Albums
import FoundationEssentials
import Pictures
import Screens
import Storage

extension CopyPort {
    /// Copies of a library's photos as files, in the folder `Pictures` at home unless a person says otherwise.
    init(library: any PhotoLibrary) {
        self.init(
            suggestedPath: { "~/Pictures/" + Self.fileName(of: $0) },
            save: { photo, path, onProgress in
                let original = try await OriginalPicture(of: library.picture(of: photo), onProgress: onProgress)
                do throws(StorageFailure) {
                    let path = Self.absolute(path, fileExtension: original.fileExtension)
                    return try NewFile.write(original.bytes, to: path)
                } catch {
                    throw PictureFailure.unreadable(reason: error.reason)
                }
            })
    }

    /// A title may hold what a file name cannot.
    private static func fileName(of photo: Photo) -> String {
        let characters = photo.title.unicodeScalars.map { scalar in
            scalar == "/" || scalar.properties.generalCategory == .control ? " " : Character(scalar)
        }
        let name = String(characters.prefix(60)).drop { $0 == "." || $0 == " " }
        return name.isEmpty ? "Photo" : String(name)
    }

    private static var home: String {
        ProcessInfo.processInfo.environment["HOME"] ?? FileManager.default.homeDirectoryForCurrentUser.path
    }

    private static func absolute(_ typed: String, fileExtension: String?) -> String {
        let path = typed.hasPrefix("~/") ? home + typed.dropFirst() : typed
        let absolute = path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
        // The last part of a title such as `No. 5` is no extension, but a short word without spaces is taken for one.
        let ending = absolute.split(separator: "/").last?.split(separator: ".").dropFirst().last
        if let ending, ending.count <= 4, ending.allSatisfy({ $0.isLetter || $0.isNumber }) { return absolute }
        return fileExtension.map { "\(absolute).\($0)" } ?? absolute
    }
}
