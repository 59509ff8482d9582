import Albums
import DemoLibrary
import Libraries
import Screens

/// An open library, with the screen to show first.
struct OpenedLibrary {
    let library: any PhotoLibrary
    /// The photo to show first, if the user named one.
    var photo: Photo?
    /// Whether to reopen it in the next run. False for the fallback after another library failed to open.
    var isRemembered = true
    /// The owner to list when no choice is stored.
    var owner = OwnerPreference.everyone
    /// Whether to show its feed first instead of its albums.
    var startsWithFeed = false
    /// The library if it is Unsplash, for the rate limit in the doctor's report.
    var unsplash: UnsplashLibrary?

    static var demo: OpenedLibrary { OpenedLibrary(library: DemoLibrary()) }
}
