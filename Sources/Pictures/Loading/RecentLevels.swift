/// A dictionary of levels bounded by bytes: the least recently used leave first.
struct RecentLevels<Key: Hashable & Sendable>: Sendable {
    private struct Entry {
        let level: PictureLevel
        var lastUse: Int
    }

    private let maxBytes: Int
    private var entries: [Key: Entry] = [:]
    private var uses = 0
    private(set) var bytes = 0

    init(maxBytes: Int) {
        self.maxBytes = maxBytes
    }

    var keys: some Collection<Key> { entries.keys }

    /// The files that levels were decoded from.
    var files: Set<FileVersion> { Set(entries.values.compactMap(\.level.file)) }

    /// Drops the levels that were decoded from these files.
    mutating func remove(from files: Set<FileVersion>) {
        for (key, entry) in entries {
            if let file = entry.level.file, files.contains(file) { remove(key) }
        }
    }

    /// The level of a key, which counts as a use.
    subscript(key: Key) -> PictureLevel? {
        mutating get {
            uses += 1
            entries[key]?.lastUse = uses
            return entries[key]?.level
        }
    }

    /// Keeps a level, unless it alone is too large.
    mutating func insert(_ level: PictureLevel, for key: Key) {
        remove(key)
        guard level.bytes <= maxBytes else { return }
        uses += 1
        entries[key] = Entry(level: level, lastUse: uses)
        bytes += level.bytes
        guard bytes > maxBytes else { return }
        for (key, _) in entries.sorted(by: { $0.value.lastUse < $1.value.lastUse }) where bytes > maxBytes {
            remove(key)
        }
    }

    mutating func remove(_ key: Key) {
        bytes -= entries.removeValue(forKey: key)?.level.bytes ?? 0
    }
}
