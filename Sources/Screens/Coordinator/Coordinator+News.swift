import Albums

/// Reacts to events of the library.
extension Coordinator {
    func libraryTold(_ event: LibraryEvent) async {
        if let news = UserFacingText.news(event) {
            if case .unshownFiles = event {
                screens.notices.post(.news(news))
            } else {
                screens.notices.post(.failure(news), about: event.subject)
            }
        }
        (stack.top as? any LibraryScreen)?.libraryChanged()
        await openAwaitedPhoto()
        if event == .completed { awaited = nil }
    }

    /// Opens the requested photo once the library has found it, unless the user has left the first screen.
    func openAwaitedPhoto() async {
        guard let photo = awaited, let (album, index) = await screens.library.location(of: photo), awaited != nil else {
            return
        }
        awaited = nil
        if stack.top === firstScreen { showAlbum(album).open(at: index) }
    }
}

extension LibraryEvent {
    /// The subject of the notice; nil for events that never replace each other's notice.
    fileprivate var subject: Notice.Subject? {
        switch self {
        case .partlyFailed: .library
        case .unreadableFolder, .unshownFiles, .changed, .completed: nil
        }
    }
}
