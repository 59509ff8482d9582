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
    init?(for typed: String, in capabilities: Capabilities) {
        guard !capabilities.searchFields.isEmpty else { return nil }
        let query = SearchQuery(typed, in: capabilities, marked: [])
        if let mistake = UserFacingText.mistake(in: query, for: capabilities) {
            self.init(text: mistake, isMistake: true)
        } else if let field = SearchQuery.lastField(in: typed) {
            let examples = field.examples(in: capabilities)
            self.init(text: localized("For example \(examples); \(Key(.tab).label) lists all"), isMistake: false)
        } else {
            let names = SearchField.allCases.filter(capabilities.searchFields.contains).map(\.typed).joined(
                separator: " ")
            self.init(text: localized("Fields: \(names)"), isMistake: false)
        }
    }

    /// Creates the note for a search of albums, which have no fields: where the one that the user types can be searched.
    /// Returns nil without a field.
    ///
    /// - Parameters:
    ///   - capabilities: those of the library.
    ///   - feedKey: the label of the key that shows the feed.
    init?(forAlbums typed: String, in capabilities: Capabilities, feedKey: String) {
        let used = SearchQuery(typed, marked: []).fields.union(SearchQuery.lastField(in: typed).map { [$0] } ?? [])
        guard let field = SearchField.allCases.first(where: used.intersection(capabilities.searchFields).contains)
        else { return nil }
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
    public static func mistake(in query: SearchQuery, for capabilities: Capabilities) -> String? {
        if let mistake = query.mistake {
            mistake.field.map { usage(of: $0, in: capabilities) } ?? missing("\(mistake.value):")
        } else if let field = query.fields.subtracting(capabilities.searchFields).min(by: { $0.rawValue < $1.rawValue })
        {
            missing(field.typed)
        } else {
            nil
        }
    }

    private static func missing(_ field: String) -> String { localized("Photos here have no field \(field)") }

    /// Returns what to write for a field.
    public static func usage(of field: SearchField, in capabilities: Capabilities) -> String {
        localized("Use \(field.examples(in: capabilities))")
    }
}

extension SearchField {
    /// The field with its colon, such as `tag:`.
    public var typed: String { rawValue + ":" }

    fileprivate func examples(in capabilities: Capabilities) -> String {
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
        case .kind: capabilities.hasFavorites ? "is:favorite, is:rejected, is:video" : "is:picked, is:rejected, is:raw"
        case .author: "by:ada"
        }
    }
}
