import Albums
import Basics

/// The pictures of a server's photos, in its three sizes and as originals.
struct ImmichPictures: Sendable {
    let service: ImmichService
    let known: ImmichAssetCache

    /// A size in which servers keep pictures: 250 and 1440 pixels on the shorter side, and all pixels.
    private enum Size: String {
        case thumbnail, preview, fullsize

        /// Returns the smallest size that is enough for a width. A thumbnail may be stretched a little: a preview has
        /// thirty times its bytes.
        init(width: Int, aspect: Double) {
            let shortSide = Double(width) / max(1, aspect)
            self = shortSide <= 1.5 * 250 ? .thumbnail : shortSide <= 1440 ? .preview : .fullsize
        }
    }

    func source(of photo: Photo) -> PictureSource {
        // Without a size, the viewer zooms into the preview; videos have no larger picture.
        let size = photo.video == nil ? ImmichAsset.ID(photo.id.rawValue).flatMap { known.facts(of: $0)?.size } : nil
        return .remote(
            RemotePicture(size: size) { width, priority in
                let needed = Size(width: width, aspect: photo.aspect ?? 1)
                return try await fetch(photo, size == nil && needed == .fullsize ? .preview : needed, priority)
            } fetchOriginal: { onProgress in
                try await original(of: photo, onProgress)
            })
    }

    private func fetch(_ photo: Photo, _ size: Size, _ priority: LoadPriority) async throws -> FetchedBytes {
        let connection = try await connection()
        if case .person(let id) = ImmichAlbumID(Album.ID(photo.id.rawValue)) {
            return try await connection.pictures.bytes(
                at: connection.json.address.url(["people", id, "thumbnail"]), priority)
        }
        var query = [(name: "size", value: size.rawValue)]
        if connection.version.editsPictures { query.append(("edited", "true")) }
        // The URL stays when the picture changes. Full sizes are redirected with it to where it is unknown.
        if size != .fullsize { query.append(("c", String(photo.version))) }
        do {
            return try await connection.pictures.bytes(
                at: connection.json.address.url(["assets", photo.id.rawValue, "thumbnail"], query), priority)
        } catch PictureFailure.downloadFailed(.errorResponse(_, 404, _)) {
            // A small size may be missing.
            guard size != .preview else { throw PictureFailure.noPicture }
            return try await fetch(photo, .preview, priority)
        } catch PictureFailure.downloadFailed(.permissionMissing) where size == .fullsize {
            return try await fetch(photo, .preview, priority)
        } catch PictureFailure.downloadFailed(.gone) where size == .fullsize {
            return try await fetch(photo, .preview, priority)
        }
    }

    private func original(
        of photo: Photo, _ onProgress: @escaping @Sendable (TransferProgress) -> Void
    ) async throws -> [UInt8] {
        let connection = try await connection()
        let query = connection.version.editsPictures ? [(name: "edited", value: "true")] : []
        return try await connection.pictures.original(
            at: connection.json.address.url(["assets", photo.id.rawValue, "original"], query), onProgress: onProgress)
    }

    private func connection() async throws -> ImmichService.Connection {
        do {
            return try await service.connection()
        } catch let failure as LibraryFailure {
            throw PictureFailure.downloadFailed(failure)
        }
    }
}
