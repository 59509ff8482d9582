import Albums
import Basics
import FoundationEssentials
import GRDB

/// The row that identifies the file of a favorite.
struct TraceRecord: Codable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "trace"

    /// The primary key of the favorite.
    let identity: String
    /// Numbers without a sign are stored as the signed ones with the same bits.
    let device: Int64
    let inode: Int64
    let bytes: Int
    let modified: Int
    let hash: Data?
    /// In milliseconds since 1970.
    let time: Int64

    init(_ trace: FileTrace, identity: String) {
        self.identity = identity
        device = Int64(bitPattern: trace.identity.node.device)
        inode = Int64(bitPattern: trace.identity.node.inode)
        bytes = trace.identity.bytes
        modified = trace.identity.modified
        hash = trace.hash.map { Data($0) }
        time = trace.time.milliseconds
    }

    private var trace: FileTrace {
        FileTrace(
            identity: FileIdentity(
                node: FileNode(device: UInt64(bitPattern: device), inode: UInt64(bitPattern: inode)), bytes: bytes,
                modified: modified),
            hash: hash.map { Array($0) }, time: Date(milliseconds: time))
    }

    /// Returns all traces by the primary key of the favorite; skips damaged rows.
    static func all(in db: Database) throws -> [String: FileTrace] {
        var traces: [String: FileTrace] = [:]
        let rows = try Row.fetchCursor(db, sql: "SELECT * FROM trace")
        while let row = try rows.next() {
            if let record = try? TraceRecord(row: row) { traces[record.identity] = record.trace }
        }
        return traces
    }

    /// Removes the traces of former favorites.
    static func removeUnused(in db: Database) throws {
        try db.execute(sql: "DELETE FROM trace WHERE identity NOT IN (SELECT identity FROM favorite)")
    }
}
