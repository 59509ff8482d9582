import Albums
import Localization
import TerminalUI

/// A note beside a search while the user types it: its fields, examples for one of them, or a mistake.
struct SearchHelp: Hashable {
    let text: String
    let isMistake: Bool

    /// The mistake in the search; nil if it is valid.
    var mistake: String? { isMistake ? text : nil }

    /// Returns nil if the library's photos have no fields.
    ///
    /// - Parameter hasFavorites: whether `is:favorite` finds the favorites of the library's service.
    init?(for typed: String, fields: Set<SearchField>, hasFavorites: Bool) {
        guard !fields.isEmpty else { return nil }
        let query = SearchQuery(typed, marked: [], hasFavorites: hasFavorites)
        if let mistake = UserFacingText.searchMistake(in: query, fields: fields, hasFavorites: hasFavorites) {
            self.init(text: mistake, isMistake: true)
        } else if let field = SearchQuery.lastField(in: typed) {
            let examples = field.examples(hasFavorites: hasFavorites)
            self.init(text: localized("For example \(examples); \(Key(.tab).label) lists all"), isMistake: false)
        } else {
            let names = SearchField.allCases.filter(fields.contains).map(\.typed).joined(separator: " ")
            self.init(text: localized("Fields: \(names)"), isMistake: false)
        }
    }

    /// Creates the note for a search of albums, which have no fields: where the one that the user types can be searched.
    /// Returns nil without a field.
    ///
    /// - Parameters:
    ///   - fields: the fields of the library's photos.
    ///   - feedKey: the label of the key that shows the feed.
    init?(forAlbums typed: String, fields: Set<SearchField>, feedKey: String) {
        let used = SearchQuery(typed, marked: []).fields.union(SearchQuery.lastField(in: typed).map { [$0] } ?? [])
        guard let field = SearchField.allCases.first(where: used.intersection(fields).contains) else { return nil }
        self.init(
            text: localized("To find photos with \(field.typed), search the feed (\(feedKey))"), isMistake: true)
    }

    private init(text: String, isMistake: Bool) {
        self.text = text
        self.isMistake = isMistake
    }
}

extension UserFacingText {
    /// Returns why a search finds nothing whatever the photos are, and what to write instead; nil for a valid search.
    ///
    /// - Parameters:
    ///   - fields: the fields of the library's photos.
    ///   - hasFavorites: whether `is:favorite` finds the favorites of the library's service.
    public static func searchMistake(
        in query: SearchQuery, fields: Set<SearchField>, hasFavorites: Bool
    ) -> String? {
        if let mistake = query.mistake {
            mistake.field.map { usage(of: $0, hasFavorites: hasFavorites) } ?? missing("\(mistake.value):")
        } else if let field = query.fields.subtracting(fields).min(by: { $0.rawValue < $1.rawValue }) {
            missing(field.typed)
        } else {
            nil
        }
    }

    private static func missing(_ field: String) -> String { localized("Photos here have no field \(field)") }

    /// Returns what to write for a field.
    public static func usage(of field: SearchField, hasFavorites: Bool) -> String {
        localized("Use \(field.examples(hasFavorites: hasFavorites))")
    }
}

extension SearchField {
    /// The field with its colon, such as `tag:`.
    public var typed: String { rawValue + ":" }

    fileprivate func examples(hasFavorites: Bool) -> String {
        switch self {
        case .tag: "tag:beach"
        case .person: "person:ada"
        case .camera: "camera:nikon"
        case .lens: "lens:50mm"
        case .aperture: "f:2.8, f:1.4..2"
        case .iso: "iso:400, iso:>=1600"
        case .year: "year:2024, year:2020..2024"
        case .date: "date:2024-05, date:2024-05-12..2024-08, date:*-08-16"
        case .time: "time:18, time:6:30..9"
        case .place: "place:rome"
        case .rating: "rating:5, rating:>=4, rating:-1"
        case .label: "label:red"
        case .kind: hasFavorites ? "is:favorite, is:rejected, is:video" : "is:picked, is:rejected, is:raw"
        case .author: "by:ada"
        }
    }
}
