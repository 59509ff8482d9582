import Albums
import FoundationEssentials
import GRDB

/// The rows of marked photos: by the library in which a photo is marked and the photo's ID there, with everything that is
/// stored of a favorite.
enum MarkRecord {
    static func photos(markedIn library: String, in db: Database) throws -> [Photo] {
        var photos: [Photo] = []
        try forEach(in: db, "WHERE library = ?", [library]) { photos.append($1) }
        return photos
    }

    /// Passes marked photos with their libraries to `body`, in the order they were marked; skips damaged rows.
    static func forEach(
        in db: Database, _ filter: String = "", _ arguments: StatementArguments = [],
        _ body: (_ library: String, _ photo: Photo) -> Void
    ) throws {
        let rows = try Row.fetchCursor(
            db, sql: "SELECT library, photo, record FROM mark \(filter) ORDER BY rowid", arguments: arguments)
        while let row = try rows.next() {
            if let (library, photo) = mark(in: row) { body(library, photo) }
        }
    }

    /// Returns a marked photo with its library; nil if the row is damaged.
    static func mark(in row: Row) -> (library: String, photo: Photo)? {
        guard let library = String.fromDatabaseValue(row["library"]),
            let id = Data.fromDatabaseValue(row["photo"]).map({ String(decoding: $0, as: UTF8.self) }),
            let text = String.fromDatabaseValue(row["record"]),
            let record = try? JSONDecoder().decode(FavoriteRecord.self, from: Data(text.utf8)),
            let favorite = record.favorite
        else { return nil }
        return (library, favorite.photo.with(id: Photo.ID(id)))
    }

    static func add(_ photo: Photo, in library: String, _ db: Database) throws {
        let favorite = Favorite(photo: photo, library: library, file: photo.file, added: Date(milliseconds: 0))
        let record = try JSONEncoder().encode(FavoriteRecord(favorite))
        let statement = try db.cachedStatement(
            sql: "INSERT OR REPLACE INTO mark (library, photo, record) VALUES (?, ?, ?)")
        try statement.execute(
            arguments: [library, Data(photo.id.rawValue.utf8), String(decoding: record, as: UTF8.self)])
    }

    static func remove(_ photo: Photo.ID, in library: String, _ db: Database) throws {
        let statement = try db.cachedStatement(sql: "DELETE FROM mark WHERE library = ? AND photo = ?")
        try statement.execute(arguments: [library, Data(photo.rawValue.utf8)])
    }
}
