import Albums
import Basics
import CellArt

/// Prefetches a photo, such as the next one of a slideshow or of a comparison, so that it appears without delay.
@MainActor
final class PhotoPrefetcher {
    /// Returns the photo at an index; nil if there is none.
    private let photo: @Sendable (Int) async -> Photo?
    private let pictures: PicturePort
    private var index: Int?
    private var rendering: Task<Void, Never>?

    init(pictures: PicturePort, photo: @escaping @Sendable (Int) async -> Photo?) {
        self.photo = photo
        self.pictures = pictures
    }

    /// Draws a photo in its initial viewport, for the pane that will show it, and discards the result. The decoded pixels
    /// stay in the cache.
    func prepare(index: Int, style: ArtStyle, pane: Pane, viewport: @escaping @MainActor (PixelSize) -> Viewport) {
        guard index != self.index else { return }
        stop()
        self.index = index
        rendering = Task { [photo, pictures] in
            guard let photo = await photo(index), let size = try? await pictures.dimensions(photo) else {
                return
            }
            do {
                for try await _ in pictures.view(photo, ViewRequest(viewport(size), style: style, pane: pane)) {}
            } catch {
                // An error will be shown when the viewer gets to this photo.
            }
        }
    }

    func stop() {
        rendering?.cancel()
        rendering = nil
        index = nil
    }
}
