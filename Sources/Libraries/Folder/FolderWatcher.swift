import Albums
import Basics
import CFileShims
import Dispatch
import Glibc
import Synchronization

/// Notices changes of folders and their pictures while a library is open, through inotify.
///
/// Changes that follow each other closely are reported as one, so copying 10,000 files is not 10,000 changes. Folders
/// that can't be watched, because the system's watches have run out or the file system reports nothing, are compared
/// every few seconds while they are listed; that finds files that were added, removed or renamed, not changed ones. The
/// opened folder and the listed ones are also checked for replacement, because links may lead elsewhere by then.
final class FolderWatcher: Sendable {
    /// Changes since the last report. Paths of folders are relative to the root.
    struct Changes: Sendable {
        /// The names of pictures that may have been added, removed or written, by folder.
        var pictures: [BytePath: Set<BytePath>] = [:]
        /// Whether folders have been added, removed or renamed, or events were lost.
        var needsScan = false
        /// Whether `pictures` has all names; false after events were lost.
        var areKnown = true

        var isEmpty: Bool { pictures.isEmpty && !needsScan }

        mutating func add(_ later: Changes) {
            pictures.merge(later.pictures) { $0.union($1) }
            needsScan = needsScan || later.needsScan
            areKnown = areKnown && later.areKnown
        }
    }

    /// A folder that is compared from time to time, because not all of its changes are reported.
    private struct PolledFolder {
        let isLocal: Bool
        /// The modification time in nanoseconds; nil if it may stay the same when the folder changes again.
        var modified: Int?
    }

    private struct State {
        var onChange: (@Sendable (Changes) -> Void)?
        /// The watched folders by watch descriptor.
        var folders: [Int32: BytePath] = [:]
        /// The watch descriptors of the scan before the one in progress.
        var former: Set<Int32> = []
        var polled: [BytePath: PolledFolder] = [:]
        /// Whether only this computer changes the files of a device.
        var isLocal: [dev_t: Bool] = [:]
        /// The known folders among those read.
        var identities: [BytePath: FolderIdentity] = [:]
        /// The folders that were listed last.
        var listed: Set<BytePath> = []
        var changes = Changes()
        /// When the first and the last of `changes` were noticed.
        var first = ContinuousClock.now
        var last = ContinuousClock.now
        var isReportScheduled = false
        var isPolling = false
    }

    private let root: BytePath
    /// Nil if the system has no further inotify instance for the user.
    private let descriptor: Int32?
    /// Dispatch sources are thread-safe; only their Swift type isn't marked `Sendable`.
    nonisolated(unsafe) private let source: (any DispatchSourceRead)?
    private let queue = DispatchQueue(label: "tintype.folder-watcher", qos: .utility)
    /// For polling, which may block on a network file system.
    private let pollQueue = DispatchQueue(label: "tintype.folder-poll", qos: .utility)
    private let state = Mutex(State())

    /// The pause after a change before it is reported, unless the changes go on for `maxDelay`.
    private static let quietTime = Duration.milliseconds(300)
    private static let maxDelay = Duration.seconds(2)
    private static let pollInterval = DispatchTimeInterval.seconds(3)

    private static let events =
        UInt32(IN_CREATE) | UInt32(IN_CLOSE_WRITE) | UInt32(IN_MOVED_FROM) | UInt32(IN_MOVED_TO) | UInt32(IN_DELETE)
        | UInt32(IN_MOVE_SELF) | UInt32(IN_ONLYDIR)

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

    /// Forgets all folders, because a scan is about to find them again.
    func beginScan() {
        state.withLock { state in
            state.former.formUnion(state.folders.keys)
            state.folders = [:]
            state.polled = [:]
            state.identities = [:]
        }
    }

    /// Stops watching the folders that the scan has not found again.
    func endScan() {
        let gone = state.withLock { state in
            defer { state.former = [] }
            return state.former.subtracting(state.folders.keys)
        }
        if let descriptor { for watch in gone { inotify_rm_watch(descriptor, watch) } }
    }

    /// Watches a folder. Call this before reading it, so that no change is missed in between.
    func watch(_ path: BytePath) {
        let folder = root.appending(path)
        let watch = descriptor.map { descriptor in
            folder.withCPath { inotify_add_watch(descriptor, $0, Self.events) }
        }
        let isWatched = watch.map { $0 >= 0 } ?? false
        var status = stat()
        _ = folder.withCPath { stat($0, &status) }
        let identity = FolderIdentity(at: folder)
        let known = state.withLock { $0.isLocal[status.st_dev] }
        // On a network file system, this is a request to the server.
        let isLocal = known ?? folder.withCPath { file_system_is_local($0) != 0 }
        state.withLock { state in
            state.isLocal[status.st_dev] = isLocal
            state.identities[path] = identity
            // A folder that is reached on several paths becomes an album at the first.
            if let watch, isWatched { state.folders[watch] = state.folders[watch] ?? path }
            state.polled[path] =
                isWatched && isLocal ? nil : PolledFolder(isLocal: isLocal, modified: Self.settledTime(status))
        }
    }

    /// Polls these folders instead of those listed before: for replacement and, if they can't be watched, for changes.
    func poll(_ listed: Set<BytePath>) {
        let isFirst = state.withLock { state in
            state.listed = listed
            guard !state.isPolling, !listed.isEmpty else { return false }
            state.isPolling = true
            return true
        }
        if isFirst { schedulePoll() }
    }

    /// How many folders are watched, and how many are compared instead.
    var coverage: WatchCoverage {
        state.withLock { state in
            let remote = state.polled.count { !$0.value.isLocal }
            return WatchCoverage(
                watched: Set(state.folders.values).subtracting(state.polled.keys).count, remote: remote,
                withoutWatch: state.polled.count - remote)
        }
    }

    private func schedulePoll() {
        pollQueue.asyncAfter(deadline: .now() + Self.pollInterval) { [weak self] in self?.pollListed() }
    }

    private func pollListed() {
        let (known, identities) = state.withLock { state in
            let listed = state.listed.union([[]])
            return (
                state.polled.filter { state.listed.contains($0.key) },
                state.identities.filter { listed.contains($0.key) }
            )
        }
        // The kernel doesn't report a changed link, a file system mounted over a folder, or a renamed folder around the
        // root.
        let isReplaced = identities.contains { path, identity in
            let folder = root.appending(path)
            return FolderIdentity(at: folder)?.replaces(identity, at: folder) ?? true
        }
        if isReplaced { note { $0.needsScan = true } }
        for (path, folder) in known {
            let now = Self.modified(root.appending(path))
            if let now, now == folder.modified { continue }
            state.withLock { $0.polled[path]?.modified = now }
            // A folder may have been added, too.
            note { $0.needsScan = true }
        }
        schedulePoll()
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

    private func handle(_ mask: UInt32, in watch: Int32, _ name: BytePath) {
        if mask & UInt32(IN_Q_OVERFLOW) != 0 {
            return note {
                $0.needsScan = true
                $0.areKnown = false
            }
        }
        guard let folder = state.withLock({ $0.folders[watch] }) else { return }
        // The folder is gone: removed, renamed or unmounted.
        if mask & UInt32(IN_IGNORED | IN_UNMOUNT | IN_MOVE_SELF) != 0 {
            if mask & UInt32(IN_IGNORED) != 0 { state.withLock { $0.folders[watch] = nil } }
            return note { $0.needsScan = true }
        }
        guard name.first != UInt8(ascii: "."), !name.isEmpty else { return }
        if mask & UInt32(IN_ISDIR) != 0 {
            if !SystemFolders.contain(name) { note { $0.needsScan = true } }
        } else {
            if PhotoFileName(name).kind != nil {
                note { $0.pictures[folder, default: []].insert(name) }
            } else if SidecarPath.isSidecar(name) {
                note { $0.pictures[folder] = $0.pictures[folder] ?? [] }
            } else if mask & UInt32(IN_CREATE) != 0, Self.isLink(root.appending(folder).appending(name)) {
                // A link may lead to a folder.
                note { $0.needsScan = true }
            }
        }
    }

    /// Adds a change to the next report.
    private func note(_ change: (inout Changes) -> Void) {
        let isFirst = state.withLock { state in
            if state.changes.isEmpty { state.first = .now }
            state.last = .now
            change(&state.changes)
            defer { state.isReportScheduled = true }
            return !state.isReportScheduled
        }
        if isFirst { scheduleReport(in: Self.quietTime) }
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

    /// Returns the modification time of a folder, 0 if there is none; nil if it is too recent. Blocks.
    private static func modified(_ folder: BytePath) -> Int? {
        var status = stat()
        guard folder.withCPath({ stat($0, &status) }) == 0 else { return 0 }
        return settledTime(status)
    }

    /// Returns the modification time of a folder in nanoseconds; nil if it is so recent that another change may have
    /// the same time.
    private static func settledTime(_ status: stat) -> Int? {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        return (now.tv_sec &- status.st_mtim.tv_sec).magnitude <= maxClockTick ? nil : status.nanoseconds
    }

    /// The longest tick of a file system's clock, that of FAT, in seconds.
    private static let maxClockTick: UInt = 2
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
