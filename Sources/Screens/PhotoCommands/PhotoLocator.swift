import Albums
import Localization

/// Finds the files and links of photos, for sharing or another program.
@MainActor
final class PhotoLocator {
    private let screens: ScreenFactory
    private let busyIndicator: BusyIndicator

    init(screens: ScreenFactory) {
        self.screens = screens
        busyIndicator = BusyIndicator(clock: screens.clock)
        busyIndicator.onChange = { [notices = screens.notices, weak busyIndicator] in
            let text = localized("finding photos\u{2026}") + " " + UserFacingText.escapeCancels
            notices.show(busyIndicator?.isShown == true ? text : nil, of: .locating)
        }
    }

    /// Returns the photos with their locations; nil if the task has been canceled.
    ///
    /// - Parameter library: nil for the library of favorites, which also finds photos of the open library.
    func locate(_ photos: SharedPhotos, in library: (any PhotoLibrary)? = nil) async -> SharedPhotos? {
        let library = library ?? screens.favorites.shown.library
        busyIndicator.update(isBusy: true)
        // A file on a drive that doesn't answer may delay the end of a canceled task.
        let located = await withTaskCancellationHandler {
            await photos.located(in: library, checksFiles: true, sidecars: screens.sharing.sidecars)
        } onCancel: {
            Task { @MainActor in busyIndicator.update(isBusy: false) }
        }
        guard !Task.isCancelled else { return nil }
        busyIndicator.update(isBusy: false)
        return located
    }

    /// Returns the locations of all photos; nil if the task has been canceled, or if a photo has none, which is reported.
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
}
