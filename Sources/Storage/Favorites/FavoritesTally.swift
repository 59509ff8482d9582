import Basics
import FoundationEssentials
import Glibc

/// A tally of the database at the end of the last run, in a file beside it, so that the next run notices losses.
struct FavoritesTally: Codable, Hashable, Sendable {
    /// The number of transactions, stored in the database as `user_version`. If the database has more, another computer
    /// has changed it, or a run was killed just after a change; then `count` is outdated.
    var changes: Int
    /// The number of favorites.
    var count: Int
    /// The number of favorites that were lost and haven't been recovered.
    var missing = 0

    static func path(in folder: String) -> String { folder + "/favorites-tally.json" }

    /// Reads the tally; nil if it is missing or damaged.
    static func read(in folder: String) -> FavoritesTally? {
        guard let bytes = SmallFile.read(path(in: folder), atMost: size),
            let tally = try? JSONDecoder().decode(FavoritesTally.self, from: Data(bytes)),
            [tally.changes, tally.count, tally.missing].allSatisfy({ $0 == Count($0).value })
        else { return nil }
        return tally
    }

    /// The number of favorites that a database has lost; nil if the database is not behind the tally.
    func lostCount(in state: FavoritesState) -> Int? {
        guard changes > state.changes || changes == state.changes && count > state.count else { return nil }
        return max(0, count - state.count)
    }

    /// Writes the tally. Ignores failures: an outdated tally raises no alarm.
    ///
    /// Call after the change, so that a run killed in between leaves an outdated tally, too.
    func write(in folder: String) {
        let descriptor = open(Self.path(in: folder), O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0, var bytes = try? Array(JSONEncoder().encode(self)) else { return }
        defer { close(descriptor) }
        // All tallies have the same size, so that a single write replaces the former one.
        bytes += [UInt8](repeating: UInt8(ascii: " "), count: max(0, Self.size - 1 - bytes.count)) + [10]
        _ = pwrite(descriptor, bytes, bytes.count, 0)
    }

    /// In bytes.
    private static let size = 128
}
