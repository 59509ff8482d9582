import Albums
import Synchronization

/// Where the photos of Unsplash are to be had, and of which it was told that they are used.
final class UnsplashPictures: Sendable {
    private let service: UnsplashService
    private let fetch: PictureFetch
    private let pictures = Mutex<[Photo.ID: UnsplashPicture]>([:])
    private let questions = SharedWork<Photo.ID, UnsplashPicture>()
    private let registrations = SharedWork<Photo.ID, String?>()
    /// The URLs of the originals, by the photos whose use was told.
    private let originals = Mutex<[Photo.ID: String?]>([:])

    init(service: UnsplashService, fetch: PictureFetch) {
        self.service = service
        self.fetch = fetch
    }

    /// The photo as everyone knows it; where it is to be had stays here.
    func photo(_ photo: UnsplashPhoto, in album: Album.ID) -> Photo {
        pictures.withLock { $0[photo.id] = photo.picture }
        return photo.photo(in: album)
    }

    /// - Throws: `PictureFailure` when Unsplash does not tell where the picture is, or `CancellationError`.
    func source(of photo: Photo) async throws -> PictureSource {
        let picture = try await picture(of: photo)
        guard picture.url(width: 1) != nil else { throw PictureFailure.unfetched(.notFound(photo.title)) }
        return .remote(
            RemotePicture(width: picture.width, height: picture.height) { [fetch] width, priority in
                guard let url = picture.url(width: width) else {
                    throw PictureFailure.unfetched(.notFound(photo.title))
                }
                return try await fetch.bytes(at: url, priority)
            } fetchOriginal: { [self] onProgress in
                try await original(of: photo, picture, onProgress)
            })
    }

    /// Asks for a photo that was not listed in this run, such as a favorite.
    private func picture(of photo: Photo) async throws -> UnsplashPicture {
        if let known = pictures.withLock({ $0[photo.id] }) { return known }
        do {
            return try await questions.value(for: photo.id) { [self] in
                let found = try await service.get(UnsplashPhoto.self, ["photos", photo.id.rawValue]).answer.picture
                pictures.withLock { $0[photo.id] = found }
                return found
            }
        } catch LibraryFailure.notFound {
            throw PictureFailure.unfetched(.notFound(photo.title))
        } catch let failure as LibraryFailure {
            throw PictureFailure.unfetched(failure)
        }
    }

    private func original(
        of photo: Photo, _ picture: UnsplashPicture, _ onProgress: @escaping @Sendable (TransferProgress) -> Void
    ) async throws -> [UInt8] {
        do {
            guard let url = try await registerDownload(of: photo.id, picture) ?? picture.url(width: .max) else {
                throw LibraryFailure.notFound(photo.title)
            }
            return try await fetch.original(at: url, onProgress: onProgress)
        } catch let failure as LibraryFailure {
            throw PictureFailure.unfetched(failure)
        }
    }

    /// Tells Unsplash that a photo is used, as its guidelines ask; once, however often it is called. The answer is where the
    /// original is.
    private func registerDownload(of photo: Photo.ID, _ picture: UnsplashPicture) async throws -> String? {
        if let known = originals.withLock({ $0[photo] }) { return known }
        return try await registrations.value(for: photo) { [self] in
            let path = ["photos", photo.rawValue, "download"]
            let answer = try await service.get(Lossy<WireDownload>.self, path, picture.downloadQuery).answer
            let url = answer.value?.url
            originals.withLock { $0[photo] = .some(url) }
            return url
        }
    }
}

private struct WireDownload: Decodable, Sendable {
    let url: String
}
