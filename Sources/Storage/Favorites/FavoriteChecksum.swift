import Albums
import CZlib

/// Checksums of the rows of favorites. They reveal damage that SQLite doesn't notice, such as a changed letter.
///
/// A row has one for its details and one for its thumbnail, because lists omit thumbnails. Rows without checksums pass.
enum FavoriteChecksum {
    private static let (thumbnail, checksum, thumbnailChecksum) = (18, 19, 20)

    /// Stores the checksums of a favorite's row, or of all rows.
    static func store(of id: Favorite.ID? = nil, in database: Database) throws {
        let selected = try database.rows(
            """
            SELECT \(FavoriteRecord.columns.joined(separator: ", ")), thumbnail, rowid FROM favorite
            \(id == nil ? "" : "WHERE identity = ?")
            """, id.map { [.text(FavoriteRecord.identity(of: $0))] } ?? []
        ) { row in (id: row[thumbnail + 1], details: ofDetails(row), thumbnail: ofThumbnail(row)) }
        for row in selected {
            try database.run(
                "UPDATE favorite SET checksum = ?, thumbnailChecksum = ? WHERE rowid = ?",
                [.init(row.details), .init(row.thumbnail), row.id])
        }
    }

    /// Whether the details and, on request, the thumbnail match their checksums.
    static func matches(_ row: Row, withThumbnail: Bool) -> Bool {
        matchesDetails(row) && (!withThumbnail || matchesThumbnail(row))
    }

    /// Whether a row's details match their checksum, if it has one.
    static func matchesDetails(_ row: Row) -> Bool {
        row.integer(checksum).map { $0 == ofDetails(row) } ?? true
    }

    /// Whether a row's thumbnail matches its checksum, if it has one.
    static func matchesThumbnail(_ row: Row) -> Bool {
        row.integer(thumbnailChecksum).map { $0 == ofThumbnail(row) } ?? true
    }

    private static func ofDetails(_ row: Row) -> Int64 { of(FavoriteRecord.columns.indices.map { row[$0] }) }

    private static func ofThumbnail(_ row: Row) -> Int64? {
        row[thumbnail] == .null ? nil : of(CollectionOfOne(row[thumbnail]))
    }

    /// Returns the CRC-32 of values and their types.
    private static func of(_ values: some Sequence<DatabaseValue>) -> Int64 {
        var checksum = crc32(0, nil, 0)
        func add(_ type: UInt8, _ bytes: UnsafeRawBufferPointer) {
            // Includes the length, so that moving a byte to the next value changes the checksum.
            let header = [type] + withUnsafeBytes(of: Int64(bytes.count).littleEndian, Array.init)
            checksum = crc32_z(checksum, header, header.count)
            if let start = bytes.bindMemory(to: UInt8.self).baseAddress {
                checksum = crc32_z(checksum, start, bytes.count)
            }
        }
        for value in values {
            switch value {
            case .null: add(0, UnsafeRawBufferPointer(start: nil, count: 0))
            case .integer(let number): withUnsafeBytes(of: number.littleEndian) { add(1, $0) }
            case .real(let number): withUnsafeBytes(of: number.bitPattern.littleEndian) { add(2, $0) }
            case .text(let text): Array(text.utf8).withUnsafeBytes { add(3, $0) }
            case .blob(let bytes): bytes.withUnsafeBytes { add(4, $0) }
            }
        }
        return Int64(checksum)
    }
}
