import Albums
import Libraries
import Screens

/// A library, and what to show of it first.
struct OpenedLibrary {
    let library: any PhotoLibrary
    /// The photo to show at once, if one was named.
    var photo: Photo?
    /// Whose albums to list when nothing is remembered.
    var owner = OwnerWish.everyone
    /// The library when it is Unsplash, whose limit of requests the doctor tells.
    var unsplash: UnsplashLibrary?

    static var demo: OpenedLibrary { OpenedLibrary(library: DemoLibrary()) }
}
