import Albums
import Synchronization

/// The picture URLs of a service's photos.
final class JSONPlaceholderPictures: Sendable {
    /// The URLs of a photo's picture.
    private struct Location: Sendable {
        let picture: String
        let thumbnail: String?
    }

    /// The width of JSONPlaceholder's thumbnails, in pixels.
    private static let thumbnailWidth = 150

    private let address: ServiceAddress
    private let imageHosts: [ImageHostRule]
    private let fetch: PictureFetch
    private let locations = Mutex<[Photo.ID: Location]>([:])

    init(address: ServiceAddress, imageHosts: [ImageHostRule], fetch: PictureFetch) {
        self.address = address
        self.imageHosts = imageHosts
        self.fetch = fetch
    }

    /// Converts a photo to the domain type, and remembers its URLs.
    func photo(_ photo: JSONPlaceholderPhoto, in album: Album.ID?) -> Photo {
        let url = photo.url.flatMap(address.resolved)?.text
        if let url {
            let location = Location(picture: url, thumbnail: photo.thumbnailURL.flatMap(address.resolved)?.text)
            locations.withLock { $0[photo.id] = location }
        }
        let described = url.flatMap(described)
        return Photo(
            id: photo.id, albumID: photo.albumID ?? album ?? Album.ID(""), title: photo.title, tags: photo.tags,
            description: photo.description, aspect: described?.aspect, placeholder: described?.placeholder, link: url)
    }

    /// - Throws: `PictureFailure` if the service did not provide a URL.
    func source(of photo: Photo) throws -> PictureSource {
        let loaded = locations.withLock { $0[photo.id] }
        guard let location = loaded ?? photo.link.map({ Location(picture: $0, thumbnail: nil) }) else {
            throw PictureFailure.noPicture
        }
        if let described = described(by: location.picture) { return .generated(described.generated) }
        let picture = replaced(location.picture) ?? (location.picture, false)
        let thumbnail = location.thumbnail.map { replaced($0) ?? ($0, false) } ?? picture
        return .remote(
            RemotePicture(size: nil) { [fetch] width, priority in
                let (url, isHostOfUser) = width <= Self.thumbnailWidth ? thumbnail : picture
                return try await fetch.bytes(at: url, isHostOfUser: isHostOfUser, priority)
            } fetchOriginal: { [fetch] onProgress in
                try await fetch.original(at: picture.url, isHostOfUser: picture.isHostOfUser, onProgress: onProgress)
            })
    }

    /// Returns the picture described by a placeholder URL; nil if the URL must be fetched.
    private func described(by url: String) -> PlaceholderPicture? {
        replaced(url) == nil ? PlaceholderPicture(url: url) : nil
    }

    private func replaced(_ url: String) -> (url: String, isHostOfUser: Bool)? {
        imageHosts.lazy.compactMap { rule in rule.replaced(url).map { ($0, rule.namesHost) } }.first
    }
}
