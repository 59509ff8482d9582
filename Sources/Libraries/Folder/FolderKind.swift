extension LibraryKind {
    public static let folder = LibraryKind(
        addresses: .path, example: "A folder, a photo",
        summary: "a folder (each subfolder with pictures is an album), a photo"
    ) { address, resources throws(LibraryOpenFailure) in
        do throws(FolderFailure) {
            let library = try FolderLibrary(
                path: address.bytes, resources.folders, checkPicture: resources.checkPicture)
            var opened = OpenedLibrary(library)
            opened.photo = library.namedPhoto
            opened.watchCoverage = { library.watchCoverage }
            return opened
        } catch {
            throw .folder(error)
        }
    }
}
