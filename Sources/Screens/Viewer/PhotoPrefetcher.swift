import Albums
import Basics
import CellArt

/// Prefetches a photo, such as the next one of a slideshow or of a comparison, so that it appears without delay.
@MainActor
final class PhotoPrefetcher {
    /// Not the pane that will show the photo, because a decode begun here would cancel that of the photo on the screen.
    static let pane = Pane(Comparison.maxPhotos)

    /// Returns the photo at an index; nil if there is none.
    private let photo: @Sendable (Int) async -> Photo?
    private let pictures: PicturePort
    private var index: Int?
    private var area: ViewArea?
    private var showsPeaking = false
    private var rendering: Task<Void, Never>?
    /// The photo, once it has been drawn in full detail.
    private var drawn: (photo: Photo, request: ViewRequest, view: ViewedPicture)?
    /// Called when `picture` becomes known.
    var onChange: () -> Void = {}

    init(pictures: PicturePort, photo: @escaping @Sendable (Int) async -> Photo?) {
        self.photo = photo
        self.pictures = pictures
    }

    /// Draws a photo in its initial viewport. The decoded pixels stay in the cache.
    func prepare(
        index: Int, in area: ViewArea, showsPeaking: Bool,
        viewport: @escaping @MainActor (PixelSize) -> Viewport
    ) {
        if index == self.index, area == self.area, showsPeaking == self.showsPeaking { return }
        stop()
        (self.index, self.area, self.showsPeaking) = (index, area, showsPeaking)
        rendering = Task { [weak self, photo, pictures] in
            guard let photo = await photo(index), let dimensions = try? await pictures.dimensions(photo) else {
                return
            }
            var request = ViewRequest(viewport(dimensions), style: area.style, pane: Self.pane)
            request.showsPeaking = showsPeaking
            do {
                for try await view in pictures.view(photo, request) where view.isSharp && !Task.isCancelled {
                    self?.drawn = (photo, request, view)
                    if self?.picture != nil { self?.onChange() }
                }
            } catch {
                // An error will be shown when the viewer gets to this photo.
            }
        }
    }

    /// The pixels of the photo once it has been drawn, if the terminal shows pixels.
    var picture: PixelPicture? {
        guard case .pixels(let picture) = drawn?.view.picture, picture.role == .still else { return nil }
        return picture
    }

    /// Returns a view of a photo if it is the one that has been drawn.
    func view(of photo: Photo, _ request: ViewRequest) -> ViewedPicture? {
        var request = request
        request.pane = Self.pane
        return drawn.flatMap { $0.photo.hasPixels(of: photo) && $0.request == request ? $0.view : nil }
    }

    func stop() {
        rendering?.cancel()
        rendering = nil
        pictures.cancelViews(Self.pane)
        (index, area) = (nil, nil)
        drawn = nil
    }
}
