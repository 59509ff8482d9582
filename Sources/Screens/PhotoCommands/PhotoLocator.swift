import Albums
import Localization
import TerminalUI

/// Finds the files and links of photos, for sharing or another program.
@MainActor
final class PhotoLocator {
    private let screens: ScreenFactory
    private weak var coordinator: Coordinator?
    private let busyIndicator: BusyIndicator
    private var locating: Task<SharedPhotos, Never>?

    init(screens: ScreenFactory, coordinator: Coordinator) {
        self.screens = screens
        self.coordinator = coordinator
        busyIndicator = BusyIndicator(clock: screens.clock)
        busyIndicator.onChange = { [notices = screens.notices, weak busyIndicator] in
            let text = localized("finding photos\u{2026} (\(Key(.escape).label) cancels)")
            notices.show(busyIndicator?.isShown == true ? text : nil, of: .locating)
        }
    }

    var isLocating: Bool { locating != nil }

    /// Returns the photos with their locations; nil if the user cancels by Esc. Other keys wait.
    ///
    /// - Parameter library: nil for the library of favorites, which also finds photos of the open library.
    func locate(_ photos: SharedPhotos, in library: (any PhotoLibrary)? = nil) async -> SharedPhotos? {
        let library = library ?? screens.favorites.shown.library
        let hold = coordinator?.holdInput()
        defer { hold.map { coordinator?.releaseInput(from: $0) } }
        busyIndicator.update(isBusy: true)
        let task = Task { [sidecars = screens.sharing.sidecars] in
            await photos.located(in: library, checksFiles: true, sidecars: sidecars)
        }
        locating = task
        let located = await task.value
        guard !task.isCancelled else { return nil }
        cancel()
        return located
    }

    /// Returns the locations of all photos; nil if the user cancels, or if a photo has none, which is reported.
    ///
    /// - Parameter includesStacks: whether to pass all files of each photo, with their sidecars.
    func locations(of photos: [Photo], includesStacks: Bool = true) async -> [SharedPhotos.Location]? {
        guard let located = await locate(SharedPhotos(photos, includesStacks: includesStacks)) else { return nil }
        guard let missing = located.missing.first else { return located.locations.map(\.location) }
        report(missing.photo, without: missing.reason)
        return nil
    }

    /// Reports a photo without a path or link.
    func report(_ photo: Photo, without reason: any Error) {
        screens.notices.post(.failure(UserFacingText.withoutLocation(photo.title, reason)), about: .sharing)
    }

    func cancel() {
        locating?.cancel()
        locating = nil
        busyIndicator.update(isBusy: false)
    }
}
