import Basics

/// The version of a server, and what differs between versions. Everything else asks this type.
struct ImmichVersion: Comparable, Decodable, Sendable {
    let major: Int
    let minor: Int

    /// The first version with time buckets in columns.
    static let oldest = ImmichVersion(1, 133)

    init(_ major: Int, _ minor: Int) {
        (self.major, self.minor) = (major, minor)
    }

    init(from decoder: any Decoder) throws {
        let wire = try Wire(from: decoder)
        self.init(wire.major.value, wire.minor.value)
    }

    private struct Wire: Decodable {
        let major: Count
        let minor: Count
    }

    static func < (left: Self, right: Self) -> Bool { (left.major, left.minor) < (right.major, right.minor) }

    /// Whether one request lists the albums of all owners; before, shared albums need another one.
    var listsSharedAlbums: Bool { major >= 3 }
    /// Whether a search can be confined to albums, with the photos of all contributors.
    var searchesAlbums: Bool { major >= 3 }
    /// Whether time buckets have points in time, besides local times.
    var sendsInstants: Bool { self >= ImmichVersion(1, 135) }
    /// Whether the server lists the lenses of photos.
    var suggestsLenses: Bool { major >= 2 }
    /// Whether one request sets the rating of several photos.
    var ratesSeveral: Bool { major >= 2 }
    /// The rating that removes the stars.
    var unrated: JSONValue { self >= ImmichVersion(2, 6) ? .null : 0 }
    /// Whether the rating -1 rejects a photo.
    var rejects: Bool { major >= 3 }
    /// Whether pictures have edited versions, which have to be asked for.
    var editsPictures: Bool { self >= ImmichVersion(2, 5) }
    /// Whether searches are trees of conditions, and their pages continue at a cursor.
    var searchesByFilter: Bool { self >= ImmichVersion(3, 2) }
}
