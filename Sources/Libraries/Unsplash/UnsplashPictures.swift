import Albums
import Basics
import Synchronization

/// The pictures of Unsplash photos, and the downloads already reported.
final class UnsplashPictures: Sendable {
    private let service: UnsplashService
    private let fetch: PictureFetch
    private let pictures = Mutex<[Photo.ID: UnsplashPicture]>([:])
    private let requests = SharedWork<Photo.ID, UnsplashPicture>()
    private let registrations = SharedWork<Photo.ID, String?>()
    /// The URLs of the originals, by photo, for reported downloads.
    private let originals = Mutex<[Photo.ID: String?]>([:])

    init(service: UnsplashService, fetch: PictureFetch) {
        self.service = service
        self.fetch = fetch
    }

    /// Converts a photo to the domain type, and remembers its URLs.
    func photo(_ photo: UnsplashPhoto, in album: Album.ID) -> Photo {
        pictures.withLock { $0[photo.id] = photo.picture }
        return photo.photo(in: album)
    }

    /// Returns the source of a photo. If the photo was not listed in this run, its first fetch requests its URLs.
    func source(of photo: Photo) -> PictureSource {
        let listed = pictures.withLock { $0[photo.id] }
        return .remote(
            RemotePicture(size: listed?.size) { [self] width, priority in
                guard let url = try await picture(of: photo).url(width: width) else { throw PictureFailure.noPicture }
                return try await fetch.bytes(at: url, priority)
            } fetchOriginal: { [self] onProgress in
                try await original(of: photo, onProgress)
            })
    }

    /// Returns the URLs of a photo; requests them if it was not listed in this run, such as a favorite.
    private func picture(of photo: Photo) async throws -> UnsplashPicture {
        if let loaded = pictures.withLock({ $0[photo.id] }) { return loaded }
        do {
            return try await requests.value(for: photo.id) { [self] in
                let found = try await service.get(UnsplashPhoto.self, ["photos", photo.id.rawValue]).body.picture
                pictures.withLock { $0[photo.id] = found }
                return found
            }
        } catch LibraryFailure.notFound {
            throw PictureFailure.downloadFailed(.notFound(photo.title))
        } catch let failure as LibraryFailure {
            throw PictureFailure.downloadFailed(failure)
        }
    }

    private func original(
        of photo: Photo, _ onProgress: @escaping @Sendable (TransferProgress) -> Void
    ) async throws -> [UInt8] {
        let picture = try await picture(of: photo)
        do {
            guard let url = try await registerDownload(of: photo.id, picture) ?? picture.url(width: .max) else {
                throw PictureFailure.noPicture
            }
            return try await fetch.original(at: url, onProgress: onProgress)
        } catch let failure as LibraryFailure {
            throw PictureFailure.downloadFailed(failure)
        }
    }

    /// Reports a download to Unsplash once per photo, as its guidelines require; returns the URL of the original.
    private func registerDownload(of photo: Photo.ID, _ picture: UnsplashPicture) async throws -> String? {
        if let loaded = originals.withLock({ $0[photo] }) { return loaded }
        return try await registrations.value(for: photo) { [self] in
            let path = ["photos", photo.rawValue, "download"]
            let body = try await service.get(
                Lossy<WireDownload>.self, path, picture.downloadQuery, kind: .report
            ).body
            let url = body.value?.url.text
            originals.withLock { $0[photo] = .some(url) }
            return url
        }
    }
}

private struct WireDownload: Decodable, Sendable {
    let url: WebURL
}
