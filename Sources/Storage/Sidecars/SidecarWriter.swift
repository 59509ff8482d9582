import Albums
import Basics
import CFileShims
import Dispatch
import Glibc
import Synchronization

/// Changes the XMP of sidecar files and JPEGs, each completely or not at all.
///
/// Changes that arrive while others are being written are written together, in their order.
public final class SidecarWriter: Sendable {
    /// Properties to set in a sidecar file, which is created if it is missing, or in a JPEG.
    public struct Change: Hashable, Sendable {
        /// Absolute.
        public let path: [UInt8]
        public let container: XMPContainer
        /// The file that the photo must still be, whatever its contents; nil for any.
        public let photo: IdentifiedFile?
        public let properties: AssessmentProperties
        /// Nil if undo doesn't need to restore the former bytes.
        public let transition: AssessmentTransition?

        public init(
            path: [UInt8], in container: XMPContainer = .sidecar, of photo: IdentifiedFile? = nil,
            properties: AssessmentProperties, transition: AssessmentTransition? = nil
        ) {
            self.path = path
            self.container = container
            self.photo = photo
            self.properties = properties
            self.transition = transition
        }
    }

    /// Sets properties in XMP packets, which are empty for new ones. Returns the new packets, or why they can't be changed.
    /// Blocks.
    public typealias Edit =
        @Sendable (_ sidecars: [(bytes: [UInt8], properties: AssessmentProperties)]) ->
        [Result<[UInt8], SidecarFailure>]

    /// A file with all changes of it.
    private struct Target {
        let path: [UInt8]
        let container: XMPContainer
        let photo: IdentifiedFile?
        private(set) var properties = AssessmentProperties()
        private(set) var transition: AssessmentTransition?

        init(_ change: Change) {
            path = change.path
            container = change.container
            photo = change.photo
            properties = change.properties
            transition = change.transition
        }

        mutating func add(_ later: Change) {
            properties.add(later.properties)
            if let change = later.transition, transition?.add(change) != nil { return }
            transition = nil
        }
    }

    private struct Request {
        let changes: [Change]
        let continuation: CheckedContinuation<[SidecarFailure?], Never>
    }

    private struct State {
        var requests: [Request] = []
        var isWriting = false
        /// The folders from which unfinished sidecars of killed runs have been removed.
        var cleanFolders: Set<[UInt8]> = []
        var former = FormerSidecars()
    }

    private let secondsOfWriting: Int
    private let keepsTimes: Bool
    private let edit: Edit
    private let onReplaced: @Sendable ([FileReplacement]) -> Void
    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "sidecars", qos: .userInitiated)
    private let lanes = (0..<maxLanes).map { DispatchQueue(label: "sidecars \($0)", qos: .userInitiated) }

    /// Bounds the open files, and the memory for sidecars of maximum size.
    private static let filesPerRound = 32
    private static let maxAttempts = 20

    /// - Parameters:
    ///   - secondsOfWriting: how long another program may take to write a file in place.
    ///   - keepsTimes: whether pictures keep their modification times.
    ///   - onReplaced: called on another thread with the new versions of files before they are reported.
    public init(
        secondsOfWriting: Int = 1, keepsTimes: Bool = false,
        onReplaced: @escaping @Sendable ([FileReplacement]) -> Void = { _ in }, edit: @escaping Edit
    ) {
        self.secondsOfWriting = secondsOfWriting
        self.keepsTimes = keepsTimes
        self.onReplaced = onReplaced
        self.edit = edit
    }

    /// Returns nil for each change that is on the disk, or why it is not. Then its file has all of its bytes.
    public func write(_ changes: [Change]) async -> [SidecarFailure?] {
        await withCheckedContinuation { continuation in
            let isFirst = state.withLock { state in
                state.requests.append(Request(changes: changes, continuation: continuation))
                defer { state.isWriting = true }
                return !state.isWriting
            }
            if isFirst { queue.async { self.writeAll() } }
        }
    }

    /// Writes until the queue is empty.
    private func writeAll() {
        while true {
            let requests = state.withLock { state in
                defer { state.requests = [] }
                state.isWriting = !state.requests.isEmpty
                return state.requests
            }
            if requests.isEmpty { return }
            let changes = requests.flatMap(\.changes)
            var results: [SidecarFailure?] = []
            while results.count < changes.count {
                let batch = Self.firstBatch(of: changes[results.count...])
                let failures = write(batch)
                results += batch.map { failures[$0.path] }
            }
            var answered = 0
            for request in requests {
                let count = request.changes.count
                request.continuation.resume(returning: Array(results[answered..<answered + count]))
                answered += count
            }
        }
    }

    /// Returns the first changes that can be written together. One that may be refused for the values of a file isn't written with
    /// other changes of that file.
    private static func firstBatch(of changes: ArraySlice<Change>) -> ArraySlice<Change> {
        var paths: Set<[UInt8]> = []
        var separate: Set<[UInt8]> = []
        return changes.prefix { change in
            let isFirst = paths.insert(change.path).inserted
            if change.properties.expected != nil { separate.insert(change.path) }
            return isFirst || !separate.contains(change.path)
        }
    }

    /// Writes changes, those of one file together. Returns the failures.
    private func write(_ changes: ArraySlice<Change>) -> [[UInt8]: SidecarFailure] {
        var files: [[UInt8]: Target] = [:]
        var paths: [[UInt8]] = []
        for change in changes {
            if files[change.path] == nil {
                paths.append(change.path)
                files[change.path] = Target(change)
            } else {
                files[change.path]?.add(change)
            }
        }
        var failures: [[UInt8]: SidecarFailure] = [:]
        for start in stride(from: 0, to: paths.count, by: Self.filesPerRound) {
            let round = paths[start..<min(start + Self.filesPerRound, paths.count)]
            failures.merge(write(round.compactMap { files[$0] })) { $1 }
        }
        return failures
    }

    /// Writes files, and retries those that another program has just changed. Returns the failures.
    private func write(_ files: [Target]) -> [[UInt8]: SidecarFailure] {
        var failures: [[UInt8]: SidecarFailure] = [:]
        var remaining = files
        for attempt in 0..<Self.maxAttempts where !remaining.isEmpty {
            // The other program needs time to end. Instances that wait equally long would meet again.
            if attempt > 0 { usleep(UInt32.random(in: 0...UInt32(attempt) * 10_000)) }
            let results = replace(remaining, isLastAttempt: attempt == Self.maxAttempts - 1)
            for (file, result) in zip(remaining, results) { failures[file.path] = result }
            remaining = zip(remaining, results).filter { $1 == .keepsChanging }.map(\.0)
        }
        return failures
    }

    /// A file on its way to the disk.
    ///
    /// Unchecked because only one thread at a time uses it.
    private final class Step: @unchecked Sendable {
        let target: Target
        var file: XMPFile?
        var new: Result<[UInt8], SidecarFailure>?
        var replacement: XMPFile.Replacement?
        /// Whether the file is removed instead of replaced.
        var isRemoval = false
        var failure: SidecarFailure?

        init(_ target: Target) {
            self.target = target
        }

        /// Does something that may fail, unless the file has failed.
        func attempt(_ body: () throws(SidecarFailure) -> Void) {
            guard failure == nil else { return }
            do {
                try body()
            } catch {
                failure = error
            }
        }
    }

    /// Reads, changes and replaces files. Returns the failures, `keepsChanging` for a file that has changed since it was read.
    private func replace(_ files: [Target], isLastAttempt: Bool) -> [SidecarFailure?] {
        let steps = files.map(Step.init)
        forEach(of: steps) { step in
            step.attempt { () throws(SidecarFailure) in
                step.file = try XMPFile(reading: step.target.path, step.target.container)
            }
        }
        let readable = steps.filter { $0.file != nil }
        restoreFormer(readable)
        let changed = readable.filter { $0.new == nil }
        let edited = changed.isEmpty ? [] : edit(changed.map { ($0.file?.bytes ?? [], $0.target.properties) })
        for (step, result) in zip(changed, edited) { step.new = result }
        forEach(of: steps) { step in
            step.attempt { () throws(SidecarFailure) in
                guard let file = step.file, let result = step.new else { return }
                // Programs that write in place empty the file first.
                if file.isEmptyFile || result == .failure(.damaged) && !isLastAttempt,
                    file.wasWritten(inLast: self.secondsOfWriting)
                {
                    throw .keepsChanging
                }
                let new = try result.get()
                guard new != file.bytes, !step.isRemoval else { return }
                step.replacement = try file.replacement(new, keepsTime: self.keepsTimes)
            }
        }
        checkPackets(of: steps)
        let replaced = steps.filter { $0.replacement != nil && $0.failure == nil }
        // The first one waits for the disk, and the others find most of their work done.
        forEach(of: replaced) { step in
            step.attempt { () throws(SidecarFailure) in try step.replacement?.sync() }
        }
        let removed = steps.filter { $0.isRemoval && $0.failure == nil }
        for (folder, steps) in Dictionary(grouping: replaced + removed, by: { $0.file?.path.folder ?? [] }) {
            publish(steps, in: folder)
        }
        noteFormer(replaced + removed)
        onReplaced(
            replaced.compactMap { step in
                guard step.failure == nil, let file = step.file, let new = step.replacement?.version else { return nil }
                return FileReplacement(path: file.path, old: file.version, new: new)
            })
        // Removing the old files takes time.
        forEach(of: replaced) { $0.replacement = nil }
        return steps.map(\.failure)
    }

    /// Restores the former bytes of files for which all changes since then are undone. Files that another program has changed
    /// since, or has replaced by links, are edited like others.
    private func restoreFormer(_ steps: [Step]) {
        state.withLock { state in
            for step in steps where step.target.container == .sidecar {
                guard let file = step.file, let transition = step.target.transition, transition.isUndo else { continue }
                let former = state.former[step.target.path]
                if file.version == nil {
                    // It was never written, because it was undone before, or another program has removed it.
                    let isMissing = former.map { $0.bytes == nil } ?? true
                    if isMissing, transition.new == former?.assessment ?? transition.old { step.new = .success([]) }
                } else if let former, former.written == file.bytes, former.assessment == transition.new,
                    former.bytes != nil || file.path == step.target.path
                {
                    step.new = .success(former.bytes ?? [])
                    step.isRemoval = former.bytes == nil
                }
            }
        }
    }

    /// Remembers what changed files were before.
    private func noteFormer(_ steps: [Step]) {
        state.withLock { state in
            for step in steps where step.target.container == .sidecar && step.failure == nil {
                guard let file = step.file, let new = try? step.new?.get() else { continue }
                state.former.note(
                    step.target.path, from: file.version == nil ? nil : file.bytes, to: step.isRemoval ? nil : new,
                    step.target.transition)
            }
        }
    }

    /// Parses the packets of new pictures again, as the disk has them: they have other padding than those that were edited.
    private func checkPackets(of steps: [Step]) {
        let pictures = steps.filter { $0.target.container == .picture && $0.failure == nil && $0.replacement != nil }
        guard !pictures.isEmpty else { return }
        let packets = pictures.map { $0.replacement?.packet ?? [] }
        let edited = edit(
            zip(packets, pictures).map { packet, step in
                var properties = step.target.properties
                properties.expected = nil
                return (packet, properties)
            })
        for (index, step) in pictures.enumerated() where edited[index] != .success(packets[index]) {
            step.failure = .damaged
        }
    }

    /// Does something with files, with several at a time: most of it is waiting for the disk or a file server.
    private func forEach(of steps: [Step], _ body: @escaping @Sendable (Step) -> Void) {
        guard steps.count > 1 else { return steps.forEach(body) }
        let group = DispatchGroup()
        for (lane, queue) in lanes.prefix(steps.count).enumerated() {
            queue.async(group: group) {
                for index in stride(from: lane, to: steps.count, by: Self.maxLanes) { body(steps[index]) }
            }
        }
        group.wait()
    }

    private static let maxLanes = 8

    /// Puts new files in place, while no other instance does so in this folder.
    private func publish(_ steps: [Step], in folder: [UInt8]) {
        do {
            let lock = try FolderLock(folder)
            defer { withExtendedLifetime(lock) {} }
            if state.withLock({ $0.cleanFolders.insert(folder).inserted }) { AbandonedFiles.removeSidecars(in: folder) }
            forEach(of: steps) { step in
                step.attempt { () throws(SidecarFailure) in
                    guard let file = step.file else { return }
                    guard step.target.photo?.isInPlace ?? true else { throw .photoReplaced }
                    if step.isRemoval {
                        guard try file.remove() else { throw .keepsChanging }
                    } else if let replacement = step.replacement {
                        guard try file.publish(replacement) else { throw .keepsChanging }
                    }
                }
            }
            if !lock.sync() {
                let failure = SidecarFailure.ofLastCall()
                for step in steps { step.attempt { () throws(SidecarFailure) in throw failure } }
            }
        } catch {
            for step in steps { step.failure = error.isLocked ? .locked : .unwritable(reason: error.reason) }
        }
    }
}

extension IdentifiedFile {
    /// Whether the file at the path is still this one, whatever has been written to it. Blocks.
    fileprivate var isInPlace: Bool {
        guard let current = FileIdentity(at: path) else { return false }
        return current.node == identity.node
            || current.isUnchanged(since: identity) {
                let folder = path.folder.withCPath { open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
                defer { close(folder) }
                return file_system_keeps_inodes(folder) != 0
            }
    }
}
