import Albums
import Basics
import CFileShims
import Dispatch
import Glibc
import Synchronization

/// Changes the XMP of sidecar files and JPEGs, each completely or not at all, and all files of a photo or none.
///
/// Changes that arrive while others are being written are written together, in their order.
public final class SidecarWriter: Sendable {
    /// Sets properties in XMP packets; an empty packet stands for a new one. Returns the new packets or the failures.
    /// Blocks.
    public typealias Edit =
        @Sendable (_ sidecars: [(bytes: [UInt8], properties: PhotoProperties)]) ->
        [Result<EditedPacket, SidecarFailure>]

    /// The properties that undo the change of a photo, or the file that couldn't be written, so that none has changed.
    public typealias PhotoResult = Result<PhotoProperties, SidecarProblem>

    /// A file with all of its changes.
    fileprivate struct Target {
        let path: [UInt8]
        let container: XMPContainer
        let photo: IdentifiedFile?
        private(set) var properties: PhotoProperties
        private(set) var former: PhotoValues
        private(set) var isUndo: Bool

        init(_ change: SidecarChange) {
            path = change.path
            container = change.container
            photo = change.photo
            properties = change.properties
            former = change.former
            isUndo = change.isUndo
        }

        mutating func add(_ later: SidecarChange) {
            properties.add(later.properties)
            former.merge(later.former) { first, _ in first }
            isUndo = later.isUndo
        }
    }

    private struct Request {
        let photos: [[SidecarChange]]
        let continuation: CheckedContinuation<[PhotoResult], Never>
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
    ///   - onReplaced: called on another thread with the new versions of files before `write` returns.
    public init(
        secondsOfWriting: Int = 1, keepsTimes: Bool = false,
        onReplaced: @escaping @Sendable ([FileReplacement]) -> Void = { _ in }, edit: @escaping Edit
    ) {
        self.secondsOfWriting = secondsOfWriting
        self.keepsTimes = keepsTimes
        self.onReplaced = onReplaced
        self.edit = edit
    }

    /// Writes the changes of photos. A photo's result is a success once all of its files are on the disk.
    public func write(photos: [[SidecarChange]]) async -> [PhotoResult] {
        await withCheckedContinuation { continuation in
            let isFirst = state.withLock { state in
                state.requests.append(Request(photos: photos, continuation: continuation))
                defer { state.isWriting = true }
                return !state.isWriting
            }
            if isFirst { queue.async { self.writeAll() } }
        }
    }

    /// Writes independent changes. One result per change: nil once on disk, else the failure, with the file untouched.
    public func write(_ changes: [SidecarChange]) async -> [SidecarFailure?] {
        await write(photos: changes.map { [$0] }).map { result in
            if case .failure(let problem) = result { problem.failure } else { nil }
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
            let photos = requests.flatMap(\.photos)
            var results: [PhotoResult] = []
            while results.count < photos.count {
                results += write(Batch(photos[results.count...], maxFiles: Self.filesPerRound))
            }
            var answered = 0
            for request in requests {
                let count = request.photos.count
                request.continuation.resume(returning: Array(results[answered..<answered + count]))
                answered += count
            }
        }
    }

    /// Files that are written together.
    private struct Batch {
        private(set) var photos: [[[UInt8]]] = []
        private(set) var files: [Target] = []
        private var indices: [[UInt8]: Int] = [:]
        /// Files with a change that depends on their current values; these get no second change.
        private var separate: Set<[UInt8]> = []

        /// Takes the first photos, as far as they can be written together.
        init(_ photos: ArraySlice<[SidecarChange]>, maxFiles: Int) {
            for photo in photos {
                guard photo.allSatisfy(canAdd), files.count < maxFiles else { return }
                for change in photo { add(change) }
                self.photos.append(photo.map(\.path))
            }
        }

        private func canAdd(_ change: SidecarChange) -> Bool {
            indices[change.path] == nil || !change.properties.dependsOnFile && !separate.contains(change.path)
        }

        private mutating func add(_ change: SidecarChange) {
            if change.properties.dependsOnFile { separate.insert(change.path) }
            if let index = indices[change.path] {
                files[index].add(change)
            } else {
                indices[change.path] = files.count
                files.append(Target(change))
            }
        }

        /// The files by groups that change together or not at all. Photos that share a sidecar are in one group.
        var groups: [[Target]] {
            var group = Array(files.indices)
            func root(_ index: Int) -> Int { group[index] == index ? index : root(group[index]) }
            for photo in photos {
                let files = photo.compactMap { indices[$0] }
                for (one, other) in zip(files, files.dropFirst()) { group[root(other)] = root(one) }
            }
            let members = Dictionary(grouping: files.indices, by: root)
            return members.keys.sorted().map { (members[$0] ?? []).map { files[$0] } }
        }
    }

    /// Writes the files of photos.
    private func write(_ batch: Batch) -> [PhotoResult] {
        var problems: [[UInt8]: SidecarProblem] = [:]
        var inverses: [[UInt8]: PhotoProperties] = [:]
        var remaining = batch.groups
        for attempt in 0..<Self.maxAttempts where !remaining.isEmpty {
            // Gives the other program time to finish. The pause is random, so that two instances don't collide again.
            if attempt > 0 { usleep(UInt32.random(in: 0...UInt32(attempt) * 10_000)) }
            let results = replace(remaining, isLastAttempt: attempt == Self.maxAttempts - 1)
            for step in results.flatMap({ $0 }) { inverses[step.target.path] = step.inverse }
            for (group, steps) in zip(remaining, results) {
                for file in group { problems[file.path] = steps.problem }
            }
            remaining = zip(remaining, results).filter { $1.problem?.failure == .keepsChanging }.map(\.0)
        }
        return batch.photos.map { paths in
            if let problem = paths.lazy.compactMap({ problems[$0] }).first { return .failure(problem) }
            return .success(PhotoProperties(undoingAll: paths.compactMap { inverses[$0] }))
        }
    }

    /// A file on its way to the disk.
    ///
    /// Unchecked because only one thread at a time uses it.
    fileprivate final class Step: @unchecked Sendable {
        let target: Target
        var file: XMPFile?
        var new: Result<EditedPacket, SidecarFailure>?
        var replacement: XMPFile.Replacement?
        /// Whether the file is removed instead of replaced.
        var isRemoval = false
        /// Whether former bytes are restored.
        var isFormer = false
        /// The new values of EXIF by tag; others stay.
        var exifValues: [Int: Int]
        var failure: SidecarFailure?
        /// Whether the file on the disk has changed.
        var isPublished = false

        init(_ target: Target) {
            self.target = target
            exifValues = ExifNumbers.values(of: target.properties.values)
        }

        /// The properties that undo the change.
        var inverse: PhotoProperties {
            var inverse = (try? new?.get())?.inverse ?? PhotoProperties()
            inverse.values.merge(target.former) { $1 }
            if inverse.values[.orientation] != nil, let own = file?.exifValues[ExifNumbers.orientation] {
                inverse.values[.orientation] = String(own)
            }
            return inverse
        }

        /// The properties to set in XMP. `checkOrientation` expects a picture's orientation in EXIF instead.
        var properties: PhotoProperties {
            var properties = target.properties
            if file?.exifValues[ExifNumbers.orientation] != nil { properties.expected[.orientation] = nil }
            return properties
        }

        /// Before a change of orientation, checks that EXIF has the expected one.
        func checkOrientation() throws(SidecarFailure) {
            guard target.container == .picture, exifValues[ExifNumbers.orientation] != nil else { return }
            guard let own = file?.exifValues[ExifNumbers.orientation] else { throw .noOrientation }
            guard target.properties.expected[.orientation].map({ $0 == String(own) }) ?? true else {
                throw .otherValues([.orientation: String(own)])
            }
        }

        /// Runs `body` unless the file has failed; records a new failure.
        func attempt(_ body: () throws(SidecarFailure) -> Void) {
            guard failure == nil else { return }
            do {
                try body()
            } catch {
                failure = error
            }
        }
    }

    /// Reads, changes and replaces groups of files. A group fails with `keepsChanging` if a file has changed since it
    /// was read. All files of a group are ready before the first is replaced.
    private func replace(_ files: [[Target]], isLastAttempt: Bool) -> [[Step]] {
        let groups = files.map { $0.map(Step.init) }
        let steps = groups.flatMap { $0 }
        forEach(of: steps) { step in
            step.attempt { () throws(SidecarFailure) in
                step.file = try XMPFile(reading: step.target.path, step.target.container)
            }
        }
        let readable = steps.filter { $0.file != nil }
        restoreFormer(readable)
        for step in readable where step.new == nil {
            step.attempt { () throws(SidecarFailure) in try step.checkOrientation() }
        }
        let other = readable.filter { $0.new == nil && $0.failure == nil }
        let edited = other.isEmpty ? [] : edit(other.map { ($0.file?.bytes ?? [], $0.properties) })
        for (step, result) in zip(other, edited) { step.new = result }
        forEach(of: steps) { step in
            step.attempt { () throws(SidecarFailure) in
                guard let file = step.file, let result = step.new else { return }
                // Programs that write in place empty the file first.
                if file.isEmptyFile || result == .failure(.damaged) && !isLastAttempt,
                    file.wasWritten(inLast: self.secondsOfWriting)
                {
                    throw .keepsChanging
                }
                let new = try result.get().bytes
                guard new != file.bytes, !step.isRemoval else { return }
                step.replacement = try file.replacement(
                    new, exifValues: step.exifValues, isFormer: step.isFormer, keepsTime: self.keepsTimes)
            }
        }
        checkPackets(of: steps)
        let replaced = steps.filter { $0.replacement != nil && $0.failure == nil }
        // The first sync waits for the disk, and does most of the work of the others.
        forEach(of: replaced) { step in
            step.attempt { () throws(SidecarFailure) in try step.replacement?.sync() }
        }
        publish(groups)
        let changed = steps.filter { $0.isPublished && $0.failure == nil }
        noteFormer(changed)
        onReplaced(
            changed.compactMap { step in
                guard let file = step.file, let new = step.replacement?.version else { return nil }
                return FileReplacement(path: file.path, old: file.version, new: new)
            })
        // Removing the old files takes time.
        forEach(of: replaced) { $0.replacement = nil }
        return groups
    }

    /// Restores the former bytes of files for which all changes since then are undone. Files that another program has
    /// changed since, or has replaced by links, are edited like others.
    private func restoreFormer(_ steps: [Step]) {
        state.withLock { state in
            for step in steps {
                guard let file = step.file, step.target.isUndo else { continue }
                let properties = step.target.properties
                let former = state.former[step.target.path]
                if file.version == nil {
                    // The change was undone before it was written, or another program has removed the file.
                    let isMissing = former.map { $0.bytes == nil } ?? true
                    let isUndone = former?.isRestored(by: properties) ?? (properties.values == step.target.former)
                    if isMissing, isUndone { step.new = .success(EditedPacket([], inverse: properties.inverse)) }
                } else if let former, former.written == file.bytes, former.isRestored(by: properties),
                    former.exifValues.written == file.exifValues,
                    former.bytes != nil || file.path == step.target.path
                {
                    step.new = .success(EditedPacket(former.bytes ?? [], inverse: properties.inverse))
                    step.isFormer = true
                    step.isRemoval = former.bytes == nil
                    step.exifValues = former.exifValues.former
                }
            }
        }
    }

    /// Remembers the former contents of changed files.
    private func noteFormer(_ steps: [Step]) {
        state.withLock { state in
            for step in steps {
                // The packet of a picture has padding.
                guard let file = step.file, let new = step.replacement?.packet ?? (try? step.new?.get().bytes) else {
                    continue
                }
                state.former.note(
                    step.target.path, from: file.version == nil ? nil : file.bytes, to: step.isRemoval ? nil : new,
                    exifValues: (file.exifValues, file.exifValues(with: step.exifValues)), step.target.properties,
                    inverse: step.inverse)
            }
        }
    }

    /// Parses the packets of new pictures again as they are on disk, because padding has changed them.
    private func checkPackets(of steps: [Step]) {
        let pictures = steps.filter { $0.target.container == .picture && $0.failure == nil && $0.replacement != nil }
        guard !pictures.isEmpty else { return }
        let packets = pictures.map { $0.replacement?.packet ?? [] }
        let edited = edit(
            zip(packets, pictures).map { packet, step in
                var properties = step.target.properties
                properties.expected = [:]
                return (packet, properties)
            })
        for (index, step) in pictures.enumerated() {
            let written = step.isFormer ? step.new : edited[index]
            if (try? written?.get())?.bytes != packets[index] { step.failure = .damaged }
        }
    }

    /// Runs `body` for several files at a time, because most of it is waiting for the disk or a file server.
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

    /// Puts the new files of groups in place while holding the locks of their folders. If a file of a group fails in
    /// the end, restores those already replaced.
    private func publish(_ groups: [[Step]]) {
        let ready = groups.filter { group in
            group.problem == nil && group.contains { $0.replacement != nil || $0.isRemoval }
        }
        let folders = Dictionary(grouping: ready.lazy.flatMap { $0 }, by: { $0.file?.path.folder ?? [] })
        var locks: [(lock: FolderLock, steps: [Step])] = []
        // In a fixed order, because two instances may need the same folders.
        for (folder, steps) in folders.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
            do {
                locks.append((try FolderLock(folder), steps))
                if state.withLock({ $0.cleanFolders.insert(folder).inserted }) {
                    AbandonedFiles.removeSidecars(in: folder)
                }
            } catch {
                for step in steps { step.failure = error.isLocked ? .locked : .unwritable(reason: error.reason) }
            }
        }
        // Before the first file is replaced, because that may be the photo.
        forEach(of: ready.flatMap { $0 }) { step in
            step.attempt { () throws(SidecarFailure) in
                guard step.target.photo?.isInPlace ?? true else { throw .photoReplaced }
            }
        }
        let possible = ready.filter { $0.problem == nil }
        forEach(of: possible.flatMap { $0 }) { step in
            step.attempt { () throws(SidecarFailure) in
                guard let file = step.file, let replacement = step.replacement else { return }
                guard try file.publish(replacement) else { throw .keepsChanging }
                step.isPublished = true
            }
        }
        for group in possible {
            for step in group where step.isRemoval && group.problem == nil {
                step.attempt { () throws(SidecarFailure) in
                    guard try step.file?.remove() == true else { throw .keepsChanging }
                    step.isPublished = true
                }
            }
            if group.problem != nil { takeBack(group) }
        }
        for (lock, steps) in locks where steps.contains(where: \.isPublished) && !lock.sync() {
            let failure = SidecarFailure.ofLastCall()
            for step in steps { step.attempt { () throws(SidecarFailure) in throw failure } }
        }
    }

    /// Restores the former contents of a group's changed files. A file that another program has just changed stays, and
    /// is named in the failure.
    private func takeBack(_ group: [Step]) {
        for step in group where step.isPublished {
            if step.file?.takeBack(step.replacement) == true {
                step.isPublished = false
            } else {
                for other in group where other.failure != nil {
                    other.failure = .partlyWritten(name: String(decoding: step.target.path.name, as: UTF8.self))
                }
            }
        }
    }
}

extension [SidecarWriter.Step] {
    /// The first file that can't change; nil if all can.
    fileprivate var problem: SidecarProblem? {
        lazy.compactMap { step in step.failure.map { SidecarProblem(path: step.target.path, $0) } }.first
    }
}

extension PhotoProperties {
    /// The properties that undo changes of all files of a photo. A tag that one of them already had stays.
    fileprivate init(undoingAll files: [PhotoProperties]) {
        self.init()
        for (field, value) in files.flatMap(\.values) where (values[field] ?? field.emptyValue) == field.emptyValue {
            values[field] = value
        }
        tags.added = files.flatMap(\.tags.added).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
        tags.removed = (files.first?.tags.removed ?? []).filter { tag in
            files.allSatisfy { $0.tags.removed.contains(tag) }
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
