import Albums

/// What is known of a photo only when asked for.
struct PhotoInformation: Sendable {
    let details: PhotoDetails
    let size: Result<PictureDimensions, any Error>
    /// Nil when the library cannot tell.
    let source: PictureSource?
    let pixels: ShownPixels?

    /// Why there is only a thumbnail of a favorite; nil where there is more.
    var missingOriginal: PictureFailure? {
        if case .remote(let picture) = source { picture.missingOriginal } else { nil }
    }

    /// Asks the library and the picture's file; what one of them cannot tell is left out.
    init(of photo: Photo, in shown: ShownLibrary) async {
        // As it is now: to look into the file may put others in memory.
        pixels = shown.pictures.shownPixels(photo)
        source = try? await shown.library.picture(of: photo)
        do {
            size = .success(try await shown.pictures.dimensions(photo))
        } catch {
            size = .failure(error)
        }
        let told = try? await shown.library.details(of: photo)
        let embedded = try? await shown.pictures.details(photo)
        details = (told ?? PhotoDetails()).completed(by: embedded ?? PhotoDetails())
    }
}
