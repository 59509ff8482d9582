import Albums
import Basics
import CellArt

/// The photo currently displayed in a pane of the viewer.
struct ShownPhoto: Sendable {
    /// Nil until the photo's size is known.
    var viewport: Viewport?
    var picture: RenderedPicture?
    /// The photo in the picture. The previous photo's picture stays until a newer one is ready.
    var drawnPhoto: Photo.ID?
    /// Whether the picture is a placeholder without any pixels of the photo.
    var isPlaceholder = false
    /// Whether part of the photo is missing because its file is truncated or damaged.
    var isTruncated = false
    /// Why the photo could not be shown, or not in full resolution.
    var failure: (any Error)?
    /// The requested pixels of the picture, once it is sharp.
    var sample: ViewSample?
}

/// Displays photos in a pane of the viewer: loads a photo's size, then draws the part selected by zoom, pan and
/// rotation. Displays with different panes don't affect each other.
@MainActor
final class PhotoDisplay {
    /// Called when the displayed photo changes, or when loading starts or ends.
    var onChange: () -> Void = {}

    /// Whether a photo starts with the zoom, position and rotation of the previous one.
    var keepsView = false

    /// Returns a view that has been drawn before; nil if there is none.
    var prepared: (Photo, ViewRequest) -> ViewedPicture? = { _, _ in nil }

    /// Changes the viewport of a new photo or a new size.
    var adjust: (Viewport) -> Viewport = { $0 }

    /// The pixels to return beside the picture.
    var samples: ViewSample.Parts = [] {
        didSet { if samples != oldValue { draw() } }
    }

    /// Whether edges that are in focus are marked.
    var showsPeaking = false {
        didSet { if showsPeaking != oldValue { draw() } }
    }

    private(set) var shown = ShownPhoto() {
        didSet { onChange() }
    }

    let pane: Pane
    private let renderer: ViewRenderer
    /// Nil if animation is disabled.
    private let playback: AnimationPlayback?
    private let pictures: PicturePort
    private var area: ViewArea?
    private var photo: Photo?
    /// The viewport of the last photo with a known size.
    private var lastViewport: Viewport?
    /// Loads the size of the photo.
    private var measuring: Task<Void, Never>?

    init(
        pictures: PicturePort, pane: Pane, isAnimated: Bool, link: LinkPort, clock: any Clock<Duration>
    ) {
        self.pictures = pictures
        self.pane = pane
        playback = isAnimated ? AnimationPlayback(pictures: pictures, link: link, clock: clock) : nil
        renderer = ViewRenderer(pictures: pictures, link: link, clock: clock)
        renderer.onView = { [weak self] in self?.show($0) }
        renderer.onEnd = { [weak self] in self?.drawingEnded() }
        renderer.onFailure = { [weak self] in self?.fail($0) }
        playback?.onFrame = { [weak self] in self?.shown.picture = $0 }
    }

    /// Whether a better picture is loading.
    var isBusy: Bool { measuring != nil || renderer.isInProgress }

    /// Sets the available cells.
    func layOut(_ area: ViewArea) {
        self.area = area
        change {
            $0.resize(to: area)
            $0 = adjust($0)
        }
    }

    /// Whether this is the photo to display, in this version of its file.
    func isOf(_ photo: Photo) -> Bool { self.photo?.hasPixels(of: photo) == true }

    /// Shows a photo; the previous picture stays until the new one is ready. If a photo's file has changed, keeps the
    /// view unless the size is different. Loads nothing before the available cells are known.
    func show(_ photo: Photo) {
        let keepsView = self.photo?.id == photo.id
        if !isOf(photo) { playback?.stop() }
        // A view of the previous photo would count as this one's.
        if !keepsView { renderer.stop() }
        self.photo = photo
        measuring?.cancel()
        measuring = nil
        guard area != nil else {
            shown.failure = nil
            return
        }
        if let dimensions = pictures.knownDimensions(photo) {
            draw(dimensions, keepsView: keepsView)
            return onChange()
        }
        measuring = Task { [weak self, pictures] in
            do {
                let dimensions = try await pictures.dimensions(photo)
                guard !Task.isCancelled, let self else { return }
                self.measuring = nil
                self.draw(dimensions, keepsView: keepsView)
            } catch {
                guard !Task.isCancelled, let self else { return }
                self.measuring = nil
                self.fail(error)
            }
        }
        onChange()
    }

    private func draw(_ dimensions: PixelSize, keepsView: Bool) {
        guard let area else { return }
        if !keepsView || shown.viewport?.isOf(dimensions) != true {
            shown.viewport = initialViewport(of: dimensions, in: area)
        }
        draw()
    }

    /// Returns the viewport in which a photo is first shown.
    func initialViewport(of picture: PixelSize, in area: ViewArea) -> Viewport {
        let previous = keepsView ? shown.viewport ?? lastViewport : nil
        guard var viewport = previous?.showing(picture) else {
            return adjust(Viewport(picture: picture, in: area))
        }
        viewport.resize(to: area)
        return viewport
    }

    /// Zooms, pans or rotates the photo.
    func change(_ change: (inout Viewport) -> Void) {
        guard var viewport = shown.viewport else { return }
        change(&viewport)
        shown.viewport = viewport
        draw()
    }

    /// Called when the last picture has been presented on the terminal.
    func didPresent() {
        playback?.didPresent()
    }

    /// Prepares for another photo.
    func clear() {
        stop()
        photo = nil
        var new = shown
        lastViewport = new.viewport ?? lastViewport
        new.viewport = nil
        new.failure = nil
        shown = new
    }

    /// Replaces the previous photo's picture with a placeholder.
    func showPlaceholder() {
        guard let photo, photo.id != shown.drawnPhoto, let area else { return }
        var new = shown
        new.drawnPhoto = photo.id
        new.isTruncated = false
        new.isPlaceholder = true
        new.sample = nil
        new.picture = pictures.placeholder(
            photo, TileRequest(columns: area.columns, rows: area.rows, style: area.style))
        shown = new
    }

    /// Shows an error; a picture of this photo stays visible.
    func fail(_ error: any Error) {
        var new = shown
        new.failure = error
        if new.drawnPhoto != photo?.id || new.isPlaceholder {
            new.picture = nil
            new.isTruncated = false
        }
        new.drawnPhoto = photo?.id
        shown = new
    }

    /// Cancels outstanding loads, decodes and playback; called when the screen is covered or gone.
    func suspend() {
        stop()
        pictures.cancelViews(pane)
    }

    /// Cancels outstanding loads and playback. The decode continues, since the next view of the photo may need it.
    private func stop() {
        measuring?.cancel()
        measuring = nil
        renderer.stop()
        playback?.stop()
    }

    /// The view to draw.
    private var request: ViewRequest? {
        guard let viewport = shown.viewport, let area else { return nil }
        var request = ViewRequest(viewport, style: area.style, pane: pane)
        request.samples = samples
        request.showsPeaking = showsPeaking
        return request
    }

    private func draw() {
        guard let photo, let request else { return }
        if let view = prepared(photo, request) {
            renderer.stop()
            show(view)
            return drawingEnded()
        }
        // The regular drawing would show the first frame.
        if playback?.draw(request) != true { renderer.draw(photo, request) }
        onChange()
    }

    private func drawingEnded() {
        if let photo, let request { playback?.begin(photo, request) }
        onChange()
    }

    private func show(_ view: ViewedPicture) {
        var new = shown
        new.drawnPhoto = photo?.id
        new.picture = view.picture
        new.isTruncated = view.isTruncated
        new.isPlaceholder = false
        new.sample = view.sample
        new.failure = nil
        shown = new
    }
}
