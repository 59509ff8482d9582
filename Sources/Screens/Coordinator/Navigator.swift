import Albums
import TerminalUI

/// Opens screens and dialogs for view-models. The coordinator is the only navigator.
@MainActor
protocol Navigator: AnyObject {
    /// Shows a dialog, and returns its answer; nil if the user gave none, or the dialog was removed together with the
    /// screen below.
    ///
    /// The dialog is closed when this function returns. Keys that the user has typed ahead are handled after the code
    /// that follows the call, up to its next suspension.
    func ask<D: Dialog>(_ dialog: D) async -> D.Answer?
    /// Runs code that asks the user. Keys wait until its dialog is open.
    func interact(_ dialogue: @escaping @MainActor () async -> Void)
    /// Looks something up, and may then ask the user. Keys wait until then; Esc cancels the task.
    func lookUp(_ lookUp: @escaping @MainActor () async -> Void)

    /// Runs a command on the photo of the top screen.
    func run(_ command: PhotoCommand)
    /// Opens a screen.
    func show(_ destination: Destination)
    /// Leaves the top screen; from the first one, quits.
    func goBack()
    /// Leaves the top screen, and selects a photo on the one below.
    func goBack(revealing photo: Photo)
    /// Leaves the top screen, and shrinks a photo to its tile on the one below.
    func goBack(shrinking photo: Photo?, in shown: ShownLibrary)
    /// Quits; asks first while work in the background is in progress.
    func quit()
}

/// A screen to open, with its content.
enum Destination {
    case album(Album)
    /// The only album of the library, when the program starts.
    case onlyAlbum(Album)
    /// A folder with everything below it.
    case folder(Album.ID, name: String)
    /// The results of the library's own search.
    case searchResults(for: String)
    /// The marked photos of all albums.
    case marked
    /// The burst for which a photo stands. `showed` receives the photo that was selected last in it.
    case burst(Photo, in: ShownLibrary, showed: (Photo.ID) -> Void)
    /// A photo, or with `playing` a slideshow that begins there. `showed` receives the index and ID of each photo shown.
    case photo(PhotoPosition, playing: Bool, in: ShownLibrary, showed: (_ index: Int, Photo.ID) -> Void)
    /// A comparison of photos; others are taken from the list at the position.
    case comparison([Photo], at: PhotoPosition, in: ShownLibrary)
    /// The details of a photo, which is at a position in a list.
    case details(Photo, at: PhotoPosition, in: ShownLibrary)
    /// A tab of home, with the owner and totals above it.
    case tab(Section, HomePane)
    case profile(Owner, LibraryTotals?)
}

/// A question to the user, as a value. `Navigator.ask` shows it over the screen below, and returns the answer.
@MainActor
protocol Dialog<Answer> {
    associatedtype Answer: Sendable

    /// Creates the screen.
    ///
    /// - Parameter answer: called with the answer, or with nil when the user goes back without one.
    func screen(in context: ScreenContext, answer: @escaping (Answer?) -> Void) -> any Screen
}
