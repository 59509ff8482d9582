import CSQLite
import Synchronization

/// A connection to an SQLite database, used by one thread at a time.
final class Database {
    private let connection: OpaquePointer
    /// The statements prepared so far, by their SQL.
    private var statements: [String: OpaquePointer] = [:]

    /// Opens a database; creates it if it is missing, unless it is only read.
    ///
    /// - Parameters:
    ///   - path: a path, or a `file:` URL with SQLite's parameters.
    ///   - busyTimeout: how long to wait for other connections, in seconds.
    init(path: String, isReadOnly: Bool = false, busyTimeout: Int = 0) throws(DatabaseError) {
        let access = isReadOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
        var connection: OpaquePointer?
        // Each connection is behind a mutex or local to one function.
        let code = sqlite3_open_v2(path, &connection, access | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX, nil)
        guard let connection else { throw DatabaseError(code: code, message: "out of memory") }
        guard code == SQLITE_OK else {
            let error = DatabaseError(code: code, message: String(cString: sqlite3_errmsg(connection)))
            sqlite3_close_v2(connection)
            throw error
        }
        self.connection = connection
        self.busyTimeout = busyTimeout
        didSetBusyTimeout()
    }

    deinit {
        for statement in statements.values { sqlite3_finalize(statement) }
        sqlite3_close_v2(connection)
    }

    /// How long to wait for other connections, in seconds.
    var busyTimeout: Int { didSet { didSetBusyTimeout() } }

    private func didSetBusyTimeout() { sqlite3_busy_timeout(connection, Int32(clamping: busyTimeout * 1000)) }

    /// The number of rows that have been changed since the database was opened.
    var changeCount: Int { Int(sqlite3_total_changes64(connection)) }

    /// The ID of the row that was added last.
    var lastAddedRowID: Int64 { sqlite3_last_insert_rowid(connection) }

    /// Runs a statement, with a value for each `?`; ignores the rows that it returns.
    func run(_ sql: String, _ values: [DatabaseValue] = []) throws {
        try forEachRow(sql, values) { _ in }
    }

    /// Runs statements that are separated by semicolons.
    func runAll(_ sql: String) throws(DatabaseError) {
        try check(sqlite3_exec(connection, sql, nil, nil, nil))
    }

    /// Passes each row of a query to `body`, also those before a damaged one.
    func forEachRow(_ sql: String, _ values: [DatabaseValue] = [], _ body: (Row) throws -> Void) throws {
        let statement = try prepare(sql)
        defer {
            sqlite3_reset(statement)
            sqlite3_clear_bindings(statement)
        }
        for (index, value) in values.enumerated() { try check(value.bind(to: statement, at: Int32(index + 1))) }
        while true {
            switch sqlite3_step(statement) {
            case SQLITE_ROW: try body(Row(statement: statement))
            case SQLITE_DONE: return
            case let code: throw failure(code)
            }
        }
    }

    /// Returns the non-nil results of `transform` for the rows of a query.
    func rows<Value>(
        _ sql: String, _ values: [DatabaseValue] = [], _ transform: (Row) throws -> Value?
    ) throws -> [Value] {
        var result: [Value] = []
        try forEachRow(sql, values) { row in
            if let value = try transform(row) { result.append(value) }
        }
        return result
    }

    /// Returns the result of `transform` for the first row of a query; nil without rows.
    func first<Value>(
        _ sql: String, _ values: [DatabaseValue] = [], _ transform: (Row) throws -> Value?
    ) throws -> Value? {
        try rows(sql, values, transform).first
    }

    /// The integer that a query returns, such as a count or a pragma; nil if there is none.
    func integer(_ sql: String, _ values: [DatabaseValue] = []) throws -> Int? {
        try first(sql, values) { $0.integer(0).flatMap { Int(exactly: $0) } }
    }

    /// Runs a transaction, which is rolled back if `body` throws.
    ///
    /// - Parameter writes: whether to lock out other writers at once instead of with the first change.
    func transaction<Value>(writes: Bool = true, _ body: () throws -> Value) throws -> Value {
        try runAll(writes ? "BEGIN IMMEDIATE" : "BEGIN")
        do {
            let value = try body()
            try runAll("COMMIT")
            return value
        } catch {
            // SQLite may have rolled it back, for example on a full disk.
            if sqlite3_get_autocommit(connection) == 0 { try? runAll("ROLLBACK") }
            throw error
        }
    }

    private func prepare(_ sql: String) throws(DatabaseError) -> OpaquePointer {
        if let statement = statements[sql] { return statement }
        var statement: OpaquePointer?
        try check(sqlite3_prepare_v3(connection, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil))
        guard let statement else { throw DatabaseError(code: SQLITE_MISUSE, message: "no statement") }
        statements[sql] = statement
        return statement
    }

    private func check(_ code: Int32) throws(DatabaseError) {
        guard code == SQLITE_OK else { throw failure(code) }
    }

    private func failure(_ code: Int32) -> DatabaseError {
        DatabaseError(code: code, message: String(cString: sqlite3_errmsg(connection)))
    }
}

/// A failure that SQLite reports.
struct DatabaseError: Error {
    /// SQLite's primary result code, such as `SQLITE_BUSY`.
    let code: Int32
    let message: String

    init(code: Int32, message: String) {
        self.code = code & 0xFF
        self.message = message
    }

    /// Whether the file is no database, or a damaged one.
    var isDamage: Bool { code == SQLITE_NOTADB || code == SQLITE_CORRUPT }
}

/// A value in a database.
enum DatabaseValue: Hashable, Sendable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob([UInt8])

    init(_ number: Int64?) { self = number.map { .integer($0) } ?? .null }
    init(_ number: Int?) { self = number.map { .integer(Int64($0)) } ?? .null }
    init(_ flag: Bool?) { self = flag.map { .integer($0 ? 1 : 0) } ?? .null }
    init(_ number: Double?) { self = number.map { .real($0) } ?? .null }
    init(_ text: String?) { self = text.map { .text($0) } ?? .null }
    init(_ bytes: [UInt8]?) { self = bytes.map { .blob($0) } ?? .null }

    /// Returns SQLite's result code.
    fileprivate func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        // SQLite copies texts and blobs.
        let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        switch self {
        case .null: return sqlite3_bind_null(statement, index)
        case .integer(let number): return sqlite3_bind_int64(statement, index, number)
        case .real(let number): return sqlite3_bind_double(statement, index, number)
        case .text(var text):
            return text.withUTF8 { bytes in
                bytes.withMemoryRebound(to: CChar.self) {
                    sqlite3_bind_text64(
                        statement, index, $0.baseAddress, UInt64($0.count), transient, UInt8(SQLITE_UTF8))
                }
            }
        case .blob(let bytes):
            guard !bytes.isEmpty else { return sqlite3_bind_zeroblob(statement, index, 0) }
            return sqlite3_bind_blob64(statement, index, bytes, UInt64(bytes.count), transient)
        }
    }
}

/// The current row of a query. A damaged row may have values of any type.
struct Row {
    fileprivate let statement: OpaquePointer

    /// The integer in a column; nil if the column has none.
    func integer(_ column: Int) -> Int64? {
        switch type(of: column) {
        case SQLITE_INTEGER: sqlite3_column_int64(statement, Int32(column))
        case SQLITE_FLOAT: Int64(exactly: sqlite3_column_double(statement, Int32(column)))
        default: nil
        }
    }

    /// The number in a column; nil if the column has none.
    func real(_ column: Int) -> Double? {
        switch type(of: column) {
        case SQLITE_INTEGER, SQLITE_FLOAT: sqlite3_column_double(statement, Int32(column))
        default: nil
        }
    }

    /// The text in a column, up to its first zero byte; nil if the column has none.
    func text(_ column: Int) -> String? {
        guard type(of: column) == SQLITE_TEXT, let text = sqlite3_column_text(statement, Int32(column)) else {
            return nil
        }
        return String(cString: text)
    }

    /// The blob in a column; nil if the column has none.
    func blob(_ column: Int) -> [UInt8]? {
        guard type(of: column) == SQLITE_BLOB else { return nil }
        let start = sqlite3_column_blob(statement, Int32(column))
        return Array(
            UnsafeRawBufferPointer(
                start: start, count: start == nil ? 0 : Int(sqlite3_column_bytes(statement, Int32(column)))))
    }

    /// The value in a column.
    subscript(column: Int) -> DatabaseValue {
        switch type(of: column) {
        case SQLITE_INTEGER: DatabaseValue(integer(column))
        case SQLITE_FLOAT: DatabaseValue(real(column))
        case SQLITE_TEXT: DatabaseValue(text(column))
        case SQLITE_BLOB: DatabaseValue(blob(column))
        default: .null
        }
    }

    private func type(of column: Int) -> Int32 { sqlite3_column_type(statement, Int32(column)) }
}

/// A connection that several threads use one after the other.
final class SharedDatabase: Sendable {
    private let database: Mutex<Database>

    /// - Parameter open: opens the connection.
    init(_ open: () throws -> sending Database) rethrows {
        database = Mutex(try open())
    }

    /// Blocks while another thread uses the connection.
    func use<Value: Sendable>(_ body: (Database) throws -> Value) rethrows -> Value {
        try database.withLock { database in try body(database) }
    }
}

/// Migrations of a database's schema, each applied once, in order. Never change a published one; append another.
struct Migrations: Sendable {
    typealias Step = (name: String, change: @Sendable (Database) throws -> Void)

    let steps: [Step]

    /// Whether another program, or a later version of this one, made a database.
    func areSuperseded(in database: Database) throws -> Bool {
        try !names(in: database).isSubset(of: steps.map(\.name))
    }

    /// Applies the migrations that a database lacks.
    func apply(to database: Database) throws {
        let done = try names(in: database)
        guard done.count < steps.count else { return }
        try database.runAll("CREATE TABLE IF NOT EXISTS grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)")
        for step in steps where !done.contains(step.name) {
            try database.transaction {
                try step.change(database)
                try database.run("INSERT INTO grdb_migrations (identifier) VALUES (?)", [.text(step.name)])
            }
        }
    }

    /// The migrations applied to a database. The table keeps the name that earlier versions gave it.
    private func names(in database: Database) throws -> Set<String> {
        guard
            try database.integer("SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = 'grdb_migrations'")
                ?? 0 > 0
        else { return [] }
        return Set(try database.rows("SELECT identifier FROM grdb_migrations") { $0.text(0) })
    }
}
