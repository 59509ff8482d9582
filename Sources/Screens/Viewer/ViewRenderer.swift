import Albums
import CellArt

/// Draws views of a photo one at a time; of the requests during a drawing, only the latest is kept.
@MainActor
final class ViewRenderer {
    /// Called with each drawing to show.
    var onView: (ViewedPicture) -> Void = { _ in }
    /// Called when the final drawing has been shown.
    var onEnd: () -> Void = {}
    var onFailure: (any Error) -> Void = { _ in }

    /// How long a preview waits for the sharp version. On a slow connection both take equally long to send.
    private var previewDelay: Duration { link.isQuick() ? .milliseconds(30) : .milliseconds(150) }

    private let pictures: PicturePort
    private let link: LinkPort
    private let clock: any Clock<Duration>
    private var rendering: Task<Void, Never>?
    private var previewTimer: Task<Void, Never>?
    private var preview: ViewedPicture?
    /// The latest request since the current drawing started.
    private var next: (photo: Photo, request: ViewRequest)?
    private var hasFirstView = false
    private var hasSharpView = false

    init(pictures: PicturePort, link: LinkPort, clock: any Clock<Duration>) {
        self.pictures = pictures
        self.link = link
        self.clock = clock
    }

    /// Whether a better drawing is in progress.
    var isInProgress: Bool { rendering != nil && (!hasSharpView || next != nil) }

    func draw(_ photo: Photo, _ request: ViewRequest) {
        guard rendering == nil || hasFirstView else {
            next = (photo, request)
            return
        }
        rendering?.cancel()
        showPreview()
        next = nil
        hasFirstView = false
        hasSharpView = false
        // Decoding begins now, not when the task gets its turn: the main actor may draw a frame first.
        let views = pictures.view(photo, request)
        rendering = Task { [weak self] in
            do {
                for try await view in views {
                    guard !Task.isCancelled, let self else { return }
                    self.receive(view)
                    if self.next != nil { break }
                }
                guard !Task.isCancelled, let self else { return }
                self.end()
            } catch {
                guard !Task.isCancelled, let self else { return }
                self.showPreview()
                self.stop()
                self.onFailure(error)
            }
        }
    }

    /// Cancels outstanding work.
    func stop() {
        rendering?.cancel()
        rendering = nil
        previewTimer?.cancel()
        preview = nil
        next = nil
    }

    private func receive(_ view: ViewedPicture) {
        hasFirstView = true
        hasSharpView = view.isSharp
        previewTimer?.cancel()
        guard !view.isSharp else {
            preview = nil
            onView(view)
            return
        }
        preview = view
        previewTimer = Task { [weak self, clock, previewDelay] in
            try? await clock.sleep(for: previewDelay)
            if !Task.isCancelled { self?.showPreview() }
        }
    }

    private func showPreview() {
        guard let preview else { return }
        self.preview = nil
        onView(preview)
    }

    private func end() {
        rendering = nil
        previewTimer?.cancel()
        showPreview()
        if let next { draw(next.photo, next.request) } else { onEnd() }
    }
}
