import Albums
import CellArt

/// A screen with photos for the photo commands.
@MainActor
protocol PhotoChoosing: CommandListing {
    var photoScreen: PhotoScreen { get }
    /// The library of the photos, with their pictures.
    var shown: ShownLibrary { get }
    /// Whether any of the photos for a command may have an original to share.
    var haveOriginals: Bool { get }
    /// Whether the screen shows if the current photo is marked.
    var showsMarks: Bool { get }
    /// Whether a notice about the current photo's assessment would cover the place where it is shown.
    var showsAssessments: Bool { get }

    /// Returns the selected photo or the one shown. Throws why there is none.
    func currentPhoto() throws(NoEffect) -> Photo

    /// The position of the current photo in its list.
    var position: PhotoPosition { get }

    /// Called when photos have been marked, unmarked or assessed.
    func annotationsChanged()

    /// Goes to the next photo; does nothing if there is none.
    func selectNext()

    /// Brings a photo into view, unless the screen's list lacks it.
    ///
    /// - Parameter ids: the IDs that the photo may have in the list.
    func reveal(_ ids: [Photo.ID])
}

extension PhotoChoosing {
    /// Whether commands act on the marked photos, if there are any, instead of the current one. Marks and changes, apart
    /// from favorites, then also apply to the whole burst for which the current one stands.
    /// False in the viewer, the comparison and the photo page, where a key must change only the photo shown.
    var actsOnMarked: Bool { photoScreen == .photos }
    var showsMarks: Bool { true }
    var showsAssessments: Bool { false }
}

extension Photo {
    /// Identifies the photo among the items of a frame (`Surface.items`).
    var item: OpaqueID { OpaqueID(id) }
}

/// A screen with a list of photos.
@MainActor
protocol PhotoListing: PhotoChoosing {
    /// Passes all photos of the list that match its search to `use` once they have loaded, including those of folded
    /// bursts. Reports if there are none.
    @discardableResult
    func withAllPhotos(_ use: @escaping ([Photo]) -> Void) -> Task<Void, Never>

    /// Cancels the question whether to unmark all photos; called before any command but going back.
    func keepMarks()

    /// Clears the search, with the same photo selected. Returns whether there was one.
    func clearSearch() -> Bool

    /// The marked photos in view.
    var markedInView: Set<Photo.ID> { get }

    /// Returns whether a photo is in the list: matches the search, and is not hidden in a folded burst.
    func isListed(_ photo: Photo) async -> Bool
}
