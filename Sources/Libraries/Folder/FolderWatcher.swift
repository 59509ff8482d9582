import Albums
import CFileShims
import Dispatch
import Glibc
import Synchronization

/// Notices changes of folders and their pictures while a library is open, through inotify.
///
/// Changes that follow each other closely are reported as one, so copying 10,000 files is not 10,000 changes. Folders
/// that can't be watched, because the system's watches have run out or the file system reports nothing, are compared
/// every few seconds while they are listed; that finds files that were added, removed or renamed, not changed ones.
final class FolderWatcher: Sendable {
    /// Changes since the last report. Paths of folders are relative to the root.
    struct Changes: Sendable {
        /// The names of pictures that may have been added, removed or written, by folder.
        var pictures: [BytePath: Set<BytePath>] = [:]
        /// Whether folders have been added, removed or renamed, or reports were lost.
        var needsScan = false

        fileprivate var isEmpty: Bool { pictures.isEmpty && !needsScan }
    }

    /// A folder of which not all changes are reported.
    private struct Unwatched {
        let isLocal: Bool
        /// The modification time in nanoseconds.
        var modified: Int
    }

    private struct State {
        var onChange: (@Sendable (Changes) -> Void)?
        /// The watched folders by inotify's number.
        var folders: [Int32: BytePath] = [:]
        var unwatched: [BytePath: Unwatched] = [:]
        /// Whether only this computer changes the files of a device.
        var isLocal: [dev_t: Bool] = [:]
        /// The folders that were listed last.
        var listed: Set<BytePath> = []
        var changes = Changes()
        /// When the first and the last of `changes` were noticed.
        var first = ContinuousClock.now
        var last = ContinuousClock.now
        var isReportScheduled = false
        var isComparing = false
    }

    private let root: BytePath
    /// Nil if the system has no further inotify instance for the user.
    private let descriptor: Int32?
    /// Dispatch sources may be used on any thread; only their Swift type doesn't say so.
    nonisolated(unsafe) private let source: (any DispatchSourceRead)?
    private let queue = DispatchQueue(label: "tintype.folder-watcher", qos: .utility)
    private let state = Mutex(State())

    /// The pause after a change before it is reported, unless the changes go on for `maxDelay`.
    private static let quietTime = Duration.milliseconds(300)
    private static let maxDelay = Duration.seconds(2)
    private static let compareInterval = DispatchTimeInterval.seconds(3)

    private static let events =
        UInt32(IN_CREATE) | UInt32(IN_CLOSE_WRITE) | UInt32(IN_MOVED_FROM) | UInt32(IN_MOVED_TO) | UInt32(IN_DELETE)
        | UInt32(IN_ONLYDIR)

    /// - Parameter descriptor: an inotify instance, which the watcher closes; negative if there is none.
    init(root: BytePath, descriptor: Int32 = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))) {
        self.root = root
        self.descriptor = descriptor < 0 ? nil : descriptor
        source = descriptor < 0 ? nil : DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
        source?.setEventHandler { [weak self] in self?.readEvents() }
        source?.setCancelHandler { close(descriptor) }
        source?.activate()
    }

    deinit {
        source?.cancel()
    }

    /// Reports changes to a closure from now on, which is called on a queue of the watcher's own.
    func report(to onChange: @escaping @Sendable (Changes) -> Void) {
        state.withLock { $0.onChange = onChange }
    }

    /// Watches a folder. Call this before reading it, so that no change is missed in between.
    func watch(_ path: BytePath) {
        let folder = root.appending(path)
        let number = descriptor.map { descriptor in
            folder.withCPath { inotify_add_watch(descriptor, $0, Self.events) }
        }
        let isWatched = number.map { $0 >= 0 } ?? false
        var status = stat()
        _ = folder.withCPath { stat($0, &status) }
        let known = state.withLock { $0.isLocal[status.st_dev] }
        // A network file system asks its server.
        let isLocal = known ?? folder.withCPath { file_system_is_local($0) != 0 }
        state.withLock { state in
            state.isLocal[status.st_dev] = isLocal
            if let number, isWatched { state.folders[number] = path }
            state.unwatched[path] =
                isWatched && isLocal ? nil : Unwatched(isLocal: isLocal, modified: status.nanoseconds)
        }
    }

    /// Compares these folders from time to time if they can't be watched, instead of those listed before.
    func compare(_ listed: Set<BytePath>) {
        let begins = state.withLock { state in
            state.listed = listed
            guard !state.isComparing, listed.contains(where: { state.unwatched[$0] != nil }) else { return false }
            state.isComparing = true
            return true
        }
        if begins { scheduleComparison() }
    }

    /// How many folders are watched, and how many are compared instead.
    var coverage: WatchCoverage {
        state.withLock { state in
            let remote = state.unwatched.count { !$0.value.isLocal }
            return WatchCoverage(
                watched: Set(state.folders.values).subtracting(state.unwatched.keys).count, remote: remote,
                withoutWatch: state.unwatched.count - remote)
        }
    }

    private func scheduleComparison() {
        queue.asyncAfter(deadline: .now() + Self.compareInterval) { [weak self] in self?.compareListed() }
    }

    private func compareListed() {
        let known = state.withLock { state in state.unwatched.filter { state.listed.contains($0.key) } }
        guard !known.isEmpty else { return state.withLock { $0.isComparing = false } }
        for (path, folder) in known {
            let now = Self.modified(root.appending(path))
            guard now != folder.modified else { continue }
            state.withLock { $0.unwatched[path]?.modified = now }
            note { $0.pictures[path] = $0.pictures[path] ?? [] }
        }
        scheduleComparison()
    }

    // MARK: Events

    private func readEvents() {
        guard let descriptor else { return }
        // Large enough for an event with the longest name.
        withUnsafeTemporaryAllocation(byteCount: 64 << 10, alignment: MemoryLayout<inotify_event>.alignment) { buffer in
            while true {
                let count = read(descriptor, buffer.baseAddress, buffer.count)
                guard count > 0 else { return }
                var events = UnsafeRawBufferPointer(rebasing: buffer[..<count])
                while events.count >= MemoryLayout<inotify_event>.size {
                    let event = events.load(as: inotify_event.self)
                    let size = MemoryLayout<inotify_event>.size + Int(event.len)
                    guard size <= events.count else { break }
                    let name = events[MemoryLayout<inotify_event>.size..<size].prefix { $0 != 0 }
                    handle(event.mask, in: event.wd, BytePath(name))
                    events = UnsafeRawBufferPointer(rebasing: events[size...])
                }
            }
        }
    }

    private func handle(_ mask: UInt32, in number: Int32, _ name: BytePath) {
        if mask & UInt32(IN_Q_OVERFLOW) != 0 { return note { $0.needsScan = true } }
        guard let folder = state.withLock({ $0.folders[number] }) else { return }
        if mask & UInt32(IN_IGNORED) != 0 { return state.withLock { $0.folders[number] = nil } }
        guard name.first != UInt8(ascii: "."), !name.isEmpty else { return }
        if mask & UInt32(IN_ISDIR) != 0 {
            if !SystemFolders.contain(name) { note { $0.needsScan = true } }
        } else {
            if PictureFileName(name).kind != nil {
                note { $0.pictures[folder, default: []].insert(name) }
            } else if name.text.lowercased().hasSuffix(".xmp") {
                note { $0.pictures[folder] = $0.pictures[folder] ?? [] }
            } else if mask & UInt32(IN_CREATE) != 0, Self.isLink(root.appending(folder).appending(name)) {
                // It may lead to a folder.
                note { $0.needsScan = true }
            }
        }
    }

    /// Adds a change to the next report.
    private func note(_ change: (inout Changes) -> Void) {
        let begins = state.withLock { state in
            if state.changes.isEmpty { state.first = .now }
            state.last = .now
            change(&state.changes)
            defer { state.isReportScheduled = true }
            return !state.isReportScheduled
        }
        if begins { scheduleReport(in: Self.quietTime) }
    }

    private func scheduleReport(in delay: Duration) {
        queue.asyncAfter(deadline: .now() + .milliseconds(Int(delay / .milliseconds(1)) + 1)) { [weak self] in
            self?.reportIfDue()
        }
    }

    private func reportIfDue() {
        let due = state.withLock { min($0.last + Self.quietTime, $0.first + Self.maxDelay) }
        let delay = ContinuousClock.now.duration(to: due)
        guard delay <= .zero else { return scheduleReport(in: delay) }
        let (changes, onChange) = state.withLock { state in
            state.isReportScheduled = false
            defer { state.changes = Changes() }
            return (state.changes, state.onChange)
        }
        onChange?(changes)
    }

    // MARK: File systems

    private static func isLink(_ path: BytePath) -> Bool {
        var status = stat()
        return path.withCPath { lstat($0, &status) } == 0 && status.st_mode & S_IFMT == S_IFLNK
    }

    /// Returns the modification time of a folder in nanoseconds; 0 if there is none. Blocks.
    private static func modified(_ folder: BytePath) -> Int {
        var status = stat()
        guard folder.withCPath({ stat($0, &status) }) == 0 else { return 0 }
        return status.nanoseconds
    }
}

/// How a library notices changes of its folders.
public struct WatchCoverage: Hashable, Sendable {
    /// The number of folders of which the system reports all changes.
    public let watched: Int
    /// The number of folders that other computers may change, which are compared while they are listed.
    public let remote: Int
    /// The number of folders for which the system has no watches left; compared likewise.
    public let withoutWatch: Int
}
