import Albums
import Libraries
import Screens

/// A library, and what to show of it first.
struct OpenedLibrary {
    let library: any PhotoLibrary
    /// The photo to show at once, if one was named.
    var photo: Photo?
    /// Whether it is to be opened again the next time: not when it stands in for one that could not be opened.
    var isRemembered = true
    /// Whose albums to list when nothing is remembered.
    var owner = OwnerWish.everyone
    /// Whether its feed is shown first, and not its albums.
    var startsWithFeed = false
    /// The library when it is Unsplash, whose limit of requests the doctor tells.
    var unsplash: UnsplashLibrary?

    static var demo: OpenedLibrary { OpenedLibrary(library: DemoLibrary()) }
}
