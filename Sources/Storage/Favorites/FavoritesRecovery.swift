import Albums
import FoundationEssentials

/// Everything that can be recovered of a damaged database: the rows that SQLite still reads, then those of the copies.
struct FavoritesRecovery {
    /// The recovered favorites, oldest first.
    var favorites: [Favorite] { found.values.map(\.favorite).sorted { $0.added < $1.added } }
    /// The number of recovered favorites with damaged or missing parts.
    var repairedCount: Int { found.values.count { !$0.isIntact || $0.lacksThumbnail } }
    /// The number of favorites from copies.
    private(set) var restoredCount = 0
    /// The number of favorites that are lost; nil if unknown.
    var lostCount: Int? {
        if isComplete { return 0 }
        return expected.flatMap { $0 > found.count ? $0 - found.count : nil }
    }
    private(set) var marks: [(library: String, photo: Photo)] = []
    private(set) var traces: [String: FileTrace] = [:]
    /// The number of transactions by the database or the tally, whichever is higher.
    let changes: Int

    private struct Found {
        var favorite: Favorite
        /// Whether the details are readable and match their checksum.
        var isIntact = true
        /// Whether there was a thumbnail that can't be read.
        var lacksThumbnail = false
    }

    private var found: [Favorite.ID: Found] = [:]
    /// The number of favorites before the damage; nil if unknown.
    private let expected: Int?
    /// Whether every favorite of the tally was found.
    private var isComplete = false

    /// - Parameters:
    ///   - database: the damaged one; nil if it can't be opened.
    ///   - tally: the tally of the last run; nil if unknown.
    ///   - copies: earlier databases, the best first.
    init(
        database: Database?, tally: FavoritesTally?, copies: [(database: Database, state: FavoritesState)]
    ) throws {
        let version = (try? database?.integer("PRAGMA user_version")) ?? nil
        changes = max(version ?? 0, tally?.changes ?? 0)
        // Unknown if the database is newer than the tally.
        expected = tally.flatMap { tally in version ?? 0 > tally.changes ? nil : tally.count + tally.missing }
        var damaged: [Found] = []
        Self.forEachRow(of: database, { FavoriteRecord.selection("ORDER BY rowid \($0)", withThumbnails: true) }) {
            row in
            let lacksThumbnail = !FavoriteChecksum.matchesThumbnail(row)
            let isIntact = FavoriteChecksum.matchesDetails(row) && FavoriteRecord(row)?.favorite != nil
            guard var favorite = FavoriteRecord(row, isRepairing: true)?.favorite else { return }
            if lacksThumbnail { favorite = favorite.with(thumbnail: nil) }
            let row = Found(favorite: favorite, isIntact: isIntact, lacksThumbnail: lacksThumbnail)
            if isIntact { found[favorite.id] = row } else { damaged.append(row) }
        }
        let intactCount = found.count
        isComplete = intactCount == expected
        for copy in copies {
            let isAddingAll = !isComplete && found.count < expected ?? .max
            for favorite in try FavoriteRecord.favorites(withThumbnails: true, in: copy.database).readable {
                add(favorite, ifMissing: isAddingAll)
            }
            if isAddingAll, let tally {
                // The copy has the last change, or as many favorites as expected were found.
                isComplete =
                    copy.state.changes == tally.changes && copy.state.count == tally.count
                    || tally.missing > 0 && found.count >= expected ?? .max
            }
        }
        restoredCount = found.count - intactCount
        for row in damaged where !isComplete && found[row.favorite.id] == nil { found[row.favorite.id] = row }
        Self.forEachRow(of: database, { "\(MarkRecord.selection) ORDER BY rowid \($0)" }) { row in
            if let mark = MarkRecord.mark(in: row) { marks.append(mark) }
        }
        if marks.isEmpty, !isComplete, let copy = copies.first?.database {
            marks = try copy.rows("\(MarkRecord.selection) ORDER BY rowid") { MarkRecord.mark(in: $0) }
        }
        traces = (try? database.map { try TraceRecord.all(in: $0) }) ?? [:]
    }

    /// Passes the readable rows of a table to `body`: forward up to the first damage, then backward from the end.
    private static func forEachRow(
        of database: Database?, _ query: (_ order: String) -> String, _ body: (Row) -> Void
    ) {
        guard let database else { return }
        for order in ["ASC", "DESC"] {
            let whole: ()? = try? database.forEachRow(query(order)) { body($0) }
            if whole != nil { return }
        }
    }

    private mutating func add(_ favorite: Favorite, ifMissing: Bool) {
        guard let row = found[favorite.id] else {
            if ifMissing { found[favorite.id] = Found(favorite: favorite) }
            return
        }
        guard row.lacksThumbnail, let thumbnail = favorite.thumbnail else { return }
        found[favorite.id]?.favorite = row.favorite.with(thumbnail: thumbnail)
        found[favorite.id]?.lacksThumbnail = false
    }
}
