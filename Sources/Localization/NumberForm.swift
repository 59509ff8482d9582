extension Language {
    /// Formats an integer with digit grouping, by [CLDR](https://cldr.unicode.org) 46: `5,000`, `5.000`, `5 000`.
    ///
    /// Foundation's number formatters take milliseconds on first use, too long for the first frame.
    public func grouped(_ number: Int) -> String {
        let digits = String(number.magnitude)
        guard digits.count >= minGroupedDigits else { return String(number) }
        var text = number < 0 ? "-" : ""
        for (offset, digit) in digits.enumerated() {
            if offset > 0, (digits.count - offset).isMultiple(of: 3) { text += groupSeparator }
            text.append(digit)
        }
        return text
    }

    private var groupSeparator: String {
        switch self {
        case .english, .japanese, .simplifiedChinese: ","
        case .german, .spanish, .brazilianPortuguese: "."
        case .french: "\u{202F}"
        }
    }

    /// Spanish doesn't group four-digit numbers.
    private var minGroupedDigits: Int { self == .spanish ? 5 : 4 }
}
