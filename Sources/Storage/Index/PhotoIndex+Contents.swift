import Albums
import Basics
import Glibc

/// The table of hashes, by device and inode.
enum ContentTable {
    static let creation = """
        CREATE TABLE IF NOT EXISTS content (
            device INTEGER NOT NULL,
            inode INTEGER NOT NULL,
            bytes INTEGER NOT NULL,
            modified INTEGER NOT NULL,
            sample BLOB,
            hash BLOB,
            PRIMARY KEY (device, inode)
        ) STRICT, WITHOUT ROWID
        """

    fileprivate static func selection(_ column: Column) -> String {
        "SELECT \(column.rawValue) FROM content WHERE device = ? AND inode = ? AND bytes = ? AND modified = ?"
    }

    /// Replaces the row of another version of the file.
    fileprivate static func storing(_ column: Column) -> String {
        """
        INSERT INTO content (device, inode, bytes, modified, \(column.rawValue)) VALUES (?, ?, ?, ?, ?)
        ON CONFLICT DO UPDATE SET
            sample = iif(bytes = excluded.bytes AND modified = excluded.modified, sample, NULL),
            hash = iif(bytes = excluded.bytes AND modified = excluded.modified, hash, NULL),
            bytes = excluded.bytes, modified = excluded.modified
        """
    }

    fileprivate static func updating(_ column: Column) -> String {
        "UPDATE content SET \(column.rawValue) = ? WHERE device = ? AND inode = ?"
    }

    fileprivate enum Column: String {
        case sample, hash
    }
}

extension PhotoIndex {
    /// Returns a hash of a file's size and of samples of its contents, from the index or by reading the file; nil if
    /// the file can't be read or has changed. Files with different hashes are different. Blocks.
    public func sample(of path: [UInt8], _ identity: FileIdentity) -> [UInt8]? {
        value(.sample, of: path, identity) { FileTrace.hash(of: path) }
    }

    /// Returns the SHA-256 of a file, from the index or by reading the file; nil if the file can't be read, has
    /// changed, or the work is cancelled. Blocks.
    public func hash(of path: [UInt8], _ identity: FileIdentity, cancellation: CancellationFlag) -> [UInt8]? {
        value(.hash, of: path, identity) { SHA256.hash(ofFileAt: path, cancellation: cancellation) }
    }

    private func value(
        _ column: ContentTable.Column, of path: [UInt8], _ identity: FileIdentity, read: () -> [UInt8]?
    ) -> [UInt8]? {
        let known = perform { database in
            try database.first(ContentTable.selection(column), identity.columns) { $0.blob(0) }
        }
        if let known = known ?? nil, known.count == SHA256.length { return known }
        guard let value = read(), identity.isCurrent(at: path) else { return nil }
        perform { database in
            try database.transaction {
                try database.run(ContentTable.storing(column), identity.columns + [.blob(value)])
                try database.run(ContentTable.updating(column), [.blob(value)] + identity.columns.prefix(2))
            }
        }
        return value
    }
}

extension FileIdentity {
    fileprivate var columns: [DatabaseValue] {
        [
            .integer(Int64(bitPattern: node.device)), .integer(Int64(bitPattern: node.inode)), .init(bytes),
            .init(modified),
        ]
    }

    /// Whether the file at a path still has these contents. Blocks.
    fileprivate func isCurrent(at path: [UInt8]) -> Bool {
        var status = stat()
        return path.withCPath({ stat($0, &status) }) == 0 && FileIdentity(status) == self
    }
}
