import Albums

/// What follows from news of the library.
extension Coordinator {
    func libraryTold(_ event: LibraryEvent) async {
        if let news = Words.news(event) {
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

    /// Opens the photo that was asked for once it is found, unless the user has gone to another screen meanwhile.
    func openAwaitedPhoto() async {
        guard let photo = awaited, let (album, index) = await screens.library.place(of: photo), awaited != nil else {
            return
        }
        awaited = nil
        if stack.top === firstScreen { showAlbum(album).open(at: index) }
    }
}

extension LibraryEvent {
    /// What the news is about; nil where each is about something else.
    fileprivate var subject: Notice.Subject? {
        switch self {
        case .partlyFailed: .library
        case .unreadableFolder, .unshownFiles, .changed, .completed: nil
        }
    }
}
