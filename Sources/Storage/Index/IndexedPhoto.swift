import Albums
import Basics
import FoundationEssentials
import GRDB

/// A photo's file with everything that its header and metadata say.
public struct IndexedPhoto: Hashable, Sendable {
    /// The name of the file in its folder.
    public let name: [UInt8]
    /// The content that was read.
    public let stamp: FileStamp
    /// The upright size; nil if the file could not be read.
    public let size: PixelSize?
    /// Nil until it is known.
    public let color: AverageColor?
    public let details: PhotoDetails

    public init(
        name: [UInt8], stamp: FileStamp, size: PixelSize?, color: AverageColor? = nil, details: PhotoDetails
    ) {
        self.name = name
        self.stamp = stamp
        self.size = size
        self.color = color
        self.details = details
    }
}

/// The tables of the index, and the rows in them.
enum IndexSchema {
    /// Stored in the file. An index of another version is rebuilt. Increase it when the tables or the reading of files
    /// change.
    static let version = 14

    static let tables = """
        CREATE TABLE folder (id INTEGER PRIMARY KEY, path BLOB NOT NULL UNIQUE) STRICT;
        CREATE TABLE photo (
            folder INTEGER NOT NULL,
            name BLOB NOT NULL,
            bytes INTEGER NOT NULL,
            modified INTEGER NOT NULL,
            width INTEGER,
            height INTEGER,
            taken INTEGER,
            zone INTEGER,
            takenSource INTEGER,
            rating INTEGER,
            starsBeforeRejection INTEGER,
            isPicked INTEGER,
            camera TEXT,
            lens TEXT,
            time REAL,
            aperture REAL,
            iso INTEGER,
            focalLength REAL,
            latitude REAL,
            longitude REAL,
            title TEXT,
            headline TEXT,
            description TEXT,
            author TEXT,
            tags TEXT,
            people TEXT,
            label TEXT,
            duration REAL,
            place TEXT,
            color INTEGER,
            PRIMARY KEY (folder, name)
        ) STRICT, WITHOUT ROWID;
        PRAGMA user_version = \(version);
        """

    static func folder(_ path: [UInt8], in db: Database) throws -> Int64? {
        try Int64.fetchOne(db, sql: "SELECT id FROM folder WHERE path = ?", arguments: [Data(path)])
    }

    static func addFolder(_ path: [UInt8], in db: Database) throws -> Int64 {
        if let id = try folder(path, in: db) { return id }
        try db.execute(sql: "INSERT INTO folder (path) VALUES (?)", arguments: [Data(path)])
        return db.lastInsertedRowID
    }

    static func write(_ photo: IndexedPhoto, folder: Int64, in db: Database) throws {
        let details = photo.details
        let statement = try db.cachedStatement(
            sql: "INSERT OR REPLACE INTO photo VALUES (\(Array(repeating: "?", count: 30).joined(separator: ",")))")
        let file: [(any DatabaseValueConvertible)?] = [
            folder, Data(photo.name), photo.stamp.bytes, photo.stamp.modified, photo.size?.width, photo.size?.height,
        ]
        let camera: [(any DatabaseValueConvertible)?] = [
            details.taken?.milliseconds, details.takenZone, details.takenSource?.rawValue, details.rating,
            details.starsBeforeRejection, details.isPicked,
            details.camera, details.lens, details.exposure.time, details.exposure.aperture, details.exposure.iso,
            details.exposure.focalLength, details.coordinate?.latitude, details.coordinate?.longitude,
        ]
        let texts: [(any DatabaseValueConvertible)?] = [
            details.title, details.headline, details.description, details.author, joined(details.tags),
            joined(details.people), details.label, details.duration, details.locationName,
            photo.color.map { Int($0.number) },
        ]
        try statement.execute(arguments: StatementArguments(file + camera + texts))
    }

    /// Joins tags or names, none of which has a line break; nil without any.
    private static func joined(_ texts: [String]) -> String? {
        texts.isEmpty ? nil : texts.joined(separator: "\n")
    }

    static func setColor(_ color: AverageColor, ofPhotoNamed name: [UInt8], folder: Int64, in db: Database) throws {
        try db.cachedStatement(sql: "UPDATE photo SET color = ? WHERE folder = ? AND name = ?")
            .execute(arguments: [Int(color.number), folder, Data(name)])
    }

    /// Selects the columns that `photo` reads, for photos with names after a given one.
    static let photos = """
        SELECT name, bytes, modified, width, height, taken, rating, camera, lens, latitude, longitude, title,
            description, author, tags, duration, place, color, zone, takenSource, iso, aperture,
            headline, people, label, starsBeforeRejection, isPicked, time, focalLength
        FROM photo WHERE folder = ? AND name > ? ORDER BY name LIMIT ?
        """

    /// Returns what searches and lists need of a photo.
    static func photo(_ row: Row) -> IndexedPhoto? {
        // A damaged row may have any values.
        func text(_ column: Int) -> String? {
            String.fromDatabaseValue(row[column]).map { BoundedText($0).text }
        }
        guard let name = Data.fromDatabaseValue(row[0]), let bytes = Int.fromDatabaseValue(row[1]),
            let modified = Int.fromDatabaseValue(row[2])
        else { return nil }
        let size = PixelSize(
            width: Int.fromDatabaseValue(row[3]).flatMap { Side($0) },
            height: Int.fromDatabaseValue(row[4]).flatMap { Side($0) })
        var details = PhotoDetails()
        details.setTaken(
            Int64.fromDatabaseValue(row[5]).flatMap { Timestamp(Date(milliseconds: $0))?.date },
            zone: Int.fromDatabaseValue(row[18]),
            source: Int.fromDatabaseValue(row[19]).flatMap { TakenSource(rawValue: $0) })
        details.setRating(Double.fromDatabaseValue(row[6]), starsBefore: Int.fromDatabaseValue(row[25]))
        details.isPicked = Bool.fromDatabaseValue(row[26])
        details.camera = text(7)
        details.lens = text(8)
        if let latitude = Double.fromDatabaseValue(row[9]), let longitude = Double.fromDatabaseValue(row[10]) {
            details.setCoordinate(Address.Coordinate(latitude: latitude, longitude: longitude))
        }
        details.title = text(11)
        details.description = text(12)
        details.author = text(13)
        func texts(_ column: Int) -> [String] {
            BoundedText.list(String.fromDatabaseValue(row[column])?.split(separator: "\n").map(String.init) ?? [])
        }
        details.tags = texts(14)
        details.exposure = Exposure(
            time: Double.fromDatabaseValue(row[27]), aperture: Double.fromDatabaseValue(row[21]),
            iso: Int.fromDatabaseValue(row[20]), focalLength: Double.fromDatabaseValue(row[28]))
        details.headline = text(22)
        details.people = texts(23)
        details.label = text(24)
        details.setDuration(Double.fromDatabaseValue(row[15]))
        details.locationName = text(16)
        return IndexedPhoto(
            name: Array(name), stamp: FileStamp(bytes: bytes, modified: modified), size: size,
            color: Int.fromDatabaseValue(row[17]).flatMap { AverageColor(number: $0) }, details: details)
    }
}
