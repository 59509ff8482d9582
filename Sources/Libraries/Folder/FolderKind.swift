extension LibraryKind {
    public static let folder = LibraryKind(
        addresses: .path, example: "A folder, a photo",
        summary: "a folder (each subfolder with pictures is an album), a photo"
    ) { address, resources throws(LibraryOpenFailure) in
        do throws(FolderFailure) {
            let library = try FolderLibrary(
                path: address.bytes, index: resources.pictureIndex, sidecars: resources.sidecars,
                files: resources.files, isWatched: resources.watchesFolders,
                hidesMarkedFolders: resources.hidesMarkedFolders, labelNames: resources.labelNames,
                checkPicture: resources.checkPicture)
            var opened = OpenedLibrary(library)
            opened.photo = library.namedPhoto
            opened.watchCoverage = { library.watchCoverage }
            return opened
        } catch {
            throw .folder(error)
        }
    }
}
