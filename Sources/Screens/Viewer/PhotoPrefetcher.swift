import Albums
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

    /// Draws the photo's initial view and discards the result; the decoded pixels stay in the picture cache.
    func prepare(index: Int, columns: Int, rows: Int, style: ArtStyle) {
        guard index != self.index else { return }
        stop()
        self.index = index
        rendering = Task { [navigator, pictures] in
            guard let photo = await navigator.photo(at: index), let size = try? await pictures.dimensions(photo) else {
                return
            }
            let viewport = Viewport(picture: size, columns: columns, rows: rows, cellAspect: style.cellAspect)
            do {
                for try await _ in pictures.view(photo, ViewRequest(viewport, style: style)) {}
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
