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

    /// The maximum number of photos that are loaded to be counted.
    private static let maxCounted = 200

    /// Returns the number of photos after an index that meet a condition; of very many, of all. Nil if they fail to load.
    @MainActor
    func count(after index: Int, where isWanted: (Photo) -> Bool) async -> Int? {
        let range = index + 1..<index + 1 + Self.maxCounted
        guard let page = try? await library.photos(in: list, matching: query, in: range) else { return nil }
        let count = max(0, page.matching - index - 1)
        return count > Self.maxCounted ? count : page.items.count(where: isWanted)
    }

    /// Returns the index of a photo; nil if the list lacks it.
    func index(of id: Photo.ID) async -> Int? {
        (try? await library.index(of: id, in: list, matching: query)).flatMap { $0 }
    }

    /// Returns the photo at an index; nil beyond the list, or if it fails to load.
    private func photo(at index: Int) async -> Photo? {
        try? await library.photos(in: list, matching: query, in: index..<index + 1).items.first
    }

    /// Returns a photo; nil if the list lacks it, or if it fails to load.
    func candidate(_ id: Photo.ID) async -> Candidate? {
        guard let index = await index(of: id), let photo = await photo(at: index), photo.id == id else { return nil }
        return Candidate(photo: photo, index: index)
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
