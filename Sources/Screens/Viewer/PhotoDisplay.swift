import Albums
import CellArt

/// Puts one photo after the other on the terminal: measures it, then has it drawn as it is zoomed, panned and turned.
@MainActor
final class PhotoDisplay {
    /// Called when something else is seen, or whether something better is on its way.
    var onChange: () -> Void = {}

    private(set) var shown = ShownPhoto() {
        didSet { onChange() }
    }

    private let drawing: ViewDrawing
    /// Nil where photos that move stand still.
    private let playback: AnimationPlayback?
    private let pictures: PicturePort
    private var size: (columns: Int, rows: Int, style: ArtStyle)?
    private var photo: Photo?
    /// Waits for the size of the photo.
    private var measuring: Task<Void, Never>?

    init(pictures: PicturePort, isAnimated: Bool, link: LinkPort, clock: any Clock<Duration>) {
        self.pictures = pictures
        playback = isAnimated ? AnimationPlayback(pictures: pictures, link: link, clock: clock) : nil
        drawing = ViewDrawing(pictures: pictures, link: link, clock: clock)
        drawing.onView = { [weak self] in self?.show($0) }
        drawing.onEnd = { [weak self] in self?.drawingEnded() }
        drawing.onFailure = { [weak self] in self?.fail($0) }
        playback?.onFrame = { [weak self] in self?.shown.picture = $0 }
    }

    /// Whether a better picture is on its way.
    var isBusy: Bool { measuring != nil || drawing.isUnderWay }

    /// The photo may fill so many cells.
    func layOut(columns: Int, rows: Int, style: ArtStyle) {
        size = (columns, rows, style)
        change { $0.resize(columns: columns, rows: rows, cellAspect: style.cellAspect) }
    }

    /// Shows a photo; until its picture has come, the one before stays.
    func show(_ photo: Photo) {
        self.photo = photo
        measuring = Task { [weak self, pictures] in
            do {
                let dimensions = try await pictures.dimensions(photo)
                guard !Task.isCancelled, let self, let size = self.size else { return }
                self.shown.viewport = Viewport(
                    picture: dimensions, columns: size.columns, rows: size.rows, cellAspect: size.style.cellAspect)
                self.draw()
                self.measuring = nil
            } catch {
                guard !Task.isCancelled, let self else { return }
                self.measuring = nil
                self.fail(error)
            }
        }
        onChange()
    }

    /// Zooms, pans or turns.
    func change(_ change: (inout Viewport) -> Void) {
        guard var viewport = shown.viewport else { return }
        change(&viewport)
        shown.viewport = viewport
        draw()
    }

    /// The terminal has taken what was shown last.
    func noteSeen() {
        playback?.noteSeen()
    }

    /// Another photo is to be shown soon.
    func clear() {
        stop()
        photo = nil
        var new = shown
        new.viewport = nil
        new.failure = nil
        shown = new
    }

    /// Shows what stands for the photo in place of the one before.
    func showPlaceholder() {
        guard let photo, photo.id != shown.pictured, let size else { return }
        var new = shown
        new.pictured = photo.id
        new.isCut = false
        new.isPlaceholder = true
        new.picture = pictures.placeholder(
            photo, TileRequest(columns: size.columns, rows: size.rows, style: size.style))
        shown = new
    }

    /// The photo cannot be shown, or not sharper than it is: what is seen of it stays.
    func fail(_ error: any Error) {
        var new = shown
        new.failure = Words.failure(error)
        if new.pictured != photo?.id || new.isPlaceholder {
            new.picture = nil
            new.isCut = false
        }
        new.pictured = photo?.id
        shown = new
    }

    /// Cancels what has not come.
    func stop() {
        measuring?.cancel()
        measuring = nil
        drawing.stop()
        playback?.stop()
    }

    /// What is to be seen of the photo.
    private var request: ViewRequest? {
        guard let viewport = shown.viewport, let size else { return nil }
        return ViewRequest(viewport, style: size.style)
    }

    private func draw() {
        guard let photo, let request else { return }
        // The drawing would show the first frame.
        if playback?.draw(request) != true { drawing.draw(photo, request) }
        onChange()
    }

    private func drawingEnded() {
        if let photo, let request { playback?.begin(photo, request) }
        onChange()
    }

    private func show(_ view: ViewedPicture) {
        var new = shown
        new.pictured = photo?.id
        new.picture = view.picture
        new.isCut = view.isCut
        new.isPlaceholder = false
        new.failure = nil
        shown = new
    }
}
