import Albums
import Basics
import Dispatch
import FoundationEssentials
import Localization
import Pictures
import Screens
import Storage

extension CopyPort {
    /// Creates a port that saves copies of a library's photos as files.
    ///
    /// - Parameters:
    ///   - folder: the default folder; nil for the user's download folder.
    ///   - export: how copies for others are made; nil for exact copies.
    init(library: any PhotoLibrary, folder: String?, export: JPEGExport? = nil) {
        let proposed = folder ?? DownloadFolder.path()
        let folder = HomePath.absolute(proposed, in: FileManager.default.currentDirectoryPath)
        self.init(
            folder: proposed, home: HomePath.ofUser,
            fileName: Self.fileName,
            fileExtension: { photo in
                guard let source = try? await library.picture(of: photo) else { return nil }
                return await DispatchQueue.global().runBlocking { OriginalPicture.fileExtension(of: source) }
            },
            save: { photo, typed, onProgress in
                try await Self.save(photo, of: library, at: typed, in: folder, onProgress: onProgress)
            }, folders: { FolderCompletion.folders(startingWith: $0, in: folder, home: HomePath.ofUser) },
            withoutDots: { path in
                await DispatchQueue.global().runBlocking { FolderPath.withoutDots(path) }
            })
        self.export = export
    }

    /// Saves the original of a photo as a new file, as `save` does.
    ///
    /// - Parameters:
    ///   - folder: the folder in which relative paths begin.
    ///   - includesSidecars: whether to save its sidecars, too.
    ///   - convert: returns the contents of a copy that isn't exact.
    static func save(
        _ photo: Photo, of library: any PhotoLibrary, at typed: String, in folder: String,
        includesSidecars: Bool = true, convert: (@Sendable (EncodedSource) throws -> [UInt8])? = nil,
        onProgress: @escaping @Sendable (TransferProgress) -> Void = { _ in }
    ) async throws -> SavedCopy {
        let source = try await library.picture(of: photo)
        var original = try await OriginalPicture(of: source, onProgress: onProgress)
        try Task.checkCancellation()
        if let convert {
            original = try await DispatchQueue.global().runBlocking { [original] in
                Result { try original.withContents(convert(original.source)) }
            }.get()
        }
        let copy = try await DispatchQueue.global().runCancellable { [original] cancellation in
            try Self.save(
                original, of: photo, at: typed, in: folder, onProgress: onProgress, cancellation: cancellation)
        }
        guard includesSidecars, case .file(let path) = source else { return copy }
        return try await Self.saveSidecars(of: path, beside: copy)
    }

    private static func save(
        _ original: OriginalPicture, of photo: Photo, at typed: String, in folder: String,
        onProgress: @Sendable (TransferProgress) -> Void, cancellation: CancellationFlag
    ) throws -> SavedCopy {
        let path = path(typed, in: folder, for: photo, fileExtensions: original.fileExtensions)
        let parent = path[..<(path.lastIndex(of: "/") ?? path.endIndex)]
        let isInNewFolder = !FileManager.default.fileExists(atPath: String(parent))
        let saved = try write(original, to: path) { written in
            guard !cancellation.isCancelled else { throw CancellationError() }
            onProgress(TransferProgress(received: written, expected: original.size))
        }
        return SavedCopy(path: saved, isNumbered: saved != path, isInNewFolder: isInNewFolder)
    }

    /// Saves the sidecars of a file beside its copy. Skips existing ones: a picture and its RAW file may share one.
    private static func saveSidecars(of path: [UInt8], beside copy: SavedCopy) async throws -> SavedCopy {
        var copy = copy
        for sidecar in await DispatchQueue.global().runBlocking({ SidecarPath.existing(besides: path) }) {
            let original: OriginalPicture
            do {
                original = try await OriginalPicture(of: .file(path: sidecar)) { _ in }
            } catch PictureFailure.empty {
                continue
            }
            let target = SidecarPath.path(forCopyOf: sidecar, of: path, savedAt: Array(copy.path.utf8))
            let targetPath = String(decoding: target, as: UTF8.self)
            copy.sidecarCount += try await DispatchQueue.global().runBlocking {
                let isThere = FileManager.default.contentsEqual(
                    atPath: String(decoding: sidecar, as: UTF8.self), andPath: targetPath)
                if !isThere { _ = try write(original, to: targetPath) { _ in } }
                return isThere ? 0 : 1
            }
        }
        return copy
    }

    /// Writes a new file, and returns its path, which may be numbered.
    ///
    /// - Parameter onProgress: receives the number of bytes written so far; may throw to stop.
    private static func write(
        _ original: OriginalPicture, to path: String, onProgress: (_ written: Int) throws -> Void
    ) throws -> String {
        do {
            let file = try NewFile(at: path, size: original.size)
            var written = 0
            try original.read { bytes in
                try file.write(bytes)
                written += bytes.count
                try onProgress(written)
            }
            return try file.publish(modified: original.modified)
        } catch let failure as StorageFailure {
            throw CopyFailure(reason: failure.reason, isOfName: failure.isOfName)
        }
    }

    /// Returns a file name made from the photo's title: no slashes, control characters, or leading dots and spaces.
    private static func fileName(of photo: Photo) -> String {
        let characters = photo.title.unicodeScalars.map { scalar in
            scalar == "/" || scalar.properties.generalCategory == .control ? " " : Character(scalar)
        }
        var name = String(characters.prefix(maxNameBytes)).drop { $0 == "." || $0 == " " }
        while name.utf8.count > maxNameBytes { name.removeLast() }
        return name.isEmpty ? localized("Photo") : String(name)
    }

    /// The maximum length of a name in bytes. Most file systems allow 255; the rest is for an extension and a number.
    private static let maxNameBytes = 200

    /// Returns the absolute path for a copy. A relative path begins in `folder`, the one proposed to the user. If
    /// `typed` names a folder, appends the photo's default name.
    ///
    /// If the name's extension doesn't match the content, appends the first of `fileExtensions`: a service's photo may
    /// be titled `install.sh`, and the last part of `10.20.30` is no extension.
    private static func path(_ typed: String, in folder: String, for photo: Photo, fileExtensions: [String]) -> String {
        var absolute = HomePath.absolute(typed, in: folder)
        // The user deleted the proposed name but not its extension: treat `folder/.jpg` as `folder/`.
        if let ending = fileExtensions.first(where: { absolute.hasSuffix("/." + $0) }) {
            absolute.removeLast(ending.count + 1)
        }
        var isFolder = false
        if absolute.hasSuffix("/")
            || FileManager.default.fileExists(atPath: absolute, isDirectory: &isFolder) && isFolder
        {
            while absolute.hasSuffix("/") { absolute.removeLast() }
            absolute += "/" + fileName(of: photo)
        }
        let name = absolute.split(separator: "/").last?.lowercased() ?? ""
        guard let preferred = fileExtensions.first,
            !fileExtensions.contains(where: { name.hasSuffix("." + $0.lowercased()) })
        else { return absolute }
        return "\(absolute).\(preferred)"
    }
}
