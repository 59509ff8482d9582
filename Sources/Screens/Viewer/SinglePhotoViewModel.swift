import Albums

/// Navigation of the viewer and the photo page, supplied by the coordinator.
public struct PhotoActions {
    /// Called with the index and ID of each photo shown.
    var showed: (_ index: Int, Photo.ID) -> Void
    /// Runs a command on the photo.
    var run: (PhotoCommand) -> Void
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
    var shown: ShownLibrary { get }
    var notices: Notices { get }
}

extension SinglePhotoViewModel {
    /// Whether the current photo may have an original to share.
    var hasOriginal: Bool { navigator.mayHaveOriginal }

    /// Whether the current photo has a video.
    var hasVideo: Bool { navigator.position.photo?.movie != nil }

    /// Whether leaving the screen quits the program.
    var quits: Bool { actions.quits }

    /// Returns the photo shown. Throws if it hasn't loaded.
    func currentPhoto() throws(NoEffect) -> Photo {
        guard let photo = navigator.position.photo else { throw .photoNotLoaded }
        return photo
    }
}
