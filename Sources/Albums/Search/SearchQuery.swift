import Basics
import FoundationEssentials

/// The text of a search line: conditions that must all hold, such as `beach`, `tag:sea`, `-year:2020..2022` and
/// `"old town"`.
///
/// Words match anywhere, ignoring case, diacritics and width: `sao` finds `São Paulo`. A minus negates, quotation marks
/// keep words together, and a range of dates, times or numbers is `FIRST..LAST`, `FIRST..` or `..LAST`. `2022`,
/// `2022-07` and `July 2022` also find photos taken then.
public struct SearchQuery: Hashable, Sendable {
    /// The conditions, for a library whose service answers some of them.
    public let conditions: [SearchCondition]
    /// The last value that can't be read. The query matches nothing: commands for all its matches must not run on
    /// photos that the user wanted to exclude.
    public let mistake: SearchMistake?

    /// The query that matches everything.
    public static let everything = SearchQuery(conditions: [], mistake: nil)

    /// Whether the query matches everything.
    public var isEmpty: Bool { conditions.isEmpty }

    /// Parses the text of a search line.
    ///
    /// - Parameters:
    ///   - capabilities: those of the library; nil allows all fields, but not `is:favorite`.
    ///   - marked: the photos that `is:marked` finds; nil where photos have no marks.
    ///   - months: the names of the months in the user's language, besides the English ones.
    public init(
        _ typed: String, in capabilities: Capabilities? = nil, marked: Set<Photo.ID>? = nil, months: [String] = []
    ) {
        let fields = capabilities?.searchFields ?? Set(SearchField.allCases)
        var conditions: [SearchCondition] = []
        var mistake: SearchMistake?
        var terms = SearchTerm.all(in: typed)[...]
        while let term = terms.popFirst() {
            // `julio de 2019`
            let rest = terms.first?.value.lowercased() == "de" ? terms.dropFirst() : terms
            if let year = rest.first, let condition = SearchCondition(month: term, year: year, months) {
                conditions.append(condition)
                terms = rest.dropFirst()
                continue
            }
            if let condition = SearchCondition(period: term) {
                conditions.append(condition)
                continue
            }
            do throws(SearchMistake) {
                if let name = term.unknownField { throw SearchMistake(field: nil, value: name) }
                guard let condition = try SearchCondition(term, marked: marked) else { continue }
                if condition.test == .favorite, capabilities?.hasFavorites != true {
                    throw SearchMistake(field: .kind, value: term.value)
                }
                let isKnown = condition.field.map(fields.contains) ?? true
                conditions.append(isKnown ? condition : .nothing(condition.field))
            } catch {
                mistake = error
                conditions.append(.nothing(error.field))
            }
        }
        self.init(conditions: conditions, mistake: mistake)
    }

    /// Creates a query of words without fields, for texts in which a minus or a colon is common.
    public init(words: String) {
        let words = words.split(whereSeparator: \.isWhitespace).compactMap { SearchCondition.Test(word: $0) }
        self.init(conditions: words.map { SearchCondition(test: $0, isNegated: false) }, mistake: nil)
    }

    fileprivate init(words: [FoldedText]) {
        self.init(conditions: words.map { SearchCondition(test: .word($0), isNegated: false) }, mistake: nil)
    }

    private init(conditions: [SearchCondition], mistake: SearchMistake?) {
        self.conditions = conditions
        self.mistake = mistake
    }

    /// Returns the field of the term that the user is typing, the last one; nil for a word.
    public static func lastField(in typed: String) -> SearchField? {
        SearchTerm.all(in: typed).last?.field
    }

    /// Returns a field without a value, such as `tag:`, which matches everything while the user types; nil if all have
    /// one.
    public static func fieldWithoutValue(in typed: String) -> SearchField? {
        SearchTerm.all(in: typed).first { $0.field != nil && $0.value.isEmpty }?.field
    }

    /// The fields that the query asks for.
    public var fields: Set<SearchField> { Set(conditions.compactMap(\.field)) }

    /// Whether the query asks for marked photos.
    public var asksForMarked: Bool {
        conditions.contains { if case .photos = $0.test { true } else { false } }
    }

    /// Whether the query asks for photos with identical files.
    public var asksForDuplicates: Bool {
        conditions.contains { if case .duplicate = $0.test { true } else { false } }
    }

    /// Returns the query with the photos that `is:duplicate` finds.
    public func finding(duplicates: Set<Photo.ID>) -> SearchQuery {
        guard asksForDuplicates else { return self }
        let conditions = conditions.map { condition in
            guard case .duplicate = condition.test else { return condition }
            return SearchCondition(field: condition.field, test: .photos(duplicates), isNegated: condition.isNegated)
        }
        return SearchQuery(conditions: conditions, mistake: mistake)
    }

    /// The query that finds `2022` and `July 2022` in texts only; nil if it asks for neither.
    var withPeriodsAsWords: SearchQuery? {
        let words = conditions.map { condition in
            guard case .period(_, let words) = condition.test, !condition.isNegated else { return [condition] }
            return words.map { SearchCondition(test: .word($0), isNegated: false) }
        }
        let conditions = words.flatMap(\.self)
        return conditions == self.conditions ? nil : SearchQuery(conditions: conditions, mistake: mistake)
    }

    /// Whether all conditions hold.
    public func matches(_ element: some Searchable) -> Bool {
        for condition in conditions where condition.isNegated == condition.test.holds(for: element) { return false }
        return true
    }

    /// Returns for each element of a table whether all conditions hold.
    public func matches(in table: some SearchTable) -> [Bool] {
        var matching = [Bool](repeating: true, count: table.count)
        for condition in conditions {
            let holding = condition.test.holding(in: table)
            for index in matching.indices { matching[index] = matching[index] && holding[index] != condition.isNegated }
        }
        return matching
    }

    /// Whether each word occurs in at least one of the texts.
    public func matches(_ texts: [FoldedText]) -> Bool {
        matches(SearchedTexts(texts))
    }

    /// Whether all matches of this query are also matches of a shorter one, `other`.
    func narrows(_ other: SearchQuery) -> Bool {
        conditions.count >= other.conditions.count
            && zip(conditions, other.conditions).allSatisfy { $0.narrows($1) }
    }
}

/// The names of search fields, typed before a colon.
public enum SearchField: String, CaseIterable, Hashable, Sendable {
    case tag, person, camera, lens
    case aperture = "f"
    case iso, year, date, time, place, rating, label
    case kind = "is"
    case author = "by"

    /// The fields that each `Photo` answers.
    public static let ofPhoto: Set<SearchField> = [.tag, .author, .year, .date, .time]
}

/// A value that a field can't have, or a field that doesn't exist.
public struct SearchMistake: Error, Hashable, Sendable {
    /// Nil for one that doesn't exist.
    public let field: SearchField?
    /// The value, or the name of the field that doesn't exist.
    public let value: String
}

/// An element of a list that can be searched. Unknown properties match no condition.
public protocol Searchable {
    /// Whether a word occurs in any text, such as the title.
    func contains(_ word: FoldedText) -> Bool
    /// Whether a word occurs in a field that is a text.
    func contains(_ word: FoldedText, in field: SearchField) -> Bool
    /// When the photo was taken, in its own time as if it were UTC.
    var searchedDate: Date? { get }
    /// 1 to 5, or -1 for a rejected photo; nil for an unrated one.
    var searchedRating: Int? { get }
    var searchedKind: FileKind? { get }
    /// The ID of the photo; nil for an album.
    var searchedID: Photo.ID? { get }
    /// Whether the user has flagged the photo as a pick.
    var isPicked: Bool { get }
    /// Whether the photo has a color label.
    var isLabeled: Bool { get }
    /// Whether the service keeps the photo as a favorite.
    var isFavorite: Bool { get }
    /// Whether the coordinates are known.
    var isLocated: Bool { get }
    /// The value of a field that is a number.
    func searchedNumber(of field: SearchField) -> Double?
}

extension Searchable {
    public func contains(_ word: FoldedText, in field: SearchField) -> Bool { false }
    public var searchedDate: Date? { nil }
    public var searchedRating: Int? { nil }
    public var searchedKind: FileKind? { nil }
    public var searchedID: Photo.ID? { nil }
    public var isPicked: Bool { false }
    public var isLabeled: Bool { false }
    public var isFavorite: Bool { false }
    public var isLocated: Bool { false }
    public func searchedNumber(of field: SearchField) -> Double? { nil }
}

/// Elements that are searched together, which is quicker than one by one: each function returns one result per element.
/// Unknown properties match no condition.
public protocol SearchTable {
    var count: Int { get }
    /// Whether a word occurs in any text of an element.
    func containing(_ word: FoldedText) -> [Bool]
    /// Whether a word occurs in a field that is a text.
    func containing(_ word: FoldedText, in field: SearchField) -> [Bool]
    /// When the photo was taken, in its own time as if it were UTC.
    func dates() -> [Date?]
    /// Whether the rating is one of these, of which 0 is for unrated photos and -1 for rejected ones.
    func rated(_ ratings: ClosedRange<Int>) -> [Bool]
    /// Whether the user has flagged the photo as a pick.
    func picked() -> [Bool]
    /// Whether the photo has a color label.
    func labeled() -> [Bool]
    func ofKind(_ kind: FileKind) -> [Bool]
    /// Whether the photo is one of these.
    func contained(in photos: Set<Photo.ID>) -> [Bool]
    /// Whether the coordinates are known.
    func located() -> [Bool]
    /// The values of a field that is a number.
    func numbers(of field: SearchField) -> [Double?]
}

/// The folded texts and the date of an element, for search.
public struct SearchedTexts: Searchable, Hashable, Sendable {
    private let texts: [FoldedText]
    private let tags: [FoldedText]
    private let author: FoldedText?
    private let assessment: Assessment
    public let searchedDate: Date?
    public let searchedID: Photo.ID?

    public init(_ texts: [String], date: Date? = nil) {
        self.init(texts.map { FoldedText($0) }, tags: [], author: nil, date: date)
    }

    /// - Parameter texts: further texts in which words match.
    public init(_ photo: Photo, and texts: [String] = [], assessment: Assessment = Assessment()) {
        // Include the description, because the title may be only its first words.
        self.init(
            ([photo.title] + (photo.description.map { [$0] } ?? []) + texts).map { FoldedText($0) },
            tags: photo.tags.map { FoldedText($0) }, author: photo.author.map { FoldedText($0) }, date: photo.date,
            id: photo.id, assessment: assessment)
    }

    fileprivate init(
        _ texts: [FoldedText], tags: [FoldedText] = [], author: FoldedText? = nil, date: Date? = nil,
        id: Photo.ID? = nil, assessment: Assessment = Assessment()
    ) {
        self.texts = texts
        self.tags = tags
        self.author = author
        self.assessment = assessment
        searchedDate = date
        searchedID = id
    }

    public var searchedRating: Int? { assessment.rating }
    public var isPicked: Bool { assessment.isPicked }
    public var isLabeled: Bool { assessment.label != nil }

    public func contains(_ word: FoldedText) -> Bool {
        texts.contains { $0.contains(word) } || tags.contains { $0.contains(word) } || author?.contains(word) == true
    }

    public func contains(_ word: FoldedText, in field: SearchField) -> Bool {
        switch field {
        case .tag: tags.contains { $0.contains(word) }
        case .author: author?.contains(word) == true
        case .label: assessment.label.map { FoldedText($0).contains(word) } ?? false
        default: false
        }
    }
}

/// A part of a search line between spaces.
public struct SearchTerm: Sendable {
    public private(set) var isNegated = false
    public private(set) var field: SearchField?
    /// What precedes a colon and a value, if it is no field.
    fileprivate private(set) var unknownField: String?
    /// Without the quotation marks.
    public private(set) var value = ""
    /// Where the term begins in the search line.
    public let start: String.Index

    /// Returns the last term of a search line, which the user may be typing; nil without terms.
    public static func last(in typed: String) -> SearchTerm? { all(in: typed).last }

    /// Returns this term with a field and another value, as text.
    public func text(_ field: SearchField, _ value: String) -> String {
        let isOneWord = !value.contains(where: \.isWhitespace)
        return (isNegated ? "-" : "") + "\(field.rawValue):" + (isOneWord ? value : "\"\(value)\"")
    }

    /// Returns the terms of a text. A quotation mark that isn't closed extends to the end.
    fileprivate static func all(in typed: String) -> [SearchTerm] {
        var terms: [SearchTerm] = []
        var rest = typed.drop(while: \.isWhitespace)
        while !rest.isEmpty {
            var term = SearchTerm(start: rest.startIndex)
            if rest.first == "-" {
                term.isNegated = true
                rest = rest.dropFirst()
            }
            let name = rest.prefix { $0.isLetter }
            if rest.dropFirst(name.count).first == ":", let field = SearchField(rawValue: name.lowercased()) {
                term.field = field
                rest = rest.dropFirst(name.count + 1)
            } else if !name.isEmpty, rest.dropFirst(name.count).first == ":",
                rest.dropFirst(name.count + 1).first?.isWhitespace == false
            {
                term.unknownField = String(name)
            }
            var isQuoted = false
            while let character = rest.first, isQuoted || !character.isWhitespace {
                if quotationMarks.contains(character) {
                    isQuoted.toggle()
                } else {
                    term.value.append(character)
                }
                rest = rest.dropFirst()
            }
            terms.append(term)
            rest = rest.drop(while: \.isWhitespace)
        }
        return terms
    }

    private static let quotationMarks: Set<Character> = ["\"", "\u{201C}", "\u{201D}"]
}

/// A condition on an element.
public struct SearchCondition: Hashable, Sendable {
    public enum Test: Hashable, Sendable {
        /// A word that occurs in any of the texts.
        case word(FoldedText)
        /// A word that occurs in the text of a field.
        case text(SearchField, FoldedText)
        case date(Range<Date>)
        /// A day of any year.
        case dayOfYear(DayOfYear)
        /// Minutes of the day.
        case time(ClosedRange<Int>)
        case rating(ClosedRange<Int>)
        case kind(FileKind)
        case photos(Set<Photo.ID>)
        /// Matches nothing until the library knows the photos; see `SearchQuery.finding(duplicates:)`.
        case duplicate
        case picked
        case labeled
        /// A favorite of the service.
        case favorite
        /// Neither stars, nor a flag, nor a label.
        case unassessed
        case located
        case number(SearchField, ClosedRange<Double>)
        /// A year, month or day, which may also be meant as words.
        case period(Range<Date>, [FoldedText])
        case nothing

        /// Returns nil for a word of characters that searches ignore.
        fileprivate init?(word: some StringProtocol) {
            let word = FoldedText(String(word))
            guard !word.bytes.isEmpty else { return nil }
            self = .word(word)
        }

        func holds(for element: some Searchable) -> Bool {
            switch self {
            case .word(let word): element.contains(word)
            case .text(let field, let word): element.contains(word, in: field)
            case .date(let dates): element.searchedDate.map(dates.contains) ?? false
            case .dayOfYear(let day): element.searchedDate.map { DayOfYear(of: $0) == day } ?? false
            case .time(let minutes): element.searchedDate.map { minutes.contains($0.minuteOfDay) } ?? false
            case .rating(let ratings): ratings.contains(element.searchedRating ?? 0)
            case .kind(let kind): element.searchedKind == kind
            case .photos(let photos): element.searchedID.map(photos.contains) ?? false
            case .duplicate: false
            case .picked: element.isPicked
            case .labeled: element.isLabeled
            case .favorite: element.isFavorite
            case .unassessed: element.searchedRating ?? 0 == 0 && !element.isPicked && !element.isLabeled
            case .located: element.isLocated
            case .number(let field, let numbers): element.searchedNumber(of: field).map(numbers.contains) ?? false
            case .period(let dates, let words):
                element.searchedDate.map(dates.contains) == true || words.allSatisfy(element.contains)
            case .nothing: false
            }
        }

        fileprivate func holding(in table: some SearchTable) -> [Bool] {
            switch self {
            case .word(let word): table.containing(word)
            case .text(let field, let word): table.containing(word, in: field)
            case .date(let dates): table.dates().map { $0.map(dates.contains) ?? false }
            case .dayOfYear(let day): table.dates().map { $0.map { DayOfYear(of: $0) == day } ?? false }
            case .time(let minutes): table.dates().map { $0.map { minutes.contains($0.minuteOfDay) } ?? false }
            case .rating(let ratings): table.rated(ratings)
            case .kind(let kind): table.ofKind(kind)
            case .photos(let photos): table.contained(in: photos)
            case .duplicate, .favorite: [Bool](repeating: false, count: table.count)
            case .picked: table.picked()
            case .labeled: table.labeled()
            case .unassessed:
                zip(table.rated(0...0), zip(table.picked(), table.labeled())).map { $0 && !$1.0 && !$1.1 }
            case .located: table.located()
            case .number(let field, let numbers):
                table.numbers(of: field).map { $0.map(numbers.contains) ?? false }
            case .period(let dates, let words):
                zip(table.dates(), SearchQuery(words: words).matches(in: table)).map { date, hasWords in
                    hasWords || date.map(dates.contains) ?? false
                }
            case .nothing: [Bool](repeating: false, count: table.count)
            }
        }
    }

    /// The field that the condition names; nil for words, and for dates and marks that name none.
    public let field: SearchField?
    public let test: Test
    public let isNegated: Bool

    fileprivate init(field: SearchField? = nil, test: Test, isNegated: Bool) {
        self.field = field
        self.test = test
        self.isNegated = isNegated
    }

    /// A condition on a field that matches no element.
    fileprivate static func nothing(_ field: SearchField?) -> SearchCondition {
        SearchCondition(field: field, test: .nothing, isNegated: false)
    }

    /// Returns nil for a term without a value, such as `tag:` while the user types.
    fileprivate init?(_ term: SearchTerm, marked: Set<Photo.ID>?) throws(SearchMistake) {
        guard !term.value.isEmpty else { return nil }
        if let marked, term.field == .kind, term.value.lowercased() == SearchValue.marked {
            // Marks are not a property that only some libraries have, so the condition has no field.
            self.init(test: .photos(marked), isNegated: term.isNegated)
            return
        }
        let test: Test?
        switch term.field {
        case nil: test = Test(word: term.value)
        case .tag?, .person?, .camera?, .lens?, .place?, .label?, .author?:
            let word = FoldedText(term.value)
            test = term.field.flatMap { word.bytes.isEmpty ? nil : .text($0, word) }
        case let field?:
            test = Self.test(field, term.value)
            if test == nil { throw SearchMistake(field: field, value: term.value) }
        }
        guard let test else { return nil }
        self.init(field: term.field, test: test, isNegated: term.isNegated)
    }

    /// Creates the condition for `July 2022`; nil for other terms.
    fileprivate init?(month: SearchTerm, year: SearchTerm, _ months: [String]) {
        guard month.field == nil, year.field == nil, !year.isNegated, year.value.utf8.count == 4,
            let number = Self.number(ofMonth: month.value, months) ?? Self.number(ofMonth: month.value, Self.months),
            let dates = DatePrefix("\(year.value)-\(number)")
        else { return nil }
        let words = [month.value, year.value].map { FoldedText($0) }
        self.init(test: .period(dates.start..<dates.end, words), isNegated: month.isNegated)
    }

    /// Creates the condition for `2022`, `2022-07` and `2022-07-31`, also with the signs of Japanese and Chinese dates;
    /// nil for other terms.
    fileprivate init?(period term: SearchTerm) {
        let signs: Set<Character> = ["-", "\u{5E74}", "\u{6708}", "\u{65E5}"]
        let parts = term.value.split(whereSeparator: signs.contains).joined(separator: "-")
        guard term.field == nil, let dates = DatePrefix(parts[...]) else { return nil }
        self.init(test: .period(dates.start..<dates.end, [FoldedText(term.value)]), isNegated: term.isNegated)
    }

    /// Returns the number of a month, which may be abbreviated; nil for other words.
    private static func number(ofMonth name: String, _ months: [String]) -> Int? {
        let name = FoldedText(name)
        guard name.bytes.count >= 3 else { return nil }
        return months.firstIndex { FoldedText($0).bytes.starts(with: name.bytes) }.map { $0 + 1 }
    }

    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]

    private static func test(_ field: SearchField, _ value: String) -> Test? {
        switch field {
        case .kind:
            switch value.lowercased() {
            case "raw": .kind(.raw)
            case "video": .kind(.video)
            case "gps": .located
            case SearchValue.duplicate: .duplicate
            case "picked": .picked
            case "labeled": .labeled
            case SearchValue.favorite: .favorite
            case "rejected": .rating(-1 ... -1)
            case "unrated": .unassessed
            default: nil
            }
        case .rating:
            range(value, Rating.init).flatMap { first, last in
                let most = last?.stars ?? 5
                // Rejected photos are found only if the range names them.
                let least = first?.stars ?? min(0, most)
                return least <= most ? .rating(least...most) : nil
            }
        case .time:
            range(value, TimePrefix.init).flatMap { first, last in
                let (first, last) = (first?.minutes.lowerBound ?? 0, last?.minutes.upperBound ?? 24 * 60 - 1)
                return first <= last ? .time(first...last) : nil
            }
        case .aperture, .iso:
            range(value, NumberBound.init).flatMap { first, last in
                let (least, most) = (first?.number ?? 0, last?.number ?? .infinity)
                return least <= most ? .number(field, least...most) : nil
            }
        case .date where value.hasPrefix("*-"): DayOfYear(value.dropFirst(2)).map(Test.dayOfYear)
        default:
            range(value, DatePrefix.init).flatMap { first, last in
                let (start, end) = (first?.start ?? .distantPast, last?.end ?? .distantFuture)
                return start < end ? .date(start..<end) : nil
            }
        }
    }

    /// Parses `VALUE`, `FIRST..LAST`, one of them open, or `>=VALUE` and its like. A bound is nil if the range is open
    /// there. Returns nil for anything else.
    private static func range<Bound: SearchBound>(
        _ text: String, _ bound: (Substring) -> Bound?
    ) -> (Bound?, Bound?)? {
        for (sign, isLower, step) in [(">=", true, 0), ("<=", false, 0), (">", true, 1), ("<", false, -1)]
        where text.hasPrefix(sign) {
            guard let value = bound(text.dropFirst(sign.count)), let moved = value.moved(step) else { return nil }
            return isLower ? (moved, nil) : (nil, moved)
        }
        guard let dots = text.firstRange(of: "..") else { return bound(text[...]).map { ($0, $0) } }
        let ends = [text[..<dots.lowerBound], text[dots.upperBound...]].map { ($0.isEmpty, bound($0)) }
        guard ends.allSatisfy({ isOpen, value in isOpen || value != nil }), !ends.allSatisfy(\.0) else { return nil }
        return (ends[0].1, ends[1].1)
    }

    func narrows(_ other: SearchCondition) -> Bool {
        if self == other { return true }
        guard !isNegated, !other.isNegated else { return false }
        switch (test, other.test) {
        case (.word(let word), .word(let part)): return word.contains(part)
        // The name of a color finds labels that don't contain it, such as `Rot`.
        case (.text(.label, _), .text): return false
        case (.text(let field, let word), .text(let otherField, let part)):
            return field == otherField && word.contains(part)
        default: return false
        }
    }
}

/// A value that can bound a range.
private protocol SearchBound {
    /// Returns the value before or after; nil if there is none.
    func moved(_ step: Int) -> Self?
}

private struct Rating: SearchBound {
    let stars: Int

    init?(_ text: Substring) {
        guard let stars = Int(text), Self.range.contains(stars) else { return nil }
        self.stars = stars
    }

    /// From rejected to five stars; 0 is unrated.
    private static let range = -1...5

    private init(stars: Int) {
        self.stars = stars
    }

    func moved(_ step: Int) -> Rating? {
        Self.range.contains(stars + step) ? Rating(stars: stars + step) : nil
    }
}

/// A number without a sign, such as `2.8` and `400`.
private struct NumberBound: SearchBound {
    let number: Double

    init?(_ text: Substring) {
        guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }),
            let number = Double(text),
            number < 1e9
        else { return nil }
        self.number = number
    }

    private init(number: Double) {
        self.number = number
    }

    func moved(_ step: Int) -> NumberBound? {
        switch step {
        case 1: NumberBound(number: number.nextUp)
        case -1: number > 0 ? NumberBound(number: number.nextDown) : nil
        default: self
        }
    }
}

/// An hour or a minute of the day, such as `18` and `18:30`.
private struct TimePrefix: SearchBound {
    let minutes: ClosedRange<Int>

    init?(_ text: Substring) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { part in
            (1...2).contains(part.utf8.count) && part.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(part) : nil
        }
        guard numbers.count == parts.count, let hour = numbers.first, hour < 24 else { return nil }
        switch numbers.dropFirst().first {
        case nil: self.init(minutes: hour * 60...hour * 60 + 59)
        case let minute? where numbers.count == 2 && minute < 60:
            self.init(minutes: hour * 60 + minute...hour * 60 + minute)
        default: return nil
        }
    }

    private init(minutes: ClosedRange<Int>) {
        self.minutes = minutes
    }

    func moved(_ step: Int) -> TimePrefix? {
        let minute = step < 0 ? minutes.lowerBound - 1 : minutes.upperBound + 1
        guard step != 0 else { return self }
        return (0..<24 * 60).contains(minute) ? TimePrefix(minutes: minute...minute) : nil
    }
}

extension Date {
    /// The minute of the day in UTC, from 0.
    var minuteOfDay: Int {
        let seconds = timeIntervalSince1970.truncatingRemainder(dividingBy: 24 * 60 * 60)
        return Int((seconds < 0 ? seconds + 24 * 60 * 60 : seconds) / 60)
    }
}

/// A day of any year, such as `*-08-16`.
public struct DayOfYear: Hashable, Sendable {
    /// 1 to 12.
    public let month: Int
    /// 1 to 31.
    public let day: Int

    fileprivate init?(_ text: Substring) {
        // A leap year has all days.
        guard let date = DatePrefix("2000-\(text)"), text.contains("-") else { return nil }
        self.init(of: date.start)
    }

    fileprivate init(of date: Date) {
        let days = Int((date.timeIntervalSince1970 / (24 * 60 * 60)).rounded(.down))
        (month, day) = GregorianDay.monthAndDay(ofNumber: days)
    }
}

/// A year, month or day, such as `2024`, `2024-05` and `2024-05-12`.
private struct DatePrefix: SearchBound {
    let start: Date
    let end: Date

    init?(_ text: Substring) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { $0.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int($0) : nil }
        guard (1...3).contains(parts.count), numbers.count == parts.count, parts[0].count == 4,
            (1...9999).contains(numbers[0])
        else { return nil }
        let month = numbers.count > 1 ? numbers[1] : 1
        let day = numbers.count > 2 ? numbers[2] : 1
        let components = DateComponents(year: numbers[0], month: month, day: day)
        let unit: Calendar.Component = [.year, .month, .day][numbers.count - 1]
        // The calendar accepts the 40th of May, and returns another day.
        guard (1...12).contains(month), let start = Self.calendar.date(from: components),
            Self.calendar.component(.day, from: start) == day,
            let end = Self.calendar.date(byAdding: unit, value: 1, to: start)
        else { return nil }
        self.init(start: start, end: end)
    }

    private init(start: Date, end: Date) {
        self.start = start
        self.end = end
    }

    func moved(_ step: Int) -> DatePrefix? {
        switch step {
        case 1: DatePrefix(start: end, end: end)
        case -1: DatePrefix(start: start, end: start)
        default: self
        }
    }

    private static let calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }()
}
