import Albums

/// Everything the share sheet shows.
struct ShareState: Sendable {
    var photos: SharedPhotos
    /// The available options, one per line; empty until the photos are located.
    var options: [ShareOption] = []
    /// Whether locating takes long enough to show a busy indicator.
    var isSlow = false
    var cursor = GridCursor()
    /// The path while the user types it.
    var path = TextLine(.path)
    /// The folders that can complete the path.
    var folders: [String] = []
    /// The progress of saving while the user waits for it.
    var progress: PhotoSaving.Progress?
    /// Whether the options are listed. Otherwise one of them is in progress.
    var isChoosing: Bool { !path.isTyping && progress == nil }
    /// Whether the system can open links, including `mailto:` links.
    var canOpen: Bool
}
