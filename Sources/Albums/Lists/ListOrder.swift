import FoundationEssentials

/// The order of a list of albums or photos. Albums of several owners stay grouped by owner.
public enum ListOrder: String, CaseIterable, Hashable, Sendable {
    /// The library's own order. The feed's is newest first if the library knows dates.
    case original
    /// Natural order: `IMG_2` before `IMG_10`.
    case title
    /// Albums with the most photos first.
    case photoCount
    case newestFirst
    case oldestFirst
    /// Natural order, from the end.
    case titleReversed
    /// By the size of the file.
    case largestFirst
    case smallestFirst
    case highestRated
    case lowestRated
    /// By the color of the label: red, yellow, green, blue, purple, then other labels.
    case label
    /// By the camera's name.
    case camera
    case cameraReversed

    /// The orders that need only titles, dates and counts.
    public static let common: Set<ListOrder> = [
        .original, .title, .titleReversed, .photoCount, .newestFirst, .oldestFirst,
    ]

    /// Whether it sorts by date.
    public var isByDate: Bool { self == .newestFirst || self == .oldestFirst }

    /// Returns the indices of the elements in this order; nil for the original order.
    ///
    /// Equal elements keep their original order. Those with an unknown value come last, whatever the direction, but
    /// before rejected photos.
    public func indices<Element>(of elements: [Element], by keys: SortKeys<Element>) -> [Int]? {
        func sorted<Key: Comparable>(_ key: (Element) -> Key?, by precedes: (Key, Key) -> Bool) -> [Int] {
            Self.sorted(elements.map(key), Self.groups(of: elements.map(keys.owner)), by: precedes)
        }
        return switch self {
        case .original: nil
        case .title: sorted({ keys.title($0) }, by: <)
        case .photoCount: sorted(keys.photoCount, by: >)
        case .newestFirst: sorted(keys.instant, by: >)
        case .oldestFirst: sorted(keys.firstInstant, by: <)
        case .titleReversed: sorted({ keys.title($0) }, by: >)
        case .largestFirst: sorted(keys.size, by: >)
        case .smallestFirst: sorted(keys.size, by: <)
        // Rejected photos, rated -1, come after unrated ones.
        case .highestRated: sorted({ keys.rating($0) ?? 0 }, by: >)
        case .lowestRated: sorted(keys.rating, by: <)
        case .label: sorted(keys.labelRank, by: <)
        case .camera: sorted({ keys.camera($0).map { NaturalOrderKey($0) } }, by: <)
        case .cameraReversed: sorted({ keys.camera($0).map { NaturalOrderKey($0) } }, by: >)
        }
    }

    private static func sorted<Key: Comparable>(
        _ keys: [Key?], _ groups: [Int], by precedes: (Key, Key) -> Bool
    ) -> [Int] {
        keys.indices.sorted { left, right in
            if groups[left] != groups[right] { return groups[left] < groups[right] }
            switch (keys[left], keys[right]) {
            case (let leftKey?, let rightKey?):
                if precedes(leftKey, rightKey) { return true }
                if precedes(rightKey, leftKey) { return false }
                return left < right
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

/// The values that the elements of a list are sorted by.
public struct SortKeys<Element>: Sendable {
    let title: @Sendable (Element) -> NaturalOrderKey
    /// The date, or the last one of an album's photos.
    let date: @Sendable (Element) -> Date?
    /// The meaning of the date.
    let dateKind: @Sendable (Element) -> Photo.DateKind
    /// The date as a point in time that is comparable across time zones, or the last one of an album's photos.
    let instant: @Sendable (Element) -> Date?
    /// The point in time, or the first one of an album's photos.
    let firstInstant: @Sendable (Element) -> Date?
    /// The size of the file in bytes.
    let size: @Sendable (Element) -> Int?
    let camera: @Sendable (Element) -> String?
    let rating: @Sendable (Element) -> Int?
    /// The position of the color label among the colors; nil without a label.
    let labelRank: @Sendable (Element) -> Int?
    let photoCount: @Sendable (Element) -> Int?
    /// The owner by whom a list groups its elements; nil in lists without owners.
    let owner: @Sendable (Element) -> Owner.ID?

    public init(
        title: @escaping @Sendable (Element) -> NaturalOrderKey,
        date: @escaping @Sendable (Element) -> Date? = { _ in nil },
        dateKind: @escaping @Sendable (Element) -> Photo.DateKind = { _ in .taken },
        instant: (@Sendable (Element) -> Date?)? = nil,
        firstInstant: (@Sendable (Element) -> Date?)? = nil,
        size: @escaping @Sendable (Element) -> Int? = { _ in nil },
        camera: @escaping @Sendable (Element) -> String? = { _ in nil },
        rating: @escaping @Sendable (Element) -> Int? = { _ in nil },
        labelRank: @escaping @Sendable (Element) -> Int? = { _ in nil },
        photoCount: @escaping @Sendable (Element) -> Int? = { _ in nil },
        owner: @escaping @Sendable (Element) -> Owner.ID? = { _ in nil }
    ) {
        self.title = title
        self.date = date
        self.dateKind = dateKind
        self.instant = instant ?? date
        self.firstInstant = firstInstant ?? instant ?? date
        self.size = size
        self.camera = camera
        self.rating = rating
        self.labelRank = labelRank
        self.photoCount = photoCount
        self.owner = owner
    }

    public init(photo: @escaping @Sendable (Element) -> Photo) {
        self.init(
            title: { NaturalOrderKey(photo($0).title) }, date: { photo($0).date }, dateKind: { photo($0).dateKind })
    }

    public init(album: @escaping @Sendable (Element) -> Album) {
        self.init(
            title: { NaturalOrderKey(album($0).title) }, date: { album($0).date },
            firstInstant: { album($0).firstDate ?? album($0).date }, photoCount: { album($0).photoCount },
            owner: { album($0).ownerID })
    }
}
