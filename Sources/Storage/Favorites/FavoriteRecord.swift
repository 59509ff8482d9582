import Albums
import Basics
import FoundationEssentials

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

extension FavoriteRecord {
    /// The columns that describe a favorite; `thumbnail` and the checksums follow.
    static let columns = [
        "identity", "library", "photo", "album", "albumTitle", "title", "tags", "author", "description", "date",
        "aspect", "placeholder", "link", "attribution", "authorLink", "file", "added", "dateKind",
    ]

    /// Returns a query for rows as `init(_:isRepairing:)` and `FavoriteChecksum` read them.
    static func selection(_ clause: String, withThumbnails: Bool) -> String {
        """
        SELECT \(columns.joined(separator: ", ")), \(withThumbnails ? "thumbnail" : "NULL"), checksum, thumbnailChecksum
        FROM favorite \(clause)
        """
    }

    static let newestFirst = "ORDER BY added DESC, rowid DESC"

    /// Reads a row; nil if a value is missing or malformed.
    /// - Parameter isRepairing: whether only the library and the photo must be readable.
    init?(_ row: Row, isRepairing: Bool = false) {
        func text(_ column: Int, orIfRepairing other: String) -> String? {
            row.text(column) ?? (isRepairing ? other : nil)
        }
        let tags = row.text(6).flatMap { try? JSONDecoder().decode([String].self, from: Data($0.utf8)) }
        let added = row.integer(16).map(Date.init(milliseconds:))
        guard let library = row.text(1), let photo = row.text(2), let album = text(3, orIfRepairing: ""),
            let title = text(5, orIfRepairing: ""), let tags = tags ?? (isRepairing ? [] : nil),
            let added = isRepairing ? added.flatMap(Timestamp.init)?.date ?? .now : added
        else { return nil }
        self.init(
            identity: row.text(0), library: library, photo: photo, album: album, albumTitle: row.text(4), title: title,
            tags: tags, author: row.text(7), description: row.text(8),
            date: row.integer(9).map(Date.init(milliseconds:)), dateKind: row.text(17), aspect: row.real(10),
            placeholder: row.text(11), link: row.text(12), attribution: row.text(13), authorLink: row.text(14),
            file: row.text(15), added: added, thumbnail: row.blob(18).map { Data($0) })
    }

    /// Reads favorites, and counts damaged rows. A readable row with a wrong checksum is counted, but still returned.
    /// - Parameter clause: the end of the query.
    static func favorites(
        _ clause: String = newestFirst, withThumbnails: Bool = false, in database: Database
    ) throws -> (readable: [Favorite], damaged: Int) {
        var damaged = 0
        let favorites = try database.rows(selection(clause, withThumbnails: withThumbnails)) { row in
            let favorite = FavoriteRecord(row)?.favorite
            if favorite == nil || !FavoriteChecksum.matches(row, withThumbnail: withThumbnails) { damaged += 1 }
            return favorite
        }
        return (favorites, damaged)
    }

    /// Returns a favorite with its thumbnail; nil if its row is missing or damaged.
    static func favorite(_ id: Favorite.ID, in database: Database) throws -> Favorite? {
        try database.first(
            selection("WHERE identity = ?", withThumbnails: true), [.text(identity(of: id))]
        ) { FavoriteRecord($0)?.favorite }
    }

    /// Whether a favorite has a row, readable or not.
    static func exists(_ id: Favorite.ID, in database: Database) throws -> Bool {
        try database.integer("SELECT 1 FROM favorite WHERE identity = ?", [.text(identity(of: id))]) != nil
    }

    static func count(in database: Database) throws -> Int {
        try database.integer("SELECT count(*) FROM favorite") ?? 0
    }

    static func remove(_ id: Favorite.ID, in database: Database) throws {
        try database.run("DELETE FROM favorite WHERE identity = ?", [.text(identity(of: id))])
    }

    /// Adds a favorite, replacing a damaged row. Returns false if a readable row exists.
    static func add(_ favorite: Favorite, in database: Database) throws -> Bool {
        if try Self.favorite(favorite.id, in: database) != nil { return false }
        let record = FavoriteRecord(favorite, identity: identity(of: favorite.id))
        let columns = columns + ["thumbnail"]
        try database.run(
            """
            INSERT OR REPLACE INTO favorite (\(columns.joined(separator: ", ")))
            VALUES (\(columns.map { _ in "?" }.joined(separator: ", ")))
            """, try record.values())
        try FavoriteChecksum.store(of: favorite.id, in: database)
        return true
    }

    /// The values of `columns` and of the thumbnail.
    private func values() throws -> [DatabaseValue] {
        [
            .init(identity), .text(library), .text(photo), .text(album), .init(albumTitle), .text(title),
            .text(String(decoding: try JSONEncoder().encode(tags), as: UTF8.self)), .init(author), .init(description),
            .init(date?.milliseconds), .init(aspect), .init(placeholder), .init(link), .init(attribution),
            .init(authorLink), .init(file), .init(added.milliseconds), .init(dateKind),
            .init(thumbnail.map { Array($0) }),
        ]
    }

    /// Adds a thumbnail, and an album's title if there is one, to the row of a favorite.
    static func complete(_ completion: FavoriteCompletion, in database: Database) throws {
        try database.run(
            "UPDATE favorite SET thumbnail = ?, albumTitle = coalesce(?, albumTitle) WHERE identity = ?",
            [.blob(completion.thumbnail), .init(completion.albumTitle), .text(identity(of: completion.id))])
        try FavoriteChecksum.store(of: completion.id, in: database)
    }

    /// Returns the primary key of an ID: the URL of a file, otherwise library and photo.
    static func identity(of id: Favorite.ID) -> String {
        id.file == nil ? "\(id.library)\n\(id.photo.rawValue)" : id.photo.rawValue
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
        case .thumbHash(let bytes): thumbHashPrefix + Data(bytes).base64EncodedString()
        case .color(let red, let green, let blue):
            "#" + [red, green, blue].hexadecimal.uppercased()
        }
    }

    /// Sets ThumbHashes apart from BlurHashes, which contain no space.
    private static let thumbHashPrefix = "thumb "

    private static func placeholder(_ text: String) -> Placeholder {
        if text.hasPrefix(thumbHashPrefix),
            let bytes = Data(base64Encoded: String(text.dropFirst(thumbHashPrefix.count)))
        {
            return .thumbHash([UInt8](bytes))
        }
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
