import FoundationEssentials

/// A value of a search field, with the number of photos that have it.
public struct SearchValue: Hashable, Sendable {
    public let text: String
    /// 0 if the photos haven't been counted.
    public let count: Int

    public init(text: String, count: Int) {
        self.text = text
        self.count = count
    }

    /// The value of `is:` that finds the photos marked by the user.
    public static let marked = "marked"
    /// The value of `is:` that finds the photos with identical files.
    public static let duplicate = "duplicate"
    /// The value of `is:` that finds the favorites of a service that keeps them.
    public static let favorite = "favorite"

    /// Counts the values of photos.
    ///
    /// - Parameter values: the values of each photo.
    /// - Returns: the most common value first; dates, times and ratings from the last to the first, numbers ascending.
    public static func counting(_ values: some Sequence<[String]>, of field: SearchField) -> [SearchValue] {
        var counts: [String: Int] = [:]
        for value in values.joined() { counts[value, default: 0] += 1 }
        let counted = counts.map { SearchValue(text: $0, count: $1) }
        return switch field {
        case .year, .date, .time, .rating:
            counted.sorted { NaturalOrderKey($1.text) < NaturalOrderKey($0.text) }
        case .aperture, .iso: counted.sorted { NaturalOrderKey($0.text) < NaturalOrderKey($1.text) }
        case .tag, .person, .camera, .lens, .place, .label, .author, .kind:
            counted.sorted { $0.count == $1.count ? $0.text < $1.text : $0.count > $1.count }
        }
    }
}

extension SearchField {
    /// Returns the values of this field that a date has, which is a local time as if it were UTC.
    public func values(of date: Date?) -> [String] {
        guard let date, let month = Month(date) else { return [] }
        return switch self {
        case .year: [String(month.text.prefix(4))]
        case .date: [month.text]
        case .time: [String(date.minuteOfDay / 60)]
        case .tag, .person, .camera, .lens, .aperture, .iso, .place, .rating, .label, .kind, .author: []
        }
    }
}
