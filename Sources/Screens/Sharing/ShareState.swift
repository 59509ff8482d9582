import Albums

/// Everything the share sheet shows.
struct ShareState: Sendable {
    var photos: SharedPhotos
    /// What can be done, one a line; empty until it is known where the photos are.
    var options: [ShareOption] = []
    /// Whether it takes so long to know that the user wants a sign of it.
    var isSlow = false
    var cursor = GridCursor()
    /// The path while it is typed.
    var path = TextLine(.path)
    /// The folders that the path may go on to.
    var folders: [String] = []
    /// How far saving has come, while a person waits for it.
    var progress: PhotoSaving.Progress?
    /// Whether what can be done is listed, and not what is being done.
    var isChoosing: Bool { !path.isTyping && progress == nil }
    /// Whether links and `mailto:` links are opened here.
    var canOpen: Bool
}
