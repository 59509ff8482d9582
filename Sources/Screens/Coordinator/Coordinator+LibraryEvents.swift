import Albums

/// Reacts to events of the library.
extension Coordinator {
    func handleLibraryEvent(_ event: LibraryEvent) async {
        if let text = UserFacingText.event(event) {
            if case .unsupportedFiles = event {
                screens.notices.post(.info(text))
            } else {
                screens.notices.post(.failure(text), about: event.subject)
            }
        }
        (stack.top as? any LibraryScreen)?.libraryChanged()
        await openPendingPhoto()
        if event == .completed { pendingPhoto = nil }
    }

    /// Opens the requested photo once the library has found it, unless the user has left the first screen.
    func openPendingPhoto() async {
        guard let photo = pendingPhoto, let (album, index) = await screens.library.location(of: photo),
            pendingPhoto != nil
        else {
            return
        }
        pendingPhoto = nil
        if stack.top === firstScreen { showAlbum(album).open(at: index) }
    }
}

extension LibraryEvent {
    /// The subject of the notice; nil for events that never replace each other's notice.
    fileprivate var subject: Notice.Subject? {
        switch self {
        case .partlyFailed: .library
        case .unreadableFolder, .unsupportedFiles, .changed, .completed: nil
        }
    }
}
