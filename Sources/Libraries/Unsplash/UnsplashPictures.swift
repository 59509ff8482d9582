import Albums
import Synchronization

/// Where the photos that Unsplash listed are to be had, and which were used.
final class UnsplashPictures: Sendable {
    private let service: UnsplashService
    private let fetch: PictureFetch
    private let pictures = Mutex<[Photo.ID: UnsplashPicture]>([:])
    private let registrations = SharedWork<Photo.ID, Void>()
    private let registered = Mutex<Set<Photo.ID>>([])

    init(service: UnsplashService, fetch: PictureFetch) {
        self.service = service
        self.fetch = fetch
    }

    /// The photo as everyone knows it; where it is to be had stays here.
    func photo(_ photo: UnsplashPhoto, in album: Album.ID) -> Photo {
        pictures.withLock { $0[photo.id] = photo.picture }
        return photo.photo(in: album)
    }

    /// - Throws: `PictureFailure` when Unsplash has not told where the picture is.
    func source(of photo: Photo) throws -> PictureSource {
        guard let picture = pictures.withLock({ $0[photo.id] }), picture.url(width: 1) != nil else {
            throw PictureFailure.unfetched(.notFound(photo.title))
        }
        return .remote(
            RemotePicture(width: picture.width, height: picture.height) { [fetch] width, priority in
                guard let url = picture.url(width: width) else {
                    throw PictureFailure.unfetched(.notFound(photo.title))
                }
                return try await fetch.bytes(at: url, priority)
            })
    }

    /// Tells Unsplash that a photo is used, as its guidelines ask; once, however often it is called.
    func registerDownload(of photo: Photo.ID) async throws {
        guard !registered.withLock({ $0.contains(photo) }) else { return }
        let query = pictures.withLock { $0[photo]?.downloadQuery } ?? []
        try await registrations.value(for: photo) { [self] in
            _ = try await service.get(Lossy<String>.self, ["photos", photo.rawValue, "download"], query)
            registered.withLock { _ = $0.insert(photo) }
        }
    }
}
