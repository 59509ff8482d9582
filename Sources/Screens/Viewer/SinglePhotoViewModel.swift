import Albums

/// Navigation and messages of the viewer and the photo page, supplied by the coordinator.
public struct PhotoActions {
    /// Called with the index and ID of each photo shown.
    var showed: (_ index: Int, Photo.ID) -> Void
    /// Reports that a photo was deleted or moved elsewhere, so that another one is shown.
    var reportGone: (Photo) -> Void
    /// Opens the share sheet; with `saving`, it asks for a path right away.
    var share: (_ photos: [Photo], _ saving: Bool) -> Void
    /// Plays a video in another program.
    var play: (Photo) -> Void
    var toggleFavorite: ([Photo]) -> Void
    var showDoctor: () -> Void
    var showHelp: ([HelpEntry]) -> Void
    /// Reports why a command has no effect.
    var explain: (NoEffect) -> Void
    /// Leaves the screen; the argument is the current photo, if it has loaded.
    var goBack: (Photo?) -> Void
    /// Leaves the screen, or the program if it has started with this screen.
    var leave: (Photo?) -> Void
    /// Whether `leave` quits the program.
    var quits = false
}

/// A view-model that shows one photo of a list at a time: the viewer's and the photo page's.
@MainActor
protocol SinglePhotoViewModel: AnyObject {
    typealias Actions = PhotoActions

    var actions: Actions { get }
    var navigator: PhotoNavigator { get }
    /// The marks of all screens.
    var marks: MultiSelection { get }

    func marksChanged()
}

extension SinglePhotoViewModel {
    /// Whether the current photo may have an original to share.
    var hasOriginal: Bool { navigator.mayHaveOriginal }

    /// Whether the current photo has a video.
    var hasVideo: Bool { navigator.position.photo?.stackedPhotos.contains { $0.video != nil } ?? false }

    /// Whether leaving the screen quits the program.
    var quits: Bool { actions.quits }

    func share(saving: Bool) {
        withPhoto { actions.share([$0], saving) }
    }

    /// Plays the photo's video.
    func play() {
        withPhoto { photo in
            guard let video = photo.stackedPhotos.first(where: { $0.video != nil }) else {
                return actions.explain(.notAVideo)
            }
            actions.play(video)
        }
    }

    /// Adds the photo to the favorites, or removes it.
    func toggleFavorite() {
        withPhoto { actions.toggleFavorite([$0]) }
    }

    /// Marks or unmarks the photo.
    func toggleMark() {
        withPhoto {
            do throws(NoEffect) {
                try marks.toggle([$0])
                marksChanged()
            } catch {
                actions.explain(error)
            }
        }
    }

    /// Passes the marked photos, or else the one shown, to `use`.
    func withPicked(_ use: ([Photo]) -> Void) {
        if marks.photos.isEmpty { withPhoto { use([$0]) } } else { use(marks.photos) }
    }

    func showDoctor() {
        actions.showDoctor()
    }

    func showHelp(_ entries: [HelpEntry]) {
        actions.showHelp(entries)
    }

    /// Runs a command on the current photo; if it hasn't loaded, explains why the command has no effect.
    func withPhoto(_ command: (Photo) -> Void) {
        if let photo = navigator.position.photo { command(photo) } else { actions.explain(.photoNotLoaded) }
    }
}
