/// Everything the page of a photo shows.
struct PhotoPageState: Sendable {
    /// Which photo it is, and among how many.
    var position: PhotoWalk.Position
    /// What is known of it; nil while the photo itself is not here.
    var facts: FactSheet?
    /// Why the photo is not here.
    var failure: String?
}
