import FoundationEssentials

/// The order of a list of albums or photos: a key and a direction. Albums of several owners stay grouped by owner.
public struct ListOrder: Hashable, Sendable {
    /// What a list is sorted by.
    public enum Key: Hashable, Sendable {
        /// The library's own order. The feed's is newest first if the library knows dates.
        case original
        /// Natural order: `IMG_2` before `IMG_10`.
        case title
        /// The number of an album's photos.
        case photoCount
        case date
        /// The size of the file.
        case size
        case rating
        /// The color of the label: red, yellow, green, blue, purple, then other labels.
        case label
        /// The camera's name.
        case camera
    }

    public let key: Key
    public let isDescending: Bool

    private init(_ key: Key, isDescending: Bool = false) {
        self.key = key
        self.isDescending = isDescending
    }

    public static let original = ListOrder(.original)
    public static let title = ListOrder(.title)
    public static let titleReversed = ListOrder(.title, isDescending: true)
    /// Albums with the most photos first.
    public static let photoCount = ListOrder(.photoCount, isDescending: true)
    public static let newestFirst = ListOrder(.date, isDescending: true)
    public static let oldestFirst = ListOrder(.date)
    public static let largestFirst = ListOrder(.size, isDescending: true)
    public static let smallestFirst = ListOrder(.size)
    public static let highestRated = ListOrder(.rating, isDescending: true)
    public static let lowestRated = ListOrder(.rating)
    public static let label = ListOrder(.label)
    public static let camera = ListOrder(.camera)
    public static let cameraReversed = ListOrder(.camera, isDescending: true)

    /// The orders that need only titles, dates and counts.
    public static let common: Set<ListOrder> = [
        .original, .title, .titleReversed, .photoCount, .newestFirst, .oldestFirst,
    ]

    /// Whether it sorts by date.
    public var isByDate: Bool { key == .date }

    /// Returns the indices of the elements in this order; nil for the original order.
    ///
    /// Equal elements keep their original order. Those with an unknown value come last, whatever the direction, but
    /// before rejected photos.
    public func indices<Element>(of elements: [Element], by keys: SortKeys<Element>) -> [Int]? {
        guard key != .original else { return nil }
        // Rejected photos, rated -1, come after unrated ones.
        let unknown = key == .rating && isDescending ? SortValue.number(0) : nil
        let values = elements.map { keys.value($0, self) ?? unknown }
        let groups = Self.groups(of: elements.map(keys.owner))
        return elements.indices.sorted { left, right in
            if groups[left] != groups[right] { return groups[left] < groups[right] }
            switch (values[left], values[right]) {
            case (let leftValue?, let rightValue?):
                if leftValue == rightValue { return left < right }
                return (leftValue < rightValue) != isDescending
            case (.some, nil): return true
            case (nil, .some): return false
            case (nil, nil): return left < right
            }
        }
    }

    /// Numbers the runs of elements with the same owner.
    private static func groups(of owners: [Owner.ID?]) -> [Int] {
        var group = 0
        return owners.indices.map { index in
            if index > 0, owners[index] != owners[index - 1] { group += 1 }
            return group
        }
    }
}

extension ListOrder: CaseIterable {
    /// All orders as menus list them, with the names by which the program remembers them. `--sort` splits a name before
    /// each capital letter.
    private static let named: [(order: ListOrder, name: String)] = [
        (.title, "title"), (.titleReversed, "titleReversed"), (.photoCount, "photoCount"),
        (.newestFirst, "newestFirst"), (.oldestFirst, "oldestFirst"), (.highestRated, "highestRated"),
        (.lowestRated, "lowestRated"), (.label, "label"), (.camera, "camera"), (.cameraReversed, "cameraReversed"),
        (.largestFirst, "largestFirst"), (.smallestFirst, "smallestFirst"), (.original, "original"),
    ]

    public static let allCases = named.map(\.order)

    /// Creates the order with a name; nil for an unknown name.
    public init?(name: String) {
        guard let order = Self.named.first(where: { $0.name == name })?.order else { return nil }
        self = order
    }

    /// The name in state files and, in lower case, on the command line.
    public var name: String { Self.named.first { $0.order == self }?.name ?? "" }
}

/// A value that a list is sorted by.
public enum SortValue: Comparable, Sendable {
    case text(NaturalOrderKey)
    case number(Double)

    public static func number(_ number: Int) -> SortValue { .number(Double(number)) }

    public static func date(_ date: Date) -> SortValue { .number(date.timeIntervalSinceReferenceDate) }
}

/// The values that the elements of a list are sorted by.
public struct SortKeys<Element>: Sendable {
    /// The date, or the last one of an album's photos.
    let date: @Sendable (Element) -> Date?
    /// The meaning of the date.
    let dateKind: @Sendable (Element) -> Photo.DateKind
    /// The owner by whom a list groups its elements; nil in lists without owners.
    let owner: @Sendable (Element) -> Owner.ID?
    let value: @Sendable (Element, ListOrder) -> SortValue?

    /// - Parameter value: returns the value for an order other than by title or date, or for one of these in place of
    ///   the title or date; nil if unknown.
    public init(
        title: @escaping @Sendable (Element) -> NaturalOrderKey,
        date: @escaping @Sendable (Element) -> Date? = { _ in nil },
        dateKind: @escaping @Sendable (Element) -> Photo.DateKind = { _ in .taken },
        owner: @escaping @Sendable (Element) -> Owner.ID? = { _ in nil },
        value: @escaping @Sendable (Element, ListOrder) -> SortValue? = { _, _ in nil }
    ) {
        self.date = date
        self.dateKind = dateKind
        self.owner = owner
        self.value = { element, order in
            if let value = value(element, order) { return value }
            return switch order.key {
            case .title: .text(title(element))
            case .date: date(element).map(SortValue.date)
            default: nil
            }
        }
    }

    public init(photo: @escaping @Sendable (Element) -> Photo) {
        self.init(
            title: { NaturalOrderKey(photo($0).title) }, date: { photo($0).date }, dateKind: { photo($0).dateKind })
    }

    /// The values of albums: the oldest first by their first date, others by their last one.
    public init(
        albumTitle title: @escaping @Sendable (Element) -> NaturalOrderKey,
        firstDate: @escaping @Sendable (Element) -> Date?, lastDate: @escaping @Sendable (Element) -> Date?,
        photoCount: @escaping @Sendable (Element) -> Int?,
        owner: @escaping @Sendable (Element) -> Owner.ID? = { _ in nil }
    ) {
        self.init(
            title: title, date: lastDate, owner: owner,
            value: { element, order in
                switch order {
                case .photoCount: photoCount(element).map(SortValue.number)
                case .oldestFirst: firstDate(element).map(SortValue.date)
                default: nil
                }
            })
    }

    public init(album: @escaping @Sendable (Element) -> Album) {
        self.init(
            albumTitle: { NaturalOrderKey(album($0).title) }, firstDate: { album($0).firstDate },
            lastDate: { album($0).date }, photoCount: { album($0).photoCount }, owner: { album($0).ownerID })
    }
}
