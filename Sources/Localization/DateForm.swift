extension Language {
    /// Formats a day with digits, as [CLDR](https://cldr.unicode.org) 46 does in short form, with a four-digit year.
    ///
    /// English uses ISO 8601, because Americans and Britons read slashes differently.
    public func date(year: Int, month: Int, day: Int) -> String {
        let parts = (year: Self.digits(year, 4), month: Self.digits(month, 2), day: Self.digits(day, 2))
        return switch self {
        case .english: "\(parts.year)-\(parts.month)-\(parts.day)"
        case .german: "\(parts.day).\(parts.month).\(parts.year)"
        case .spanish, .french, .brazilianPortuguese: "\(parts.day)/\(parts.month)/\(parts.year)"
        case .japanese, .simplifiedChinese: "\(parts.year)/\(parts.month)/\(parts.day)"
        }
    }

    private static func digits(_ number: Int, _ count: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, count - digits.count)) + digits
    }
}
