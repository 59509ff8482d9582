import Albums
import Localization

extension Menu<AlbumList> {
    /// The owner picker: everyone, then each owner, with the numbers of their albums and photos.
    static func owners(_ owners: [Owner], of library: any PhotoLibrary, current: AlbumList) -> Menu {
        let everyone = Row(.everyone, localized("Everyone"), searched: [])
        let rows = owners.map { owner in
            Row(
                .owner(owner.id), owner.name, note: owner.address.line.isEmpty ? nil : owner.address.line,
                searched: [owner.name, owner.username ?? ""])
        }
        return Menu(
            keys: .owners, title: localized("Show albums by"), rows: [everyone] + rows, selected: current,
            search: .init(noMatch: { localized("No owners match \u{201C}\($0)\u{201D}") }),
            details: { (try? await library.countTexts(of: $0)) ?? [] })
    }
}

extension PhotoLibrary {
    /// Returns the number of albums and, if their list contains it, that of photos. Menus ask for one owner after the
    /// other: a service may need a request for each, and the complete list of everyone's albums answers all of them.
    fileprivate func countTexts(of scope: AlbumList) async throws -> [String] {
        let page = try await albums(in: scope, matching: .everything, in: 0..<1)
        let count = UserFacingText.albums(GridCounts(page))
        // Longer lists would take time to add up.
        guard page.items.first?.photoCount != nil, page.isComplete, page.available <= 1000 else { return [count] }
        let albums = try await albums(in: scope, matching: .everything, in: 0..<page.available).items
        let photos = albums.compactMap(\.photoCount)
        guard photos.count == albums.count else { return [count] }
        return [count, UserFacingText.photos(photos.reduce(0, &+))]
    }
}
