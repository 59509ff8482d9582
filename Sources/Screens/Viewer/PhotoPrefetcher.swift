import Basics
import CellArt

/// Prefetches a photo, such as the next one of a slideshow, so that it appears without delay.
@MainActor
final class PhotoPrefetcher {
    private let navigator: PhotoNavigator
    private let pictures: PicturePort
    private var index: Int?
    private var rendering: Task<Void, Never>?

    init(navigator: PhotoNavigator, pictures: PicturePort) {
        self.navigator = navigator
        self.pictures = pictures
    }

    /// Draws a photo in its initial viewport, for the pane that will show it, and discards the result. The decoded pixels
    /// stay in the cache.
    func prepare(index: Int, style: ArtStyle, pane: Pane, viewport: @escaping @MainActor (PixelSize) -> Viewport) {
        guard index != self.index else { return }
        stop()
        self.index = index
        rendering = Task { [navigator, pictures] in
            guard let photo = await navigator.photo(at: index), let size = try? await pictures.dimensions(photo) else {
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
