import Basics

/// An LRU cache of levels, bounded by bytes.
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

    /// The files from which levels were decoded.
    var files: Set<IdentifiedFile> { Set(entries.values.compactMap(\.level.file)) }

    /// Removes the levels decoded from these files.
    mutating func remove(from files: Set<IdentifiedFile>) {
        for (key, entry) in entries {
            if let file = entry.level.file, files.contains(file) { remove(key) }
        }
    }

    /// The level for a key; reading it counts as a use.
    subscript(key: Key) -> PictureLevel? {
        mutating get {
            uses += 1
            entries[key]?.lastUse = uses
            return entries[key]?.level
        }
    }

    /// Stores a level, unless it alone exceeds the capacity.
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
