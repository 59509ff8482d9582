import CZlib
import GRDB

/// Checksums of the rows of favorites. They reveal damage that SQLite doesn't notice, such as a changed letter.
///
/// A row has two, because lists omit thumbnails. A row without any is not checked.
enum FavoriteChecksum {
    /// An SQL function that returns the checksum of its arguments.
    static let function = DatabaseFunction("favorite_checksum", pure: true) { of($0) }

    /// Stores the checksums of rows that match an SQL condition.
    static func store(where condition: String, _ arguments: StatementArguments = [], in db: Database) throws {
        let statement = try db.cachedStatement(
            sql: """
                UPDATE favorite SET checksum = favorite_checksum(\(details.joined(separator: ", "))),
                    thumbnailChecksum = CASE WHEN thumbnail IS NULL THEN NULL ELSE favorite_checksum(thumbnail) END
                WHERE \(condition)
                """)
        try statement.execute(arguments: arguments)
    }

    /// Whether a row, with or without its thumbnail, is as it was written.
    static func matches(_ row: Row) -> Bool {
        matchesDetails(row) && (!row.hasColumn("thumbnail") || matchesThumbnail(row))
    }

    /// Whether a row has the details with which it was written.
    static func matchesDetails(_ row: Row) -> Bool {
        guard let expected = Int64.fromDatabaseValue(row["checksum"] ?? .null) else { return true }
        return of(details.map { row[$0] ?? .null }) == expected
    }

    /// Whether a row has the thumbnail with which it was written.
    static func matchesThumbnail(_ row: Row) -> Bool {
        guard let expected = Int64.fromDatabaseValue(row["thumbnailChecksum"] ?? .null) else { return true }
        return of(CollectionOfOne(row["thumbnail"] ?? DatabaseValue.null)) == expected
    }

    private static let details = [
        "identity", "library", "photo", "album", "albumTitle", "title", "tags", "author", "description", "date",
        "aspect", "placeholder", "link", "attribution", "authorLink", "file", "added", "dateKind",
    ]

    /// Returns the CRC-32 of values and their types.
    private static func of(_ values: some Sequence<DatabaseValue>) -> Int64 {
        var checksum = crc32(0, nil, 0)
        func add(_ type: UInt8, _ bytes: UnsafeRawBufferPointer) {
            // With its length, so that no byte can move from one value to the next.
            let header = [type] + withUnsafeBytes(of: Int64(bytes.count).littleEndian, Array.init)
            checksum = crc32_z(checksum, header, header.count)
            if let start = bytes.bindMemory(to: UInt8.self).baseAddress {
                checksum = crc32_z(checksum, start, bytes.count)
            }
        }
        for value in values {
            switch value.storage {
            case .null: add(0, UnsafeRawBufferPointer(start: nil, count: 0))
            case .int64(let number): withUnsafeBytes(of: number.littleEndian) { add(1, $0) }
            case .double(let number): withUnsafeBytes(of: number.bitPattern.littleEndian) { add(2, $0) }
            case .string(let text): Array(text.utf8).withUnsafeBytes { add(3, $0) }
            case .blob(let bytes): bytes.withUnsafeBytes { add(4, $0) }
            }
        }
        return Int64(checksum)
    }
}
