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
    private var size: (columns: Int, rows: Int, style: ArtStyle)?
    private var showsPeaking = false
    private var rendering: Task<Void, Never>?
    /// The pixels of the photo once it has been drawn, if the terminal shows pixels.
    private(set) var picture: PixelPicture?
    /// Called when the picture becomes known.
    var onChange: () -> Void = {}

    init(pictures: PicturePort, photo: @escaping @Sendable (Int) async -> Photo?) {
        self.photo = photo
        self.pictures = pictures
    }

    /// Draws a photo in its initial viewport, for the pane that will show it. The decoded pixels stay in the cache.
    func prepare(
        index: Int, in size: (columns: Int, rows: Int, style: ArtStyle), pane: Pane, showsPeaking: Bool,
        viewport: @escaping @MainActor (PixelSize) -> Viewport
    ) {
        if index == self.index, let last = self.size, last == size, showsPeaking == self.showsPeaking { return }
        stop()
        (self.index, self.size, self.showsPeaking) = (index, size, showsPeaking)
        rendering = Task { [weak self, photo, pictures] in
            guard let photo = await photo(index), let dimensions = try? await pictures.dimensions(photo) else {
                return
            }
            var request = ViewRequest(viewport(dimensions), style: size.style, pane: pane)
            request.showsPeaking = showsPeaking
            do {
                for try await view in pictures.view(photo, request) {
                    if case .pixels(let picture) = view.picture, picture.role == .still, !Task.isCancelled {
                        self?.picture = picture
                        self?.onChange()
                    }
                }
            } catch {
                // An error will be shown when the viewer gets to this photo.
            }
        }
    }

    func stop() {
        rendering?.cancel()
        rendering = nil
        (index, size) = (nil, nil)
        picture = nil
    }
}
