import Albums
import Basics
import Dispatch
import FoundationEssentials
import Glibc
import Synchronization

/// The log on disk of changes to a library, which later runs can undo: one file of JSON lines per library.
///
/// Instances share the file. Each change appends a line, and undoing it another one.
public final class ChangeLogFile: Sendable {
    static let maxChanges = 1000
    /// In seconds. The journal of files is kept as long.
    private static let maxAge: TimeInterval = 24 * 3600
    /// In bytes; enough for changes of 100,000 photos.
    private static let maxSize = 64 << 20

    private static let encoder = {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }()

    private let folder: String
    private let path: String
    private let now: @Sendable () -> Date
    private let queue = DispatchQueue(label: "tintype.changes")
    private let isPruned = Mutex(false)

    /// - Parameters:
    ///   - library: the address of the library.
    ///   - folder: the folder of all logs, created on the first change.
    public init(
        ofLibraryAt library: String, folder: String = UserFolder.state.path + "/changes",
        now: @escaping @Sendable () -> Date = { .now }
    ) {
        self.folder = folder
        path = "\(folder)/\(SHA256.hash(Array(library.utf8)).hexadecimal.prefix(32)).json"
        self.now = now
    }

    /// Returns the changes that can still be undone, oldest first.
    public func load() async -> [LoggedChange] {
        await queue.runBlocking {
            self.prune()
            return self.records(in: self.contents).compactMap(\.change)
        }
    }

    /// Appends a change. Without a writable folder, later runs can't undo it.
    public func add(_ change: LoggedChange) async {
        await queue.runBlocking {
            self.prune()
            ChangeRecord(change).map { self.append(.made($0)) }
        }
    }

    /// Removes a change that has been undone.
    ///
    /// - Parameter files: the files that its photos have now. Undo may have replaced them, and earlier changes expect
    ///   the new ones.
    public func remove(_ id: String, files: [Photo.ID: FileIdentity] = [:]) async {
        await queue.runBlocking { self.append(.undone(id, files.map(FileRecord.init))) }
    }

    private enum Line: Codable {
        case made(ChangeRecord)
        case undone(String, [FileRecord])
    }

    private func append(_ line: Line) {
        guard let data = try? Self.encoder.encode(line), (try? SmallFile.makeFolders(of: path)) != nil,
            let lock = try? FolderLock(folder)
        else { return }
        let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return }
        // A line that a kill has cut off must not swallow this one.
        _ = (Array("\n".utf8) + data + Array("\n".utf8)).withUnsafeBytes { SmallFile.writeAll($0, to: descriptor) }
        close(descriptor)
        withExtendedLifetime(lock) {}
    }

    /// The contents of the file; empty if it is missing, or if other users can have written it.
    private var contents: [UInt8] {
        let file = try? SmallFile.contents(of: path, atMost: Self.maxSize, followsLinks: false)
        return file?.isTrustworthy(for: geteuid()) == true ? file?.bytes ?? [] : []
    }

    /// Returns the recent changes that aren't undone, oldest first.
    private func records(in bytes: [UInt8]) -> [ChangeRecord] {
        var records: [ChangeRecord] = []
        var files: [String: FileRecord] = [:]
        let decoder = JSONDecoder()
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            switch try? decoder.decode(Line.self, from: Data(line)) {
            case .made(let record):
                records.append(record)
                for file in record.files { files[file.photo] = file }
            case .undone(let id, let replaced):
                records.removeAll { $0.id == id }
                for file in replaced { files[file.photo] = file }
            case nil: continue
            }
        }
        let oldest = now().addingTimeInterval(-Self.maxAge)
        return records.filter { $0.date > oldest }.suffix(Self.maxChanges).map { $0.expecting(files) }
    }

    /// Drops lines that are no longer needed: when the log is first used, because the start would be slower.
    private func prune() {
        let isFirstUse = isPruned.withLock { isPruned in
            defer { isPruned = true }
            return !isPruned
        }
        guard isFirstUse, SmallFile.exists(path), let lock = try? FolderLock(folder) else { return }
        defer { withExtendedLifetime(lock) {} }
        let old = contents
        let lines = records(in: old).compactMap { try? Self.encoder.encode(Line.made($0)) }
        let new = Array(lines.joined(separator: Data("\n".utf8)))
        if new != old { try? SmallFile.write(new, to: path) }
    }
}
