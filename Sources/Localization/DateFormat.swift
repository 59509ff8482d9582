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

    /// Formats a month by its name, with its year, as CLDR does in long form; the number is from 1 to 12.
    public func month(_ number: Int, of year: Int) -> String {
        let name = monthNames.indices.contains(number - 1) ? monthNames[number - 1] : String(number)
        return switch self {
        case .english, .german, .french: "\(name) \(year)"
        case .spanish, .brazilianPortuguese: "\(name) de \(year)"
        case .japanese, .simplifiedChinese: "\(year)\u{5E74}\(number)\u{6708}"
        }
    }

    /// The names of the months; empty in languages that number them.
    public var monthNames: [String] {
        switch self {
        case .english:
            [
                "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
                "November", "December",
            ]
        case .german:
            [
                "Januar", "Februar", "M\u{E4}rz", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober",
                "November", "Dezember",
            ]
        case .spanish:
            [
                "enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre", "octubre",
                "noviembre", "diciembre",
            ]
        case .french:
            [
                "janvier", "f\u{E9}vrier", "mars", "avril", "mai", "juin", "juillet", "ao\u{FB}t", "septembre",
                "octobre",
                "novembre", "d\u{E9}cembre",
            ]
        case .brazilianPortuguese:
            [
                "janeiro", "fevereiro", "mar\u{E7}o", "abril", "maio", "junho", "julho", "agosto", "setembro",
                "outubro",
                "novembro", "dezembro",
            ]
        case .japanese, .simplifiedChinese: []
        }
    }

    private static func digits(_ number: Int, _ count: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, count - digits.count)) + digits
    }
}
