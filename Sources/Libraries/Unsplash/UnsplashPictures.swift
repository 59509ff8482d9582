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

    /// Where a photo's picture is to be had; of one that was not listed in this run, that is asked with the first fetch.
    func source(of photo: Photo) -> PictureSource {
        let listed = pictures.withLock { $0[photo.id] }
        return .remote(
            RemotePicture(width: listed?.width, height: listed?.height) { [self] width, priority in
                guard let url = try await picture(of: photo).url(width: width) else { throw PictureFailure.absent }
                return try await fetch.bytes(at: url, priority)
            } fetchOriginal: { [self] onProgress in
                try await original(of: photo, onProgress)
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
        of photo: Photo, _ onProgress: @escaping @Sendable (TransferProgress) -> Void
    ) async throws -> [UInt8] {
        let picture = try await picture(of: photo)
        do {
            guard let url = try await registerDownload(of: photo.id, picture) ?? picture.url(width: .max) else {
                throw PictureFailure.absent
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
            let answer = try await service.get(
                Lossy<WireDownload>.self, path, picture.downloadQuery, kind: .report
            ).answer
            let url = answer.value?.url
            originals.withLock { $0[photo] = .some(url) }
            return url
        }
    }
}

private struct WireDownload: Decodable, Sendable {
    let url: String
}
