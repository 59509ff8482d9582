import FoundationEssentials
import GRDB

/// The rows in the pages of a damaged SQLite database and its log. SQLite's own recovery isn't part of Debian's library.
///
/// Reads the leaf pages of tables wherever they are, without the tree above them.
/// The format: https://www.sqlite.org/fileformat2.html
struct SQLitePages {
    /// A row of any table, which is recognized by the number and types of its values.
    struct StoredRow {
        let values: [DatabaseValue]
        /// Whether the last values are missing, because a page that should have them is damaged.
        let isTruncated: Bool
    }

    static let defaultPageSize = 4096
    /// Where the first page has the `user_version`.
    static let positionOfVersion = 60

    static func isPageSize(_ size: Int) -> Bool {
        (512...65_536).contains(size) && size & (size - 1) == 0
    }

    /// The pages as SQLite would read them, plus those after damage to the log.
    private(set) var current: [StoredRow] = []
    /// Rows in earlier states of pages. Some may have been removed since.
    private(set) var earlier: [StoredRow] = []
    /// The number of entries of current pages that aren't rows.
    private(set) var unreadableCount = 0
    /// The `user_version` of the database; nil if its first page is damaged.
    private(set) var userVersion: Int?

    private let database: [UInt8]
    private let log: [UInt8]
    private let pageSize: Int
    /// The states of each page, the newest last.
    private var states: [Int: [State]] = [:]

    /// The bytes of a page in one of the files.
    private struct State {
        let isInLog: Bool
        let range: Range<Int>
        /// Higher in later states.
        let time: Int
    }

    /// Reads the rows of a database, with every page size that it may have.
    static func all(_ database: [UInt8], _ log: SQLiteLog) -> [SQLitePages] {
        let stored = database.count >= 18 ? Int(database[16]) << 8 | Int(database[17]) : 0
        let sizes = [defaultPageSize, stored == 1 ? 65_536 : stored, log.pageSize ?? 0].filter(isPageSize)
        return Set(sizes).sorted().map { SQLitePages(database, log, pageSize: $0) }
    }

    private init(_ database: [UInt8], _ log: SQLiteLog, pageSize: Int) {
        self.database = database
        self.log = log.bytes
        self.pageSize = pageSize
        for start in stride(from: 0, to: database.count, by: pageSize) where start + pageSize <= database.count {
            add(State(isInLog: false, range: start..<start + pageSize, time: 0), of: start / pageSize + 1)
        }
        if log.pageSize == pageSize {
            // A completed log ends with what SQLite would read. After damage, later pages are newer than those before.
            let newest = log.isDamaged ? log.readable : log.committed
            let newestRanges = Set(newest.map(\.range.lowerBound))
            for frame in log.readable where newestRanges.contains(frame.range.lowerBound) {
                add(State(isInLog: true, range: frame.range, time: frame.range.lowerBound), of: frame.page)
            }
            // Pages of a last transaction without an end count as earlier ones.
            for frame in log.readable where frame.page > 0 && !newestRanges.contains(frame.range.lowerBound) {
                let state = State(isInLog: true, range: frame.range, time: frame.range.lowerBound)
                earlier += rows(in: state, of: frame.page).rows
            }
        }
        for (page, states) in states.sorted(by: { $0.key < $1.key }) {
            if let newest = states.last {
                let (rows, unreadable) = rows(in: newest, of: page)
                current += rows
                unreadableCount += unreadable
            }
            for state in states.dropLast().reversed() { earlier += rows(in: state, of: page).rows }
        }
        if let first = states[1]?.last.map(bytes), first.starts(with: "SQLite format 3\0".utf8) {
            userVersion = first.bigEndian(4, at: Self.positionOfVersion)
        }
    }

    private mutating func add(_ state: State, of page: Int) {
        if page > 0 { states[page, default: []].append(state) }
    }

    private func bytes(of state: State) -> ArraySlice<UInt8> { (state.isInLog ? log : database)[state.range] }

    /// Returns the bytes that a page had at a time.
    private func bytes(ofPage page: Int, at time: Int) -> ArraySlice<UInt8>? {
        states[page]?.last { $0.time <= time }.map(bytes)
    }

    // MARK: Rows

    /// Returns the rows of a page, and the number of unreadable ones. Only leaves of a table have rows.
    private func rows(in state: State, of number: Int) -> (rows: [StoredRow], unreadable: Int) {
        let page = Array(bytes(of: state))
        let header = number == 1 ? 100 : 0
        guard page[header] == 0x0D else { return ([], 0) }
        // Behind the end of the page, the number of entries is damaged.
        let pointers = (0..<page.short(at: header + 3)).map { header + 8 + 2 * $0 }.prefix { $0 + 2 <= page.count }
        let rows = pointers.compactMap { row(at: page.short(at: $0), of: page, time: state.time) }
        return (rows, pointers.count - rows.count)
    }

    private func row(at position: Int, of page: [UInt8], time: Int) -> StoredRow? {
        var reader = Reader(page, at: position)
        guard let size = reader.readVarint().flatMap({ Int(exactly: $0) }), (1...Self.maxRowSize).contains(size),
            reader.readVarint() != nil
        else { return nil }
        let local = localSize(ofPayload: size)
        guard var payload = reader.read(local).map(Array.init) else { return nil }
        if local < size {
            guard let next = reader.read(4) else { return nil }
            var overflow = next.bigEndian(4, at: 0)
            // Ends: each page adds bytes, or the chain is broken.
            while payload.count < size, let number = overflow, let page = bytes(ofPage: number, at: time) {
                payload += page.dropFirst(4).prefix(size - payload.count)
                overflow = page.bigEndian(4, at: 0)
            }
        }
        return Self.record(in: payload, isTruncated: payload.count < size)
    }

    /// The number of payload bytes in the page itself.
    private func localSize(ofPayload size: Int) -> Int {
        let max = pageSize - 35
        guard size > max else { return size }
        let min = (pageSize - 12) * 32 / 255 - 23
        let local = min + (size - min) % (pageSize - 4)
        return local <= max ? local : min
    }

    /// In bytes; larger than any row of a favorite.
    private static let maxRowSize = 16 << 20
    private static let maxColumnCount = 100

    private static func record(in payload: [UInt8], isTruncated: Bool) -> StoredRow? {
        var header = Reader(payload, at: 0)
        guard let size = header.readVarint().flatMap({ Int(exactly: $0) }), size <= payload.count else { return nil }
        var types: [UInt64] = []
        while header.position < size {
            guard let type = header.readVarint(), types.count < maxColumnCount else { return nil }
            types.append(type)
        }
        guard header.position == size else { return nil }
        var body = Reader(payload, at: size)
        var values: [DatabaseValue] = []
        for type in types {
            guard let value = body.readValue(type) else {
                // Behind the end of a row with a damaged page, all values are missing.
                return isTruncated ? StoredRow(values: values, isTruncated: true) : nil
            }
            values.append(value)
        }
        return StoredRow(values: values, isTruncated: isTruncated)
    }

    /// Reads numbers and values, as long as there are bytes.
    private struct Reader {
        private let bytes: [UInt8]
        private(set) var position: Int

        init(_ bytes: [UInt8], at position: Int) {
            self.bytes = bytes
            self.position = position
        }

        mutating func read(_ count: Int) -> ArraySlice<UInt8>? {
            guard count >= 0, position <= bytes.count, count <= bytes.count - position else { return nil }
            defer { position += count }
            return bytes[position..<position + count]
        }

        mutating func readVarint() -> UInt64? {
            var number: UInt64 = 0
            for index in 0..<9 {
                guard let byte = read(1)?.first else { return nil }
                if index == 8 { return number << 8 | UInt64(byte) }
                number = number << 7 | UInt64(byte & 0x7F)
                if byte < 0x80 { return number }
            }
            return nil
        }

        mutating func readValue(_ type: UInt64) -> DatabaseValue? {
            switch type {
            case 0: return .null
            case 1, 2, 3, 4, 5, 6: return readInteger([1, 2, 3, 4, 6, 8][Int(type) - 1]).map(\.databaseValue)
            case 7: return readInteger(8).map { Double(bitPattern: UInt64(bitPattern: $0)).databaseValue }
            case 8, 9: return Int64(type - 8).databaseValue
            case 10, 11: return nil
            default:
                guard let bytes = Int(exactly: (type - 12) / 2).flatMap({ read($0) }) else { return nil }
                if type.isMultiple(of: 2) { return Data(bytes).databaseValue }
                // As SQLite's interface does: up to a zero byte, and with replacement characters.
                return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self).databaseValue
            }
        }

        private mutating func readInteger(_ count: Int) -> Int64? {
            guard let bytes = read(count), let first = bytes.first else { return nil }
            return bytes.dropFirst().reduce(Int64(Int8(bitPattern: first))) { $0 << 8 | Int64($1) }
        }
    }
}

extension [UInt8] {
    fileprivate func short(at position: Int) -> Int { Int(self[position]) << 8 | Int(self[position + 1]) }
}
