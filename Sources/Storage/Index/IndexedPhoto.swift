import Albums
import Basics
import FoundationEssentials

/// A photo's file with everything that its header and metadata say.
public struct IndexedPhoto: Hashable, Sendable {
    /// The name of the file in its folder.
    public let name: [UInt8]
    /// The content that was read.
    public let stamp: FileStamp
    /// The upright size; nil if the file could not be read.
    public let size: PixelSize?
    public let orientation: PhotoOrientation
    /// Nil until it is known.
    public let color: AverageColor?
    public let details: PhotoDetails
    /// The videos with the photo's name that don't belong to it.
    public let unrelatedVideos: [[UInt8]]

    public init(
        name: [UInt8], stamp: FileStamp, size: PixelSize?, orientation: PhotoOrientation = .own,
        color: AverageColor? = nil, details: PhotoDetails, unrelatedVideos: [[UInt8]] = []
    ) {
        self.name = name
        self.stamp = stamp
        self.size = size
        self.orientation = orientation
        self.color = color
        self.details = details
        self.unrelatedVideos = unrelatedVideos
    }
}

/// The tables of the index, and the rows in them.
enum IndexSchema {
    /// Stored in the file. An index of another version is rebuilt. Increase it when the tables or the reading of files
    /// change.
    static let version = 16

    static let tables = """
        CREATE TABLE folder (id INTEGER PRIMARY KEY, path BLOB NOT NULL UNIQUE) STRICT;
        CREATE TABLE photo (
            folder INTEGER NOT NULL,
            name BLOB NOT NULL,
            bytes INTEGER NOT NULL,
            modified INTEGER NOT NULL,
            width INTEGER,
            height INTEGER,
            orientation INTEGER,
            taken INTEGER,
            zone INTEGER,
            takenSource INTEGER,
            takenPrecision INTEGER,
            rating INTEGER,
            starsBeforeRejection INTEGER,
            isPicked INTEGER,
            camera TEXT,
            serialNumber TEXT,
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
            unrelatedVideos BLOB,
            PRIMARY KEY (folder, name)
        ) STRICT, WITHOUT ROWID;
        PRAGMA user_version = \(version);
        """

    static func folder(_ path: [UInt8], in database: Database) throws -> Int? {
        try database.integer("SELECT id FROM folder WHERE path = ?", [.blob(path)])
    }

    static func addFolder(_ path: [UInt8], in database: Database) throws -> Int {
        if let id = try folder(path, in: database) { return id }
        try database.run("INSERT INTO folder (path) VALUES (?)", [.blob(path)])
        return Int(database.lastAddedRowID)
    }

    static func write(_ photo: IndexedPhoto, folder: Int, in database: Database) throws {
        let (details, exposure) = (photo.details, photo.details.exposure)
        let file: [DatabaseValue] = [
            .init(folder), .blob(photo.name), .init(photo.stamp.bytes), .init(photo.stamp.modified),
            .init(photo.size?.width), .init(photo.size?.height), .init(photo.orientation.sidecarNumber),
        ]
        let camera: [DatabaseValue] = [
            .init(details.taken?.milliseconds), .init(details.takenZone), .init(details.takenSource?.rawValue),
            .init(details.takenPrecision.rawValue), .init(details.rating), .init(details.starsBeforeRejection),
            .init(details.isPicked), .init(details.camera),
            .init(details.serialNumber), .init(details.lens), .init(exposure.time), .init(exposure.aperture),
            .init(exposure.iso),
            .init(exposure.focalLength), .init(details.coordinate?.latitude), .init(details.coordinate?.longitude),
        ]
        let texts: [DatabaseValue] = [
            .init(details.title), .init(details.headline), .init(details.description), .init(details.author),
            .init(joined(details.tags)), .init(joined(details.people)), .init(details.label), .init(details.duration),
            .init(details.locationName), .init(photo.color.map { Int($0.number) }),
            photo.unrelatedVideos.isEmpty ? .null : .blob(Array(photo.unrelatedVideos.joined(separator: [slash]))),
        ]
        try database.run(insertion, file + camera + texts)
    }

    private static let insertion =
        "INSERT OR REPLACE INTO photo VALUES (\(Array(repeating: "?", count: 34).joined(separator: ",")))"

    /// Separates the names of files.
    private static let slash = UInt8(ascii: "/")

    /// Joins tags or names with line breaks, which they can't contain; nil if there are none.
    private static func joined(_ texts: [String]) -> String? {
        texts.isEmpty ? nil : texts.joined(separator: "\n")
    }

    static func setColor(_ color: AverageColor, ofPhotoNamed name: [UInt8], folder: Int, in database: Database) throws {
        try database.run(
            "UPDATE photo SET color = ? WHERE folder = ? AND name = ?",
            [.init(Int(color.number)), .init(folder), .blob(name)])
    }

    /// Selects the columns that `photo` reads, for photos with names after a given one.
    static let photos = """
        SELECT name, bytes, modified, width, height, taken, rating, camera, lens, latitude, longitude, title,
            description, author, tags, duration, place, color, zone, takenSource, iso, aperture,
            headline, people, label, starsBeforeRejection, isPicked, time, focalLength, takenPrecision, serialNumber,
            unrelatedVideos, orientation
        FROM photo WHERE folder = ? AND name > ? ORDER BY name LIMIT ?
        """

    /// Returns what searches and lists need of a photo.
    static func photo(_ row: Row) -> IndexedPhoto? {
        // A damaged row may have any values.
        func text(_ column: Int) -> String? { row.text(column).map { BoundedText($0).text } }
        func integer(_ column: Int) -> Int? { row.integer(column).flatMap { Int(exactly: $0) } }
        guard let name = row.blob(0), let bytes = integer(1), let modified = integer(2) else { return nil }
        let size = PixelSize(width: integer(3).flatMap { Side($0) }, height: integer(4).flatMap { Side($0) })
        var details = PhotoDetails()
        details.setTaken(
            row.integer(5).flatMap { Timestamp(Date(milliseconds: $0))?.date }, zone: integer(18),
            source: integer(19).flatMap { TakenSource(rawValue: $0) },
            precision: integer(29).flatMap { DatePrecision(rawValue: $0) } ?? .second)
        details.setRating(row.real(6), starsBefore: integer(25))
        details.isPicked = integer(26).map { $0 != 0 }
        details.camera = text(7)
        details.serialNumber = text(30)
        details.lens = text(8)
        if let latitude = row.real(9), let longitude = row.real(10) {
            details.setCoordinate(Address.Coordinate(latitude: latitude, longitude: longitude))
        }
        details.title = text(11)
        details.description = text(12)
        details.author = text(13)
        func texts(_ column: Int) -> [String] {
            BoundedText.list(row.text(column)?.split(separator: "\n").map(String.init) ?? [])
        }
        details.tags = texts(14)
        details.exposure = Exposure(
            time: row.real(27), aperture: row.real(21), iso: integer(20), focalLength: row.real(28))
        details.headline = text(22)
        details.people = texts(23)
        details.label = text(24)
        details.setDuration(row.real(15))
        details.locationName = text(16)
        return IndexedPhoto(
            name: name, stamp: FileStamp(bytes: bytes, modified: modified), size: size,
            orientation: PhotoOrientation(sidecar: integer(32)),
            color: integer(17).flatMap { AverageColor(number: $0) }, details: details,
            unrelatedVideos: row.blob(31)?.split(separator: slash).map(Array.init) ?? [])
    }
}
