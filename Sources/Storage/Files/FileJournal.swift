import Albums
import Basics
import FoundationEssentials
import Glibc

/// The journal of file operations, a write-ahead log: one file per operation states the intent before any photo moves.
/// The process that works on an operation locks its file.
final class FileJournal: Sendable {
    static let maxEntries = 1000

    let folder: String
    /// Locks an open file. Returns a nonzero value with `errno` set on failure.
    private let lock: @Sendable (Int32) -> Int32
    private static let suffix = ".json"
    /// In bytes; enough for an operation on 100,000 files.
    private static let maxSize = 64 << 20
    /// The last line of an entry that needs no further work.
    private static let settledLine = Array("{\"event\":\"settled\"}\n".utf8)

    init(folder: String, lock: @escaping @Sendable (Int32) -> Int32 = { flock($0, LOCK_EX | LOCK_NB) }) {
        (self.folder, self.lock) = (folder, lock)
    }

    /// An entry with its file, locked by this object.
    final class Handle {
        fileprivate let descriptor: Int32
        /// False on file systems without locks.
        fileprivate var isLocked = false
        private let path: String
        private let encoder: JSONEncoder

        fileprivate init(_ descriptor: Int32, path: String) {
            (self.descriptor, self.path) = (descriptor, path)
            encoder = JSONEncoder()
            encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
        }

        deinit {
            close(descriptor)
        }

        /// Appends an event.
        /// - Parameter syncs: whether to wait until it is on the disk.
        func append(_ event: JournalEntry.Event, syncs: Bool = true) throws(StorageFailure) {
            try write(event)
            if syncs, fsync(descriptor) != 0 { throw .ofLastCall(on: path) }
        }

        /// Appends events, all of them or none.
        func append(_ events: [JournalEntry.Event]) throws(StorageFailure) {
            var lines: [UInt8] = []
            for event in events { lines += try line(event) }
            try write(lines)
        }

        /// Waits until the events are on the disk; ignores errors.
        func sync() {
            fsync(descriptor)
        }

        /// Records that the operation needs no further work. Ignores errors: the next start checks again.
        func settle() {
            try? append(JournalEntry.Event(event: .settled), syncs: false)
        }

        /// Removes the entry.
        func remove() {
            unlink(path)
        }

        fileprivate func write(_ value: some Encodable) throws(StorageFailure) {
            try write(line(value))
        }

        private func line(_ value: some Encodable) throws(StorageFailure) -> [UInt8] {
            guard let data = try? encoder.encode(value) else { throw StorageFailure(path: path, reason: "") }
            return Array(data) + [UInt8(ascii: "\n")]
        }

        private func write(_ bytes: [UInt8]) throws(StorageFailure) {
            let end = lseek(descriptor, 0, SEEK_END)
            guard bytes.withUnsafeBytes({ SmallFile.writeAll($0, to: descriptor) }) else {
                let failure = StorageFailure.ofLastCall(on: path)
                // A part of a line would make the next one unreadable.
                ftruncate(descriptor, end)
                throw failure
            }
        }
    }

    /// Returns an unused identifier. Identifiers sort by date.
    static func makeID(_ date: Date) -> String {
        let microseconds = Int(exactly: (date.timeIntervalSince1970 * 1e6).rounded()) ?? 0
        let digits = String(microseconds)
        let random = String(UInt32.random(in: 0 ... .max), radix: 36)
        return String(repeating: "0", count: max(0, 17 - digits.count)) + digits + "-" + random
    }

    /// Writes an intent and waits until it is on the disk.
    func begin(_ entry: JournalEntry) throws(StorageFailure) -> Handle {
        let path = self.path(entry.id)
        try SmallFile.makeFolders(of: path)
        // Under a hidden name, so that other instances find it complete and locked.
        let hidden = "\(folder)/.\(entry.id)"
        let descriptor = Glibc.open(hidden, O_RDWR | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .ofLastCall(on: path) }
        let handle = Handle(descriptor, path: path)
        do throws(StorageFailure) {
            // Some network file systems don't support locks.
            handle.isLocked = lock(descriptor) == 0
            try handle.write(entry.intent)
            guard fsync(descriptor) == 0, rename(hidden, path) == 0 else { throw StorageFailure.ofLastCall(on: path) }
        } catch {
            unlink(hidden)
            throw error
        }
        let parent = Glibc.open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        if parent >= 0 {
            fsync(parent)
            close(parent)
        }
        return handle
    }

    /// Opens and locks an entry. Throws `gone` if the entry is missing, and `busy` if another process works on it.
    /// - Parameter waits: whether to wait up to five seconds for the other process.
    func open(_ id: String, waits: Bool = false) throws(FileFailure) -> Handle {
        guard Self.isID(id) else { throw .gone }
        let path = self.path(id)
        let descriptor = Glibc.open(path, O_RDWR | O_APPEND | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw .ofLastCall() }
        let handle = Handle(descriptor, path: path)
        for attempt in 0... {
            handle.isLocked = lock(descriptor) == 0
            if handle.isLocked { break }
            guard errno == EWOULDBLOCK || errno == EINTR else { break }
            guard waits, attempt < Self.maxAttempts else { throw .busy }
            usleep(Self.pause)
        }
        var status = stat()
        // The other process may have removed it.
        guard fstat(descriptor, &status) == 0, status.st_nlink > 0 else { throw .gone }
        return handle
    }

    /// Opens and locks the entry of a process that has ended. Where files can't be locked, throws `busy` until the
    /// entry has been unchanged for a day.
    func openAbandoned(_ id: String) throws(FileFailure) -> Handle {
        let handle = try open(id)
        if handle.isLocked { return handle }
        var status = stat()
        guard fstat(handle.descriptor, &status) == 0, status.st_mtim.tv_sec < time(nil) - Self.secondsOfOperation else {
            throw .busy
        }
        return handle
    }

    /// Far more than an operation takes.
    private static let secondsOfOperation = 24 * 3600
    /// In microseconds. 250 attempts take five seconds.
    private static let pause: UInt32 = 20_000
    private static let maxAttempts = 250

    /// Reads an open entry; nil if it is damaged. Truncates an unfinished last line, left by a power failure, so that
    /// the next event starts on a new line.
    func read(_ handle: Handle, id: String) -> JournalEntry? {
        guard lseek(handle.descriptor, 0, SEEK_SET) == 0, let bytes = contents(of: handle.descriptor),
            let entry = JournalEntry(id: id, bytes)
        else { return nil }
        let unfinished = bytes.reversed().prefix { $0 != UInt8(ascii: "\n") }.count
        if unfinished > 0, ftruncate(handle.descriptor, off_t(bytes.count - unfinished)) != 0 { return nil }
        return entry
    }

    /// Reads an entry, which other processes may be working on; nil if it is missing or damaged.
    func read(_ id: String) -> JournalEntry? {
        guard Self.isID(id) else { return nil }
        let descriptor = Glibc.open(path(id), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        return contents(of: descriptor).flatMap { JournalEntry(id: id, $0) }
    }

    /// Returns the contents of an entry's file; nil if another user can have written it.
    private func contents(of descriptor: Int32) -> [UInt8]? {
        guard let file = try? SmallFile.contents(of: descriptor, atMost: Self.maxSize),
            file.isTrustworthy(for: geteuid())
        else { return nil }
        return file.bytes
    }

    /// Whether an entry needs no further work or is gone; reads only its last line.
    func isSettled(_ id: String) -> Bool {
        let descriptor = Glibc.open(path(id), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return true }
        defer { close(descriptor) }
        var end = [UInt8](repeating: 0, count: Self.settledLine.count)
        guard lseek(descriptor, -off_t(end.count), SEEK_END) >= 0 else { return false }
        let count = end.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
        return count == end.count && end == Self.settledLine
    }

    /// The identifiers of all entries, oldest first.
    var ids: [String] {
        guard let stream = opendir(folder) else { return [] }
        defer { closedir(stream) }
        var ids: [String] = []
        FolderEntries.read(stream) { name, _, _ in
            let name = String(decoding: name, as: UTF8.self)
            guard name.hasSuffix(Self.suffix) else { return }
            let id = String(name.dropLast(Self.suffix.count))
            if Self.isID(id) { ids.append(id) }
        }
        return ids.sorted()
    }

    /// Removes the oldest entries beyond the maximum, except unfinished ones.
    func prune() {
        for id in ids.dropLast(Self.maxEntries) where isSettled(id) { try? open(id).remove() }
    }

    /// Removes hidden entries older than an hour: their runs were killed before anything moved.
    func removeAbandoned() {
        AbandonedFiles.forEachFile(in: folder) { name, descriptor in
            var status = stat()
            guard name.hasPrefix("."), Self.isID(String(name.dropFirst())),
                fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0,
                status.st_mtim.tv_sec < time(nil) - Self.secondsOfWriting
            else { return }
            unlinkat(descriptor, name, 0)
        }
    }

    /// Far more than writing an entry takes.
    private static let secondsOfWriting = 3600

    private func path(_ id: String) -> String { "\(folder)/\(id)\(Self.suffix)" }

    /// Whether a text has the form of an identifier, and thus is no path.
    private static func isID(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count < 64 && text.utf8.first != UInt8(ascii: "-")
            && text.utf8.allSatisfy { PercentEncoding.isUnreserved($0) && $0 != UInt8(ascii: ".") }
    }
}
