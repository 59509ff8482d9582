import Albums
import Basics
import FoundationEssentials
import GRDB

/// A favorite as a row of the database and as an object in an export.
struct FavoriteRecord: Codable, Sendable {
    enum CodingKeys: String, CodingKey {
        case identity, library, photo, album, albumTitle, title, tags, author, description, date, dateKind, aspect
        case placeholder, link, attribution, authorLink, file, added, thumbnail
    }

    /// The primary key; omitted from exports.
    let identity: String?
    let library: String
    let photo: String
    let album: String
    let albumTitle: String?
    let title: String
    let tags: [String]
    let author: String?
    let description: String?
    let date: Date?
    /// `taken` or `modified`; nil in older rows.
    let dateKind: String?
    let aspect: Double?
    /// A color such as `#F2B66D`, or a BlurHash, which is never seven characters long.
    let placeholder: String?
    let link: String?
    let attribution: String?
    let authorLink: String?
    /// A `file:` URL.
    let file: String?
    let added: Date
    /// An encoded picture; omitted from lists.
    let thumbnail: Data?
}

extension FavoriteRecord: FetchableRecord, PersistableRecord {
    static let databaseTableName = "favorite"

    /// Dates are stored as milliseconds since 1970.
    static func databaseDateEncodingStrategy(for column: String) -> DatabaseDateEncodingStrategy {
        .custom { $0.milliseconds }
    }

    static func databaseDateDecodingStrategy(for column: String) -> DatabaseDateDecodingStrategy {
        .custom { Int64.fromDatabaseValue($0).map(Date.init(milliseconds:)) }
    }

    /// Fetches favorites, and counts damaged rows. Those that are readable, but not as they were written, are returned.
    static func favorites(
        _ request: QueryInterfaceRequest<FavoriteRecord>, in db: Database
    ) throws -> (readable: [Favorite], damaged: Int) {
        var favorites: [Favorite] = []
        var damaged = 0
        let rows = try Row.fetchCursor(db, request)
        while let row = try rows.next() {
            let favorite = favorite(in: row)
            if let favorite { favorites.append(favorite) }
            if favorite == nil || !FavoriteChecksum.matches(row) { damaged += 1 }
        }
        return (favorites, damaged)
    }

    /// Returns a favorite with its thumbnail; nil if its row is missing or damaged.
    static func favorite(_ id: Favorite.ID, in db: Database) throws -> Favorite? {
        let statement = try db.cachedStatement(sql: "SELECT * FROM favorite WHERE identity = ?")
        return try Row.fetchOne(statement, arguments: [identity(of: id)]).flatMap(favorite)
    }

    /// Whether a favorite has a row, readable or not.
    static func exists(_ id: Favorite.ID, in db: Database) throws -> Bool {
        let statement = try db.cachedStatement(sql: "SELECT 1 FROM favorite WHERE identity = ?")
        return try Int.fetchOne(statement, arguments: [identity(of: id)]) != nil
    }

    static func remove(_ id: Favorite.ID, in db: Database) throws {
        let statement = try db.cachedStatement(sql: "DELETE FROM favorite WHERE identity = ?")
        try statement.execute(arguments: [identity(of: id)])
    }

    /// Adds a favorite, replacing a damaged row. Returns false if a readable row exists.
    static func add(_ favorite: Favorite, in db: Database) throws -> Bool {
        if try exists(favorite.id, in: db), try Self.favorite(favorite.id, in: db) != nil { return false }
        let identity = identity(of: favorite.id)
        try FavoriteRecord(favorite, identity: identity).insert(db, onConflict: .replace)
        try FavoriteChecksum.store(where: "identity = ?", [identity], in: db)
        return true
    }

    /// Returns a query for the row of a favorite.
    static func with(_ id: Favorite.ID) -> QueryInterfaceRequest<FavoriteRecord> {
        filter(Column("identity") == identity(of: id))
    }

    /// Returns the primary key of an ID: the URL of a file, otherwise library and photo.
    static func identity(of id: Favorite.ID) -> String {
        id.file == nil ? "\(id.library)\n\(id.photo.rawValue)" : id.photo.rawValue
    }

    static func favorite(in row: Row) -> Favorite? {
        try? FavoriteRecord(row: row).favorite
    }
}

extension QueryInterfaceRequest<FavoriteRecord> {
    /// All rows without thumbnails, because there may be many.
    static var newestFirst: Self {
        FavoriteRecord.select(.allColumns(excluding: ["thumbnail"])).order(Column("added").desc, Column.rowID.desc)
    }
}

extension FavoriteRecord {
    init(_ favorite: Favorite, identity: String? = nil) {
        let photo = favorite.photo
        self.identity = identity
        library = favorite.library
        self.photo = photo.id.rawValue
        album = photo.albumID.rawValue
        albumTitle = favorite.albumTitle
        title = photo.title
        tags = photo.tags
        author = photo.author
        description = photo.description
        date = photo.date
        dateKind = Self.dateKinds.first { $1 == photo.dateKind }?.key
        aspect = photo.aspect
        placeholder = photo.placeholder.map(Self.text)
        link = photo.link
        attribution = photo.attribution
        authorLink = photo.authorLink
        file = favorite.file.map(FileAddress.make)
        added = favorite.added
        thumbnail = favorite.thumbnail.map { Data($0) }
    }

    /// The first field that a favorite needs and that is invalid.
    var invalidField: CodingKeys? {
        if Identity(library) == nil { return .library }
        if Identity(photo) == nil { return .photo }
        return Timestamp(added) == nil ? .added : nil
    }

    /// The favorite; nil if one of its fields is invalid.
    var favorite: Favorite? {
        guard invalidField == nil else { return nil }
        let path = file.flatMap(Identity.init).flatMap { FileAddress.path(of: $0.text) }
        let isVideo = path.map { FileKind(fileNamed: $0) == .video } ?? false
        return Favorite(
            photo: Photo(
                id: Photo.ID(photo), albumID: Album.ID(Identity(album)?.text ?? ""), title: title, tags: tags,
                author: author,
                description: description, date: date, dateKind: kindOfDate, aspect: aspect,
                placeholder: placeholder.map(Self.placeholder), link: link, attribution: attribution,
                authorLink: authorLink, video: isVideo ? Video() : nil),
            library: library, albumTitle: albumTitle,
            file: path, added: added,
            thumbnail: thumbnail.map { Array($0) }.flatMap { Self.isThumbnail($0) ? $0 : nil })
    }

    /// Older rows have the dates of services, and mostly the modification times of files.
    private var kindOfDate: Photo.DateKind {
        dateKind.flatMap { Self.dateKinds[$0] } ?? (file == nil ? .taken : .modified)
    }

    private static let dateKinds: [String: Photo.DateKind] = ["taken": .taken, "modified": .modified]

    /// Whether the bytes may be a thumbnail made by Tintype, a small WebP. Other formats, which can only come from an
    /// import, must never reach a decoder.
    private static func isThumbnail(_ bytes: [UInt8]) -> Bool {
        bytes.count <= maxThumbnailSize && bytes.starts(with: "RIFF".utf8)
            && bytes.dropFirst(8).starts(with: "WEBP".utf8)
    }

    /// In bytes; 256 x 256 pixels uncompressed.
    private static let maxThumbnailSize = 256 << 10

    private static func text(_ placeholder: Placeholder) -> String {
        switch placeholder {
        case .blurHash(let hash): hash
        case .color(let red, let green, let blue):
            "#" + [red, green, blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
        }
    }

    private static func placeholder(_ text: String) -> Placeholder {
        guard text.utf8.count == 7, text.hasPrefix("#"), let color = UInt32(text.dropFirst(), radix: 16) else {
            return .blurHash(BoundedText(text).text)
        }
        return .color(
            red: UInt8(truncatingIfNeeded: color >> 16), green: UInt8(truncatingIfNeeded: color >> 8),
            blue: UInt8(truncatingIfNeeded: color))
    }
}

extension Date {
    /// Milliseconds since 1970, clamped to some 300,000 years.
    var milliseconds: Int64 {
        let milliseconds = (timeIntervalSince1970 * 1000).rounded()
        return Int64(exactly: min(max(milliseconds, -1e16), 1e16)) ?? 0
    }

    init(milliseconds: Int64) {
        self.init(timeIntervalSince1970: Double(milliseconds) / 1000)
    }
}
