import Albums
import Localization

/// The orders that a list can be sorted in.
struct SortOptions: Sendable {
    /// The title of the menu.
    let title: String
    let orders: [ListOrder]
    let current: ListOrder
    /// The meaning of the dates that the list is sorted by.
    let dateKind: Photo.DateKind
    let original: OriginalOrder

    /// The meaning of the original order.
    enum OriginalOrder: Sendable {
        /// That of the names in a folder.
        case folder
        /// By date, the newest first.
        case newestFirst
        /// By date, the oldest first.
        case oldestFirst
        /// That of adding to favorites.
        case added
        /// That of marking.
        case marked
        /// That of a service or the demo library.
        case library
    }

    init(
        _ title: String, of supported: Set<ListOrder>, current: ListOrder, dateKind: Photo.DateKind,
        original: OriginalOrder
    ) {
        self.title = title
        let named: ListOrder? =
            switch original {
            case .newestFirst: .newestFirst
            case .oldestFirst: .oldestFirst
            case .folder, .added, .marked, .library: nil
            }
        // An order that has its own name isn't listed twice.
        let listed = named.flatMap { supported.contains($0) ? $0 : nil }
        orders = ListOrder.allCases.filter { supported.contains($0) && !(listed != nil && $0 == .original) }
        self.current = current == .original ? listed ?? current : current
        self.dateKind = dateKind
        self.original = original
    }

    /// The sort menu.
    @MainActor
    var menu: Menu<ListOrder> {
        Menu(
            keys: .sort, title: title, rows: orders.map { .init($0, localized($0.option(in: self))) },
            selected: current)
    }
}

extension ListOrder {
    /// The label among the options.
    func option(in options: SortOptions) -> Message {
        switch (key, isDescending, options.dateKind) {
        case (.title, false, _): Message("Title")
        case (.title, true, _): Message("Title, Z to A")
        case (.photoCount, _, _): Message("Photo count")
        case (.size, true, _): Message("File size, largest first")
        case (.size, false, _): Message("File size, smallest first")
        case (.rating, true, _): Message("Rating, highest first")
        case (.rating, false, _): Message("Rating, lowest first")
        case (.label, _, _): Message("Color label")
        case (.camera, false, _): Message("Camera")
        case (.camera, true, _): Message("Camera, Z to A")
        case (.date, true, .taken): Message("Newest first")
        case (.date, false, .taken): Message("Oldest first")
        case (.date, true, .modified): Message("Date modified, newest first")
        case (.date, false, .modified): Message("Date modified, oldest first")
        case (.original, _, _):
            switch options.original {
            case .folder: Message("Folder order")
            case .newestFirst: ListOrder.newestFirst.option(in: options)
            case .oldestFirst: ListOrder.oldestFirst.option(in: options)
            case .added: Message("Last added first")
            case .marked: Message("Order of marking")
            case .library: Message("Original order")
            }
        }
    }

    /// The label in the header of a list; nil for the original order.
    func label(_ dateKind: Photo.DateKind) -> Message? {
        switch (key, isDescending, dateKind) {
        case (.title, false, _): Message("by title")
        case (.title, true, _): Message("by title, Z to A")
        case (.photoCount, _, _): Message("by photo count")
        case (.size, true, _): Message("by size, largest first")
        case (.size, false, _): Message("by size, smallest first")
        case (.rating, true, _): Message("by rating, highest first")
        case (.rating, false, _): Message("by rating, lowest first")
        case (.label, _, _): Message("by color label")
        case (.camera, false, _): Message("by camera")
        case (.camera, true, _): Message("by camera, Z to A")
        case (.date, true, .taken): Message("newest first")
        case (.date, false, .taken): Message("oldest first")
        case (.date, true, .modified): Message("by date modified, newest first")
        case (.date, false, .modified): Message("by date modified, oldest first")
        case (.original, _, _): nil
        }
    }
}
