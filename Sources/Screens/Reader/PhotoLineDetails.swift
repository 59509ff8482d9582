import Albums
import FoundationEssentials

/// What the line of a photo tells that lists do not.
struct PhotoLineDetails: Hashable, Sendable {
    var author: String?
    /// By the camera's clock.
    var taken: Date?
    var place: String?
    var size: PictureDimensions?

    init() {}

    /// Asks the photo's file; a photo that would have to be fetched for that is not worth it.
    init(of photo: Photo, library: any PhotoLibrary, pictures: PicturePort) async {
        guard let source = try? await library.picture(of: photo) else { return }
        if case .remote = source { return }
        size = try? await pictures.dimensions(photo)
        let details = try? await pictures.details(photo)
        author = details?.author
        taken = details?.taken
        place = details?.place ?? details?.coordinate.map(Words.coordinate)
    }
}
