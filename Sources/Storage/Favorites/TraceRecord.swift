import Albums
import Basics
import FoundationEssentials

/// The rows with the traces of favorites' files, by the favorite's primary key.
enum TraceRecord {
    private static let columns = "identity, device, inode, bytes, modified, hash, time"

    /// Returns all traces by the primary key of the favorite; skips damaged rows.
    static func all(in database: Database) throws -> [String: FileTrace] {
        let traces = try database.rows("SELECT \(columns) FROM trace") { trace($0) }
        return Dictionary(traces) { first, _ in first }
    }

    private static func trace(_ row: Row) -> (identity: String, trace: FileTrace)? {
        // Unsigned numbers are stored as signed ones with the same bits.
        guard let identity = row.text(0), let device = row.integer(1).map(UInt64.init(bitPattern:)),
            let inode = row.integer(2).map(UInt64.init(bitPattern:)),
            let bytes = row.integer(3).flatMap({ Int(exactly: $0) }),
            let modified = row.integer(4).flatMap({ Int(exactly: $0) }), let time = row.integer(6)
        else { return nil }
        let file = FileIdentity(node: FileNode(device: device, inode: inode), bytes: bytes, modified: modified)
        return (identity, FileTrace(identity: file, hash: row.blob(5), time: Date(milliseconds: time)))
    }

    static func add(_ trace: FileTrace, of identity: String, in database: Database) throws {
        let file = trace.identity
        try database.run(
            "INSERT OR REPLACE INTO trace (\(columns)) VALUES (?, ?, ?, ?, ?, ?, ?)",
            [
                .text(identity), .integer(Int64(bitPattern: file.node.device)),
                .integer(Int64(bitPattern: file.node.inode)), .init(file.bytes), .init(file.modified),
                .init(trace.hash), .init(trace.time.milliseconds),
            ])
    }

    /// Removes the traces of former favorites.
    static func removeUnused(in database: Database) throws {
        try database.run("DELETE FROM trace WHERE identity NOT IN (SELECT identity FROM favorite)")
    }
}
