import Albums

/// Navigation and messages of the viewer and the photo page, supplied by the coordinator.
public struct PhotoActions {
    /// Called with the index of each photo shown.
    var showed: (Int) -> Void
    var showInformation: (Photo) -> Void
    /// Opens the share sheet; with `saving`, it asks for a path right away.
    var share: (_ photos: [Photo], _ saving: Bool) -> Void
    var toggleFavorite: ([Photo]) -> Void
    var undoFavorite: () -> Void
    var showHelp: ([HelpEntry]) -> Void
    /// Reports why a command has no effect.
    var explain: (NoEffect) -> Void
    /// Leaves the screen; the argument is the current photo, if it has loaded.
    var goBack: (Photo?) -> Void
}

/// A view-model that shows one photo of a list at a time: the viewer's and the photo page's.
@MainActor
protocol SinglePhotoViewModel: AnyObject {
    typealias Actions = PhotoActions

    var actions: Actions { get }
    var navigator: PhotoNavigator { get }
}

extension SinglePhotoViewModel {
    /// The current photo; if nil, also shows the user why the command has no effect.
    var photo: Photo? {
        if navigator.position.photo == nil { actions.explain(.photoMissing) }
        return navigator.position.photo
    }

    func showInformation() {
        if let photo { actions.showInformation(photo) }
    }

    func share(saving: Bool) {
        if let photo { actions.share([photo], saving) }
    }

    /// Adds the photo to the favorites, or removes it.
    func toggleFavorite() {
        if let photo { actions.toggleFavorite([photo]) }
    }

    /// Undoes the last change of favorites.
    func undoFavorite() {
        actions.undoFavorite()
    }

    func showHelp(_ entries: [HelpEntry]) {
        actions.showHelp(entries)
    }
}
