import Albums
import FoundationEssentials
import GRDB

/// Everything that can be recovered of a damaged database: from intact pages, then from earlier states of pages, then from
/// copies.
struct FavoritesRecovery {
    /// The recovered favorites, oldest first, in the order in which they were found.
    var favorites: [Favorite] {
        found.values.sorted { ($0.favorite.added, $0.index) < ($1.favorite.added, $1.index) }.map(\.favorite)
    }
    /// The number of favorites that are not as they were written.
    var repairedCount: Int { found.values.count { !$0.isIntact || $0.lacksThumbnail } }
    /// The number of favorites from earlier states and copies.
    private(set) var restoredCount = 0
    /// The number of favorites that are known to be lost.
    private(set) var lostCount = 0
    /// Whether no others can be lost.
    private(set) var isComplete = false
    private(set) var marks: [(library: String, photo: Photo)] = []
    private(set) var traces: [TraceRecord] = []
    /// The number of transactions of the database that are known.
    private(set) var changes: Int

    private struct Found {
        var favorite: Favorite
        /// Whether the details are as they were written.
        let isIntact: Bool
        /// Whether it is from an earlier state of a page, or a copy.
        let isEarlier: Bool
        /// Whether there was a thumbnail that can't be read.
        var lacksThumbnail = false
        /// The number of favorites that were found before.
        var index = 0
    }

    private var found: [Favorite.ID: Found] = [:]

    /// - Parameters:
    ///   - tally: the tally of the last run; nil if unknown.
    ///   - copies: earlier databases, the best first.
    init(
        database: [UInt8], log: [UInt8], tally: FavoritesTally?,
        copies: [FavoritesCopies.Contents]
    ) {
        let pages = SQLitePages.all(database, SQLiteLog(log))
        let version = pages.compactMap(\.userVersion).max()
        changes = max(version ?? 0, tally?.changes ?? 0)
        // Otherwise the database is newer than the tally.
        let expected = tally.flatMap { tally in version ?? 0 > tally.changes ? nil : tally.count + tally.missing }
        let current = pages.flatMap(\.current)
        let earlier = pages.flatMap(\.earlier)
        let damaged = add(current, isEarlier: false)
        let intactCount = found.count
        isComplete = intactCount == expected
        if !isComplete {
            let damagedEarlier = add(earlier, isEarlier: true)
            isComplete = expected == found.count && replacesOnly(damaged)
            for copy in copies where !isComplete {
                for favorite in copy.favorites.reversed() {
                    add(Found(favorite: favorite, isIntact: true, isEarlier: true))
                }
                guard let tally, let expected else { continue }
                // Made after the last change, or before favorites were lost.
                isComplete =
                    copy.state.changes == tally.changes && copy.state.count == tally.count
                    || tally.missing > 0 && found.count >= expected
                    || found.count == expected && replacesOnly(damaged)
                if found.count >= expected { break }
            }
            restoredCount = found.count - intactCount
            // If no favorite may have been removed before, it is known how many are lost.
            let isCountKnown = expected.map { $0 >= found.count } ?? false
            isComplete = isComplete || isCountKnown && replacesOnly(damaged)
            // Rows that are damaged in all copies.
            addDamaged(damaged)
            if found.count != expected { addDamaged(damagedEarlier) }
        } else {
            for favorite in copies.flatMap(\.favorites) { fillThumbnail(of: favorite) }
        }
        // With a wrong page size, few rows can be read.
        let unreadableCount = pages.max { $0.current.count < $1.current.count }?.unreadableCount ?? 0
        lostCount = max(0, expected.map { $0 - found.count } ?? (unreadableCount - restoredCount))
        addMarksAndTraces(current)
        if !isComplete {
            addMarksAndTraces(earlier)
            if marks.isEmpty { marks = copies.first?.marks ?? [] }
        }
    }

    /// Adds intact favorites that haven't been found yet; returns the damaged ones.
    private mutating func add(_ rows: [SQLitePages.StoredRow], isEarlier: Bool) -> [Found] {
        var damaged: [Found] = []
        for stored in rows {
            guard let row = Row(favorite: stored) else { continue }
            let hasThumbnail = FavoriteChecksum.matchesThumbnail(row)
            let isIntact = !stored.isTruncated && FavoriteChecksum.matchesDetails(row)
            guard
                var favorite = (isIntact ? FavoriteRecord.favorite(in: row) : nil)
                    ?? FavoriteRecord(repairing: row)?.favorite
            else { continue }
            let lacksThumbnail = !hasThumbnail || stored.isTruncated
            if lacksThumbnail { favorite = favorite.with(thumbnail: nil) }
            let candidate = Found(
                favorite: favorite, isIntact: isIntact, isEarlier: isEarlier, lacksThumbnail: lacksThumbnail)
            if isIntact { add(candidate) } else { damaged.append(candidate) }
        }
        return damaged
    }

    private mutating func add(_ candidate: Found) {
        if found[candidate.favorite.id] == nil {
            insert(candidate)
        } else if !candidate.lacksThumbnail {
            fillThumbnail(of: candidate.favorite)
        }
    }

    private mutating func fillThumbnail(of favorite: Favorite) {
        guard let entry = found[favorite.id], entry.lacksThumbnail, let thumbnail = favorite.thumbnail else { return }
        found[favorite.id]?.favorite = entry.favorite.with(thumbnail: thumbnail)
        found[favorite.id]?.lacksThumbnail = false
    }

    /// Adds favorites that are damaged everywhere, unless an intact one is the same but for the damage.
    private mutating func addDamaged(_ damaged: [Found]) {
        for candidate in damaged where found[candidate.favorite.id] == nil {
            let isKnown = found.values.contains { $0.favorite.isProbably(candidate.favorite) }
            if !isKnown { insert(candidate) }
        }
    }

    /// Whether each favorite of an earlier state is one that is damaged now, rather than one that was removed.
    private func replacesOnly(_ damaged: [Found]) -> Bool {
        found.values.filter(\.isEarlier).allSatisfy { earlier in
            damaged.contains { $0.favorite.isProbably(earlier.favorite) }
        }
    }

    private mutating func insert(_ candidate: Found) {
        var candidate = candidate
        candidate.index = found.count
        found[candidate.favorite.id] = candidate
    }

    private mutating func addMarksAndTraces(_ rows: [SQLitePages.StoredRow]) {
        var knownMarks = Set(marks.map { [$0.library, $0.photo.id.rawValue] })
        var knownTraces = Set(traces.map(\.identity))
        for stored in rows where !stored.isTruncated {
            if let mark = Row(mark: stored).flatMap(MarkRecord.mark) {
                if knownMarks.insert([mark.library, mark.photo.id.rawValue]).inserted { marks.append(mark) }
            } else if let trace = Row(trace: stored).flatMap({ try? TraceRecord(row: $0) }) {
                if knownTraces.insert(trace.identity).inserted { traces.append(trace) }
            }
        }
    }
}

extension Favorite {
    /// Whether most of what identifies a favorite is the same.
    fileprivate func isProbably(_ other: Favorite) -> Bool {
        let equal = [
            library == other.library, photo.id == other.photo.id, photo.albumID == other.photo.albumID,
            photo.title == other.photo.title, added == other.added, file == other.file, photo.date == other.photo.date,
        ]
        return equal.count { $0 } >= 5 && (added == other.added || photo.id == other.photo.id)
    }
}

extension Row {
    private static let favoriteColumns = [
        "identity", "library", "photo", "album", "albumTitle", "title", "tags", "author", "description", "date",
        "aspect", "placeholder", "link", "attribution", "authorLink", "file", "added", "thumbnail", "dateKind",
        "checksum",
        "thumbnailChecksum",
    ]
    /// The index of the last column without which a row is no favorite.
    private static let added = 16

    /// The row of a favorite, of any version of the table; nil if it is of another table.
    fileprivate convenience init?(favorite stored: SQLitePages.StoredRow) {
        var values = stored.values
        // The table had no `identity` at first.
        if values.count <= Self.added + 1, !stored.isTruncated { values.insert(.null, at: 0) }
        guard values.count > (stored.isTruncated ? 2 : Self.added), values.count <= Self.favoriteColumns.count,
            values[1].isText, values[2].isText
        else { return nil }
        let aspect = 10
        // A number without fraction is stored as an integer.
        if values.count > aspect, case .int64(let number) = values[aspect].storage {
            values[aspect] = Double(number).databaseValue
        }
        self.init(names: Self.favoriteColumns, values: values)
    }

    fileprivate convenience init?(mark stored: SQLitePages.StoredRow) {
        self.init(exactly: ["library", "photo", "record"], stored.values)
    }

    fileprivate convenience init?(trace stored: SQLitePages.StoredRow) {
        self.init(exactly: ["identity", "device", "inode", "bytes", "modified", "hash", "time"], stored.values)
    }

    private convenience init?(exactly names: [String], _ values: [DatabaseValue]) {
        guard values.count == names.count else { return nil }
        self.init(names: names, values: values)
    }

    private convenience init(names: [String], values: [DatabaseValue]) {
        self.init(Dictionary(zip(names, values)) { first, _ in first })
    }
}

extension DatabaseValue {
    fileprivate var isText: Bool { if case .string = storage { true } else { false } }
}
