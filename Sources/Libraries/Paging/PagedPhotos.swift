import Albums

/// A list of photos that a service hands out page by page: searched, and asked for by range.
final class PagedPhotos: Sendable {
    private let pages: PagedList<ListedPhoto>
    private let latestList = LatestList<Int, ListedPhoto>()

    init(_ pages: PagedList<ListedPhoto>) {
        self.pages = pages
    }

    /// How many photos there are, as far as that is known.
    var total: Int? {
        let known = pages.known
        return known.isComplete ? known.elements.count : known.total
    }

    /// The photos of a range that match, of those known; reads as many as the range needs.
    func page(matching search: SearchQuery, in range: Range<Int>) async throws -> Page<Photo> {
        let known = try await pages.read(for: search, in: range)
        return list(of: known).page(
            matching: search, in: range, isComplete: known.isComplete, total: known.total, failure: known.failure,
            item: \.photo)
    }

    /// Where a photo stands among those known that match.
    func index(of photo: Photo.ID, matching search: SearchQuery) -> Int? {
        pages.known.place(of: photo).flatMap { list(of: pages.known).rank(of: $0, matching: search) }
    }

    /// A list only grows, so its count tells whether it is the same.
    private func list(of known: KnownPages<ListedPhoto>) -> SearchableList<ListedPhoto> {
        latestList.list(from: known.elements.count) {
            SearchableList(known.elements) { search, photo in photo.matches(search) }
        }
    }
}
