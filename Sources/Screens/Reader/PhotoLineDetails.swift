import Albums
import FoundationEssentials

/// Details for the line of a photo that lists don't provide.
struct PhotoLineDetails: Hashable, Sendable {
    var author: String?
    /// In the camera's local time.
    var taken: Date?
    var locationName: String?
    var size: PictureDimensions?

    init() {}

    /// Reads the details from the photo's file. Remote photos are skipped, since they would have to be fetched.
    init(of photo: Photo, library: any PhotoLibrary, pictures: PicturePort) async {
        guard let source = try? await library.picture(of: photo) else { return }
        if case .remote = source { return }
        size = try? await pictures.dimensions(photo)
        let details = try? await pictures.details(photo)
        author = details?.author
        taken = details?.taken
        locationName = details?.locationName ?? details?.coordinate.map(UserFacingText.coordinate)
    }
}
