import Albums

/// Everything the share sheet shows.
public struct ShareState: Sendable {
    var photos: SharedPhotos
    /// What can be done, one a line; empty until it is known where the photos are.
    var options: [ShareOption] = []
    var cursor = GridCursor()
    /// Whether links and `mailto:` links are opened here.
    var canOpen: Bool
}
