import Albums
import Localization
import TerminalUI

/// Finds the files of photos for a command or another program.
@MainActor
final class PhotoLocator {
    private let screens: ScreenFactory
    private let busyIndicator: BusyIndicator
    private var locating: Task<Void, Never>?

    init(screens: ScreenFactory) {
        self.screens = screens
        busyIndicator = BusyIndicator(clock: screens.clock)
        busyIndicator.onChange = { [notices = screens.notices, weak busyIndicator] in
            let text = localized("finding photos\u{2026} (\(Key(.escape).label) cancels)")
            notices.show(busyIndicator?.isShown == true ? text : nil, of: .locating)
        }
    }

    var isLocating: Bool { locating != nil }

    /// Passes the locations of photos to `use`, or reports a photo that has none. Until then, Esc cancels and other
    /// keys do nothing.
    ///
    /// - Parameter includesStacks: whether to pass all files of each photo, with their sidecars.
    func locate(
        _ photos: [Photo], includesStacks: Bool = true, _ use: @escaping @MainActor ([SharedPhotos.Location]) -> Void
    ) {
        // This library also finds photos of the open library.
        let library = screens.favorites.shown.library
        busyIndicator.update(isBusy: true)
        locating = Task { [weak self, sidecars = screens.sharing.sidecars] in
            let shared = await SharedPhotos(photos, includesStacks: includesStacks, scpHost: "")
                .located(in: library, sidecars: sidecars)
            guard !Task.isCancelled, let self else { return }
            cancel()
            guard let missing = shared.missing.first else { return use(shared.locations.map(\.location)) }
            report(missing.photo, without: missing.reason)
        }
    }

    /// Reports a photo without a path or link.
    func report(_ photo: Photo, without reason: any Error) {
        screens.notices.post(.failure(UserFacingText.withoutLocation(photo.title, reason)), about: .sharing)
    }

    /// Handles a key while photos are being located.
    func handle(_ key: Key) {
        guard [Key(.escape), Key("q")].contains(key) else {
            return screens.notices.explain(.unusedKeyToCancel(key.label))
        }
        cancel()
        screens.notices.post(.info(localized("Canceled")))
    }

    func cancel() {
        locating?.cancel()
        locating = nil
        busyIndicator.update(isBusy: false)
    }
}
