import Albums
import CellArt

/// Plays an animated photo while the connection to the terminal is fast enough. Skips frames that expire before they
/// can be drawn, and draws a frame only after the previous one has been presented.
@MainActor
final class AnimationPlayback {
    /// Called with each frame to show.
    var onFrame: (RenderedPicture) -> Void = { _ in }

    /// The minimum time between frames, since each is sent to the terminal.
    private static var minDelay: Duration { .milliseconds(33) }
    /// How often to check whether a slow connection has become faster.
    private static var slowLineCheck: Duration { .seconds(1) }

    private let pictures: PicturePort
    private let link: LinkPort
    private let clock: any Clock<Duration>
    private var photo: Photo.ID?
    private var playing: Task<Void, Never>?
    private var redrawing: Task<Void, Never>?
    private var animation: PhotoAnimation?
    private var request: ViewRequest?
    /// Whether the next frame follows the current one soon.
    private var isMoving = false
    /// Whether the last frame has been presented.
    private var wasPresented = true

    init(pictures: PicturePort, link: LinkPort, clock: any Clock<Duration>) {
        self.pictures = pictures
        self.link = link
        self.clock = clock
    }

    /// Starts playing a photo if it is animated; does nothing if it is already playing.
    func begin(_ photo: Photo, _ request: ViewRequest) {
        guard photo.id != self.photo else { return }
        stop()
        self.photo = photo.id
        self.request = request
        playing = Task { [weak self, pictures, clock] in
            // A photo that can't be played stays a still image.
            guard let animation = try? await pictures.animation(photo), !Task.isCancelled else { return }
            self?.animation = animation
            await self?.play(animation, by: clock)
        }
    }

    /// Redraws the current frame for another view; returns false if no animation is playing.
    func draw(_ request: ViewRequest) -> Bool {
        self.request = request
        guard let animation else { return false }
        redrawing?.cancel()
        redrawing = Task { [weak self] in await self?.show(animation) }
        return true
    }

    /// Called when the last frame has been presented on the terminal.
    func didPresent() {
        wasPresented = true
    }

    func stop() {
        playing?.cancel()
        redrawing?.cancel()
        photo = nil
        animation = nil
        isMoving = false
    }

    private func play<C: Clock>(_ animation: PhotoAnimation, by clock: C) async where C.Duration == Duration {
        /// When the current frame expires, and when to try the next one.
        var end = clock.now.advanced(by: animation.delay)
        var look = end
        /// Whether the connection was too slow for the frame before.
        var wasSlow = false
        while !Task.isCancelled {
            try? await clock.sleep(until: look, tolerance: nil)
            let now = clock.now
            guard !Task.isCancelled else { return }
            guard link.isQuick() || link.showsFramesByPixels() else {
                // The pixels of a view that has just changed may still be on their way.
                if wasSlow { await pause(animation) }
                wasSlow = true
                // Continue with the next frame.
                (end, look) = (now.advanced(by: Self.slowLineCheck), now.advanced(by: Self.slowLineCheck))
                continue
            }
            wasSlow = false
            guard wasPresented else {
                look = now.advanced(by: Self.minDelay)
                continue
            }
            guard let delay = try? await animation.advance(end.duration(to: now)) else {
                return await pause(animation)
            }
            isMoving = true
            end = now.advanced(by: max(delay, Self.minDelay))
            look = end
            await show(animation)
        }
    }

    /// Shows the current frame in the quality of a still picture.
    private func pause(_ animation: PhotoAnimation) async {
        guard isMoving, !Task.isCancelled else { return }
        isMoving = false
        await show(animation)
    }

    private func show(_ animation: PhotoAnimation) async {
        guard let request, let picture = try? await animation.draw(request, isMoving), !Task.isCancelled else {
            return
        }
        // The view has changed while this frame was drawn.
        guard request == self.request else { return }
        wasPresented = false
        onFrame(picture)
    }
}
