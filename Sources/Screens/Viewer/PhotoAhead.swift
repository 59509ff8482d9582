import Albums
import CellArt

/// Has a photo drawn before it is asked for, so that it is there at once.
@MainActor
final class PhotoAhead {
    private let walk: PhotoWalk
    private let pictures: PicturePort
    private var index: Int?
    private var drawing: Task<Void, Never>?

    init(walk: PhotoWalk, pictures: PicturePort) {
        self.walk = walk
        self.pictures = pictures
    }

    /// Draws the photo at an index as it will be seen first, for nobody: what was decoded for it is kept by whoever did.
    func prepare(index: Int, columns: Int, rows: Int, style: ArtStyle) {
        guard index != self.index else { return }
        stop()
        self.index = index
        drawing = Task { [walk, pictures] in
            guard let photo = await walk.photo(at: index), let size = try? await pictures.dimensions(photo) else {
                return
            }
            let viewport = Viewport(picture: size, columns: columns, rows: rows, cellAspect: style.cellAspect)
            do {
                for try await _ in pictures.view(photo, ViewRequest(viewport, style: style)) {}
            } catch {
                // Whoever gets there is told.
            }
        }
    }

    func stop() {
        drawing?.cancel()
        drawing = nil
        index = nil
    }
}
