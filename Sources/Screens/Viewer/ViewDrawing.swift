import Albums

/// Has views of a photo drawn, one at a time; while one is under way only the last wish is kept.
@MainActor
final class ViewDrawing {
    /// Called with each drawing that is to be shown.
    var onView: (ViewedPicture) -> Void = { _ in }
    /// Called when nothing better will come.
    var onEnd: () -> Void = {}
    var onFailure: (any Error) -> Void = { _ in }

    /// How long a rough drawing waits for a sharp one: on a slow line each costs as much as the other.
    private var patience: Duration { link.isQuick ? .milliseconds(30) : .milliseconds(150) }

    private let pictures: PicturePort
    private let link: LinkPort
    private let clock: any Clock<Duration>
    private var drawing: Task<Void, Never>?
    private var showingRough: Task<Void, Never>?
    private var rough: ViewedPicture?
    /// What was wished for since the drawing that is under way began.
    private var next: (photo: Photo, request: ViewRequest)?
    private var hasFirstView = false
    private var hasSharpView = false

    init(pictures: PicturePort, link: LinkPort, clock: any Clock<Duration>) {
        self.pictures = pictures
        self.link = link
        self.clock = clock
    }

    /// Whether a better drawing is on its way.
    var isUnderWay: Bool { drawing != nil && (!hasSharpView || next != nil) }

    func draw(_ photo: Photo, _ request: ViewRequest) {
        guard drawing == nil || hasFirstView else {
            next = (photo, request)
            return
        }
        drawing?.cancel()
        showRough()
        next = nil
        hasFirstView = false
        hasSharpView = false
        drawing = Task { [weak self, pictures] in
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

    /// Cancels what has not come.
    func stop() {
        drawing?.cancel()
        drawing = nil
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
        showingRough = Task { [weak self, clock, patience] in
            try? await clock.sleep(for: patience)
            if !Task.isCancelled { self?.showRough() }
        }
    }

    private func showRough() {
        guard let rough else { return }
        self.rough = nil
        onView(rough)
    }

    private func end() {
        drawing = nil
        showingRough?.cancel()
        showRough()
        if let next { draw(next.photo, next.request) } else { onEnd() }
    }
}
