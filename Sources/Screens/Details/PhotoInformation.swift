import Albums

/// The details of a photo that load on demand.
struct PhotoInformation: Sendable {
    let details: PhotoDetails
    let size: Result<PictureDimensions, any Error>
    /// Nil if the library couldn't provide it.
    let source: PictureSource?
    let pixels: ShownPixels?

    /// Why only a thumbnail of a favorite is available; nil if the original is.
    var missingOriginal: PictureFailure? {
        if case .remote(let picture) = source { picture.missingOriginal } else { nil }
    }

    /// Queries the library and the picture file, and omits whatever either fails to provide.
    init(of photo: Photo, in shown: ShownLibrary) async {
        // Read this first: inspecting the file may load other pixels into memory.
        pixels = shown.pictures.shownPixels(photo)
        source = try? await shown.library.picture(of: photo)
        do {
            size = .success(try await shown.pictures.dimensions(photo))
        } catch {
            size = .failure(error)
        }
        let fromLibrary = try? await shown.library.details(of: photo)
        let embedded = try? await shown.pictures.details(photo)
        details = (fromLibrary ?? PhotoDetails()).completed(by: embedded ?? PhotoDetails())
    }
}
