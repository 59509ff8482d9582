import Albums

/// The list from which the photos of a comparison are taken.
struct Candidates: Sendable {
    struct Candidate: Sendable {
        let photo: Photo
        let index: Int
    }

    let library: any PhotoLibrary
    let list: PhotoList
    let query: ListQuery

    init(_ position: PhotoPosition, in library: any PhotoLibrary) {
        self.library = library
        list = position.list
        query = position.query
    }

    /// Whether the user has chosen the photos to compare, all of a burst or all that are marked.
    var areChosen: Bool {
        if case .burst = list { true } else { library is MarkedPhotos }
    }

    /// Returns the number of photos; nil if they fail to load.
    func count() async -> Int? {
        (try? await library.photos(in: list, matching: query, in: 0..<0))?.matching
    }

    /// Returns the index of a photo; nil if the list lacks it.
    func index(of id: Photo.ID) async -> Int? {
        (try? await library.index(of: id, in: list, matching: query)).flatMap { $0 }
    }

    /// Returns the photo at an index; nil beyond the list, or if it fails to load.
    func photo(at index: Int) async -> Photo? {
        try? await library.photos(in: list, matching: query, in: index..<index + 1).items.first
    }

    /// Returns the nearest photo after an index that meets a condition, or before it for a negative step.
    @MainActor
    func next(from index: Int, by step: Int, where isWanted: (Photo) -> Bool) async -> Candidate? {
        var index = index + step
        while index >= 0, let photo = await photo(at: index) {
            if isWanted(photo) { return Candidate(photo: photo, index: index) }
            index += step
        }
        return nil
    }
}
