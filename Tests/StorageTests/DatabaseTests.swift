import CSQLite
import FoundationEssentials
import Testing

@testable import Storage

@Suite("SQLite databases")
struct DatabaseTests {
    private func withTable(_ body: (Database) throws -> Void) throws {
        let database = try Database(path: ":memory:")
        try database.runAll("CREATE TABLE item (id INTEGER PRIMARY KEY, value)")
        try body(database)
    }

    @Test(
        "A value is read as it was written",
        arguments: [
            DatabaseValue.null, .integer(.min), .integer(.max), .real(-0.5), .real(.infinity), .text(""), .text("blå"),
            .blob([]), .blob([0, 255, 0]),
        ])
    func values(_ value: DatabaseValue) throws {
        try withTable { database in
            try database.run("INSERT INTO item (value) VALUES (?)", [value])
            #expect(try database.rows("SELECT value FROM item") { $0[0] } == [value])
            #expect(database.lastAddedRowID == 1 && database.changeCount == 1)
        }
    }

    @Test("A column of another type has no value of this one, but whole numbers are integers")
    func types() throws {
        try withTable { database in
            try database.runAll("INSERT INTO item (value) VALUES (3.0), (0.5), ('3'), (X'33'), (NULL)")
            let integers = try database.rows("SELECT value FROM item") { Optional($0.integer(0)) }
            #expect(integers == [3, nil, nil, nil, nil])
            #expect(try database.rows("SELECT value FROM item") { $0.real(0) } == [3, 0.5])
            #expect(try database.rows("SELECT value FROM item") { $0.text(0) } == ["3"])
            #expect(try database.rows("SELECT value FROM item") { $0.blob(0) } == [[0x33]])
        }
    }

    @Test("A statement can be used again, also after it was left early, and keeps no values of the last time")
    func statements() throws {
        struct Stop: Error {}
        try withTable { database in
            for number in 1...3 { try database.run("INSERT INTO item VALUES (?, ?)", [.init(number), .init(number)]) }
            let query = "SELECT value FROM item WHERE id >= ?"
            #expect(throws: Stop.self) { try database.rows(query, [.init(1)]) { _ -> Int? in throw Stop() } }
            #expect(try database.rows(query, [.init(2)]) { $0.integer(0) } == [2, 3])
            #expect(try database.rows(query) { $0.integer(0) } == [])
        }
    }

    @Test("A transaction that fails changes nothing, and the next one can follow")
    func transactions() throws {
        struct Stop: Error {}
        try withTable { database in
            func add(thenFailing: Bool) throws {
                try database.transaction {
                    try database.run("INSERT INTO item (value) VALUES (1)")
                    if thenFailing { throw Stop() }
                }
            }
            #expect(throws: Stop.self) { try add(thenFailing: true) }
            #expect(try database.integer("SELECT count(*) FROM item") == 0)
            try add(thenFailing: false)
            #expect(try database.integer("SELECT count(*) FROM item") == 1)
        }
    }

    @Test("A failure has SQLite's code and words")
    func failures() throws {
        try withTable { database in
            #expect {
                try database.run("SELECT missing FROM item")
            } throws: { error in
                let error = error as? DatabaseError
                return error?.code == SQLITE_ERROR && error?.message == "no such column: missing"
            }
        }
        #expect { try Database(path: "/missing/a.sqlite") } throws: { ($0 as? DatabaseError)?.code == SQLITE_CANTOPEN }
    }

    @Test("Each migration runs once, also if the first ones ran in an earlier version")
    func migrations() throws {
        let database = try Database(path: ":memory:")
        let steps: [Migrations.Step] = [
            ("one", { try $0.runAll("CREATE TABLE item (id INTEGER)") }),
            ("two", { try $0.runAll("INSERT INTO item VALUES (2)") }),
            ("three", { try $0.runAll("INSERT INTO item VALUES (3)") }),
        ]
        for count in [1, 3, 3] { try Migrations(steps: Array(steps.prefix(count))).apply(to: database) }
        #expect(try database.rows("SELECT id FROM item") { $0.integer(0) } == [2, 3])
        #expect(try !Migrations(steps: steps).areSuperseded(in: database))
        #expect(try Migrations(steps: Array(steps.prefix(2))).areSuperseded(in: database))
    }

    @Test("A failed migration is rolled back")
    func failedMigration() throws {
        let database = try Database(path: ":memory:")
        let failing = Migrations(steps: [("one", { try $0.runAll("CREATE TABLE item (id INTEGER); SELECT missing") })])
        for _ in 0..<2 { #expect(throws: DatabaseError.self) { try failing.apply(to: database) } }
        #expect(try database.integer("SELECT count(*) FROM sqlite_master WHERE name = 'item'") == 0)
    }
}
