import Albums
import Localization

/// The owner to show first, as requested before the owners are known.
public enum OwnerPreference: Hashable, Sendable {
    case everyone
    /// A random owner.
    case random
    /// The owner chosen earlier.
    case owner(Owner.ID)
    /// The owner with this name, username or ID.
    case named(String)

    /// Parses user input: `everyone`, `random`, or a name, username or ID.
    public init(_ typed: String) {
        switch typed.lowercased() {
        case "everyone": self = .everyone
        case "random": self = .random
        default: self = .named(typed)
        }
    }

    /// The scope, if it can be determined without knowing the owners.
    var scope: AlbumList? {
        switch self {
        case .everyone: .everyone
        case .owner(let id): .owner(id)
        case .random, .named: nil
        }
    }

    /// Resolves the request among the known owners; nil if none matches. With a single owner, `random` means everyone.
    func scope(among owners: [Owner]) -> AlbumList? {
        switch self {
        case .everyone:
            return .everyone
        case .random:
            guard owners.count > 1, let owner = owners.randomElement() else { return .everyone }
            return .owner(owner.id)
        case .owner(let id):
            return owners.contains { $0.id == id } ? .owner(id) : nil
        case .named(let name):
            let folded = FoldedText(name)
            let owner = owners.first { owner in
                owner.id.rawValue == name
                    || [owner.username, owner.name].contains { $0.map { FoldedText($0) } == folded }
            }
            return owner.map { .owner($0.id) }
        }
    }
}

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
