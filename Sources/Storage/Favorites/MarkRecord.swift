import Albums
import FoundationEssentials

/// The rows of marked photos, keyed by library and photo ID, each with a `FavoriteRecord` as JSON.
enum MarkRecord {
    static let selection = "SELECT library, photo, record FROM mark"

    static func photos(markedIn library: String, in database: Database) throws -> [Photo] {
        try database.rows("\(selection) WHERE library = ? ORDER BY rowid", [.text(library)], mark).map(\.photo)
    }

    /// Returns a marked photo with its library; nil if the row is damaged.
    static func mark(in row: Row) -> (library: String, photo: Photo)? {
        guard let library = row.text(0), let id = row.blob(1).map({ String(decoding: $0, as: UTF8.self) }),
            let text = row.text(2),
            let record = try? JSONDecoder().decode(FavoriteRecord.self, from: Data(text.utf8)),
            let favorite = record.favorite
        else { return nil }
        return (library, favorite.photo.with(id: Photo.ID(id)))
    }

    static func add(_ photo: Photo, in library: String, _ database: Database) throws {
        let favorite = Favorite(photo: photo, library: library, file: photo.file, added: Date(milliseconds: 0))
        let record = try JSONEncoder().encode(FavoriteRecord(favorite))
        try database.run(
            "INSERT OR REPLACE INTO mark (library, photo, record) VALUES (?, ?, ?)",
            [.text(library), .blob(Array(photo.id.rawValue.utf8)), .text(String(decoding: record, as: UTF8.self))])
    }

    static func remove(_ photo: Photo.ID, in library: String, _ database: Database) throws {
        try database.run(
            "DELETE FROM mark WHERE library = ? AND photo = ?", [.text(library), .blob(Array(photo.rawValue.utf8))])
    }
}
