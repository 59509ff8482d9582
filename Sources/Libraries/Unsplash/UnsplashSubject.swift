import Albums

/// The part of Unsplash that a library shows.
enum UnsplashSubject: Hashable, Sendable {
    /// The public feed and the topics.
    case everyone
    /// The photos and collections of the user with this username.
    case person(String)

    /// Parses `unsplash:` or `unsplash:@USERNAME`; returns nil for anything else.
    init?(address: String) {
        let scheme = "unsplash:"
        guard address.lowercased().hasPrefix(scheme) else { return nil }
        let remainder = address.dropFirst(scheme.count)
        if remainder.isEmpty {
            self = .everyone
            return
        }
        let username = remainder.dropFirst()
        let isName = username.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_" || $0 == "-") }
        guard remainder.first == "@", !username.isEmpty, isName else { return nil }
        self = .person(String(username))
    }

    var ownerID: Owner.ID {
        switch self {
        case .everyone: Owner.ID("unsplash")
        case .person(let username): Owner.ID(username)
        }
    }

    /// The API path of the albums.
    var albumsPath: [String] {
        switch self {
        case .everyone: ["topics"]
        case .person(let username): ["users", username, "collections"]
        }
    }

    /// Whether Unsplash sorts a list of photos by date.
    func sortsPhotos(of list: PhotoList) -> Bool {
        switch (list, self) {
        case (.album, .everyone), (.feed, .person): true
        default: false
        }
    }

    /// The API path of a list of photos.
    func path(of list: PhotoList) -> [String] {
        switch (list, self) {
        case (.album(let id), .everyone): ["topics", id.rawValue, "photos"]
        case (.album(let id), .person): ["collections", id.rawValue, "photos"]
        case (.feed, .everyone): ["photos"]
        case (.feed, .person(let username)): ["users", username, "photos"]
        case (.searchResults, _): ["search", "photos"]
        // Only other libraries have those lists.
        case (.folder, _), (.burst, _), (.favorites, _): ["photos"]
        }
    }
}
