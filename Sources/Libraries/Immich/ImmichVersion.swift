import Basics

/// The version of a server, and what differs between versions. Everything else asks this type.
struct ImmichVersion: Comparable, Decodable, Sendable {
    let major: Int
    let minor: Int
    let patch: Int

    /// The first version with time buckets in columns.
    static let oldest = ImmichVersion(1, 133)
    /// The first version that rejects photos, by the rating -1.
    static let firstToReject = ImmichVersion(3, 0)
    /// The first version that edits pictures.
    static let firstToEdit = ImmichVersion(2, 5)

    init(_ major: Int, _ minor: Int, _ patch: Int = 0) {
        (self.major, self.minor, self.patch) = (major, minor, patch)
    }

    init(from decoder: any Decoder) throws {
        let wire = try Wire(from: decoder)
        self.init(wire.major.value, wire.minor.value, wire.patch?.value?.value ?? 0)
    }

    private struct Wire: Decodable {
        let major: Count
        let minor: Count
        let patch: Lossy<Count>?
    }

    static func < (left: Self, right: Self) -> Bool {
        (left.major, left.minor, left.patch) < (right.major, right.minor, right.patch)
    }

    /// `3.0.3`, or `3.0` without patches.
    var text: String { patch > 0 ? "\(major).\(minor).\(patch)" : "\(major).\(minor)" }

    /// Whether the server reports the permissions of a key.
    var reportsPermissions: Bool { self >= ImmichVersion(1, 139) }
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
    /// Whether pictures can be edited, and have edited versions, which have to be asked for.
    var editsPictures: Bool { self >= Self.firstToEdit }
    /// Whether searches are trees of conditions, and their pages continue at a cursor.
    var searchesByFilter: Bool { self >= ImmichVersion(3, 2) }
}
