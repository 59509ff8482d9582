import Albums
import CellArt

/// Plays a photo that moves, while the line to the terminal is fast enough. A frame whose time is over before it could be
/// drawn is passed over, and none is drawn before the one before was seen.
@MainActor
final class AnimationPlayback {
    /// Called with each frame that is to be shown.
    var onFrame: (CellPicture) -> Void = { _ in }

    /// Frames do not follow each other faster than that: a terminal has to be sent each.
    private static var shortest: Duration { .milliseconds(33) }
    /// How often to look whether a slow line has become faster.
    private static var slowLineCheck: Duration { .seconds(1) }

    private let pictures: PicturePort
    private let link: LinkPort
    private let clock: any Clock<Duration>
    private var photo: Photo.ID?
    private var playing: Task<Void, Never>?
    private var redrawing: Task<Void, Never>?
    private var animation: PhotoAnimation?
    private var request: ViewRequest?
    /// Whether the terminal has taken the frame.
    private var wasSeen = true

    init(pictures: PicturePort, link: LinkPort, clock: any Clock<Duration>) {
        self.pictures = pictures
        self.link = link
        self.clock = clock
    }

    /// Plays a photo from its first frame on, if it moves; nothing happens when that was begun already.
    func begin(_ photo: Photo, _ request: ViewRequest) {
        guard photo.id != self.photo else { return }
        stop()
        self.photo = photo.id
        self.request = request
        playing = Task { [weak self, pictures, clock] in
            // A photo that cannot be played stands still.
            guard let animation = try? await pictures.animation(photo), !Task.isCancelled else { return }
            self?.animation = animation
            await self?.play(animation, by: clock)
        }
    }

    /// Draws the frame as it is wanted now; false when there is none.
    func draw(_ request: ViewRequest) -> Bool {
        self.request = request
        guard let animation else { return false }
        redrawing?.cancel()
        redrawing = Task { [weak self] in await self?.show(animation) }
        return true
    }

    /// The terminal has taken what was shown last.
    func noteSeen() {
        wasSeen = true
    }

    func stop() {
        playing?.cancel()
        redrawing?.cancel()
        photo = nil
        animation = nil
    }

    private func play<C: Clock>(_ animation: PhotoAnimation, by clock: C) async where C.Duration == Duration {
        /// When the time of the frame is over, and when to look whether the next one can be drawn.
        var end = clock.now.advanced(by: animation.delay)
        var look = end
        while !Task.isCancelled {
            try? await clock.sleep(until: look, tolerance: nil)
            let now = clock.now
            guard !Task.isCancelled else { return }
            guard wasSeen, link.isQuick else {
                look = now.advanced(by: link.isQuick ? Self.shortest : Self.slowLineCheck)
                continue
            }
            guard let rest = try? await animation.advance(end.duration(to: now)) else { return }
            end = now.advanced(by: max(rest, Self.shortest))
            look = end
            await show(animation)
        }
    }

    private func show(_ animation: PhotoAnimation) async {
        guard let request, let picture = try? await animation.draw(request), !Task.isCancelled else { return }
        // It was meant for a view that has moved on since.
        guard request == self.request else { return }
        wasSeen = false
        onFrame(picture)
    }
}
