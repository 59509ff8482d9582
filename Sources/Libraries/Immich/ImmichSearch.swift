import Albums
import Basics

/// A search of a server's metadata. Until version 3.2 a body has one field for each condition, from then on a tree of
/// conditions that implies nothing.
struct ImmichSearch: Hashable, Sendable {
    /// Conditions that all hold, by their flat name.
    private var fields: [String: JSONValue] = [:]
    private var filter: [String: JSONValue] = [:]

    /// The number of photos in a page: a few screens.
    static let size = 250

    /// Confines the search to an album or a person or, without one, to the timeline.
    mutating func confine(to album: Album.ID?, version: ImmichVersion) {
        switch album.flatMap({ ImmichAlbumID($0) }) {
        case .album(let id):
            if version.searchesAlbums { fields["albumIds"] = .strings([id]) }
            filter["albumIds"] = ["any": .strings([id])]
        case .person(let id):
            confine("visibility", to: "timeline")
            confine("personIds", toElement: id)
        case .place, nil: confine("visibility", to: "timeline")
        }
    }

    /// Confines the search to photos taken in a range of time.
    mutating func confine(to instants: ClosedRange<Double>) {
        let first = JSONValue.string(ImmichDate.parameter(instants.lowerBound))
        let last = JSONValue.string(ImmichDate.parameter(instants.upperBound))
        (fields["takenAfter"], fields["takenBefore"]) = (first, last)
        filter["takenAt"] = ["gte": first, "lte": last]
    }

    /// Confines the search to photos whose file name contains a text.
    mutating func confine(toNamesWith text: String) {
        fields["originalFileName"] = .string(text)
        filter["originalFileName"] = ["like": .string(text)]
    }

    /// Confines the search to photos with a value, such as the city.
    mutating func confine(_ field: String, to value: JSONValue) {
        fields[field] = value
        filter[field] = ["eq": value]
    }

    /// Confines the search to photos with an element of a list, such as a person.
    mutating func confine(_ list: String, toElement id: String) {
        fields[list] = .strings([id])
        filter[list] = ["any": .strings([id])]
    }

    /// The body of a request for a page of the metadata search.
    ///
    /// - Parameter page: as the page before has named it; nil for the first one.
    func body(_ version: ImmichVersion, page: String? = nil) -> JSONValue {
        var body: [String: JSONValue] = ["size": .number(Double(words == nil ? Self.size : 100)), "withExif": true]
        if let words { body["query"] = .string(words) } else { body["withPeople"] = true }
        if version.searchesByFilter {
            body["filter"] = .object(filter.merging(["trashedAt": ["eq": .null]]) { $1 })
            if let page { body["cursor"] = .string(page) }
        } else {
            body.merge(fields) { $1 }
            if let page = page.flatMap(Double.init) { body["page"] = .number(page) }
        }
        return .object(body)
    }

    /// Words by whose meaning the server ranks the photos; it ranks all, so that only the first page is of use.
    var words: String?

    var path: [String] { ["search", words == nil ? "metadata" : "smart"] }
}
