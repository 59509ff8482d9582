/// Everything the photo page shows.
struct PhotoPageState: Sendable {
    /// The photo and its position in the list.
    var position: PhotoNavigator.Position
    /// The photo's details; nil until the photo has loaded.
    var details: DetailSheet?
    /// Why the photo could not be loaded.
    var failure: String?
}
