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
    private var previewDelay: Duration { link.isQuick ? .milliseconds(30) : .milliseconds(150) }

    private let pictures: PicturePort
    private let link: LinkPort
    private let clock: any Clock<Duration>
    private var rendering: Task<Void, Never>?
    private var showingRough: Task<Void, Never>?
    private var rough: ViewedPicture?
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
        showRough()
        next = nil
        hasFirstView = false
        hasSharpView = false
        rendering = Task { [weak self, pictures] in
            do {
                for try await view in pictures.view(photo, request) {
                    guard !Task.isCancelled, let self else { return }
                    self.receive(view)
                    if self.next != nil { break }
                }
                guard !Task.isCancelled, let self else { return }
                self.end()
            } catch {
                guard !Task.isCancelled, let self else { return }
                self.showRough()
                self.stop()
                self.onFailure(error)
            }
        }
    }

    /// Cancels outstanding work.
    func stop() {
        rendering?.cancel()
        rendering = nil
        showingRough?.cancel()
        rough = nil
        next = nil
    }

    private func receive(_ view: ViewedPicture) {
        hasFirstView = true
        hasSharpView = view.isSharp
        showingRough?.cancel()
        guard !view.isSharp else {
            rough = nil
            onView(view)
            return
        }
        rough = view
        showingRough = Task { [weak self, clock, previewDelay] in
            try? await clock.sleep(for: previewDelay)
            if !Task.isCancelled { self?.showRough() }
        }
    }

    private func showRough() {
        guard let rough else { return }
        self.rough = nil
        onView(rough)
    }

    private func end() {
        rendering = nil
        showingRough?.cancel()
        showRough()
        if let next { draw(next.photo, next.request) } else { onEnd() }
    }
}
