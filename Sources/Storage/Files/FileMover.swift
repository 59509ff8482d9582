import Albums
import Basics
import Dispatch
import FoundationEssentials
import Glibc
import Synchronization

/// Moves the files of photos to the trash or to other folders, copies and renames them, and moves them back.
///
/// Never overwrites a file. Deletes only one of two complete copies and, with `delete`, photos in the trash. Operations
/// run one after another, each recorded in a journal before it begins: after a crash, `recover` finds every file
/// complete at its source or its target.
public final class FileMover: Sendable {
    let journal: FileJournal
    private let homeTrash: String
    private let user: uid_t
    private let renaming: ExclusiveRename
    let movedFiles = Mutex(MovedFiles())
    /// File operations block on the disk.
    private let queue = DispatchQueue(label: "tintype.files", qos: .userInitiated)

    /// Returns the contents of the copy of a picture, which isn't exact.
    public typealias Export = @Sendable (_ path: [UInt8], _ export: JPEGExport) throws -> [UInt8]

    /// Bounds the time that `recent` takes.
    private static let maxRecent = 100

    /// - Parameters:
    ///   - journal: the folder of the journal, created at the first operation.
    ///   - homeTrash: the trash in the user's home, created when it is needed.
    ///   - user: the owner of trash folders in other file systems.
    public convenience init(
        journal: String = UserFolder.state.path + "/files", homeTrash: String = UserFolder.trash,
        user: uid_t = geteuid()
    ) {
        self.init(journal: journal, homeTrash: homeTrash, user: user, renaming: ExclusiveRename())
    }

    init(journal: String, homeTrash: String, user: uid_t, renaming: ExclusiveRename) {
        self.journal = FileJournal(folder: journal)
        self.homeTrash = homeTrash
        self.user = user
        self.renaming = renaming
    }

    /// Carries out an operation on the photos of a library. The files of a photo are moved together or not at all. Ends
    /// early if the task is canceled.
    /// - Parameters:
    ///   - groups: the files of each photo; the folders of sources have canonical paths.
    ///   - library: the address of the library.
    ///   - progress: called on another thread with the bytes that have been moved or copied, and their total.
    ///   - export: makes the copies that aren't exact.
    public func perform(
        _ kind: FileOperation.Kind, _ groups: [FileGroup], in library: String,
        progress: (@Sendable (_ done: Int, _ total: Int) -> Void)? = nil, export: Export? = nil
    ) async -> FileOperationResult {
        await run { self.carryOut(kind, groups, in: library, export, $0, report: progress) }
    }

    /// Moves the files of an operation back, or deletes its copies. The result lists the photos that are back, and the
    /// failures; a photo that fails stays as it is.
    ///
    /// Copies don't go to the trash: on a card, they would take the space that the user wants back.
    public func revert(_ operation: FileOperation) async -> FileOperationResult {
        await run { cancellation in self.moveBack(operation, cancellation) }
    }

    /// Returns the latest operations of the library with this address that can be reverted, oldest first. Includes
    /// those of earlier runs.
    public func recent(in library: String) async -> [FileOperation] {
        await run { _ in
            var operations: [FileOperation] = []
            // Where files will be again once later operations have been reverted.
            var restored: Set<[UInt8]> = []
            for id in self.journal.ids.reversed() where operations.count < Self.maxRecent {
                guard self.journal.isSettled(id), let entry = self.journal.read(id), entry.library == library else {
                    continue
                }
                let groups = entry.groups.indices.filter { index in
                    entry.groups[index].files.first.map { restored.contains($0.target) || Self.exists($0.target) }
                        == true
                }
                if entry.kind != .copy { restored.formUnion(groups.flatMap { entry.groups[$0].files.map(\.source) }) }
                if !groups.isEmpty { operations.append(entry.operation(groups)) }
            }
            return operations.reversed()
        }
    }

    /// Stores the marks and favorites of an operation's photos, for `recent` in later runs.
    public func annotate(_ operation: String, _ annotations: PhotoAnnotations) async {
        await run { _ in
            guard let handle = try? self.journal.open(operation, waits: true) else { return }
            let event = JournalEntry.Event(event: .annotated, annotations: JournalEntry.Annotations(annotations))
            try? handle.append([event, JournalEntry.Event(event: .settled)])
        }
    }

    /// Runs blocking work after all operations requested so far.
    func run<Value: Sendable>(_ work: @escaping @Sendable (CancellationFlag) -> Value) async -> Value {
        await queue.runCancellable(work)
    }

    private static func exists(_ path: [UInt8]) -> Bool {
        var status = stat()
        return path.withCPath { lstat($0, &status) } == 0
    }

    func mover(
        _ entry: JournalEntry, _ handle: FileJournal.Handle, _ folders: OpenFolders, _ progress: FileProgress,
        _ export: Export? = nil
    ) -> GroupMover {
        GroupMover(
            entry, journal: handle, folders: folders,
            trashes: TrashFolders(home: homeTrash, user: user, folders: folders), renaming: renaming,
            progress: progress, export: export)
    }

    // MARK: Carrying out

    private func carryOut(
        _ kind: FileOperation.Kind, _ groups: [FileGroup], in library: String, _ export: Export?,
        _ cancellation: CancellationFlag, report: (@Sendable (Int, Int) -> Void)?
    ) -> FileOperationResult {
        let folders = OpenFolders()
        var plan = FilePlan(
            kind, folders: folders, trashes: TrashFolders(home: homeTrash, user: user, folders: folders))
        for group in groups { plan.add(group) }
        if kind == .rename { plan.separateSwaps() }
        var failures = plan.failures
        // Whole milliseconds survive the journal.
        let date = Date(timeIntervalSince1970: (Date.now.timeIntervalSince1970 * 1000).rounded() / 1000)
        let entry = JournalEntry(
            id: FileJournal.makeID(date), kind: kind, library: library, date: date, folders: plan.missingFolders,
            groups: plan.groups)
        guard !entry.groups.isEmpty else { return FileOperationResult(operation: nil, failures: failures) }
        let handle: FileJournal.Handle
        do {
            handle = try journal.begin(entry)
        } catch {
            for group in entry.groups {
                failures[group.photo] = FileProblem(
                    name: group.files.first?.source.name ?? [],
                    .unwritable(folder: journal.folder, reason: error.reason))
            }
            return FileOperationResult(operation: nil, failures: failures)
        }
        let sizes = entry.groups.lazy.flatMap(\.files).map { Count($0.version.size) }
        let total = sizes.reduce(Count(0), +).value
        let mover = mover(entry, handle, folders, FileProgress(cancellation, total: total, report: report), export)
        var failed = Self.inPossibleOrder(Array(entry.groups.indices)) { groups in
            mover.transfer(groups.map { GroupMover.Transfer($0) })
        }
        takeBackSwaps(of: mover, &failed)
        for (group, problem) in failed { failures[entry.groups[group].photo] = problem }
        let done = entry.groups.indices.filter { failed[$0] == nil }
        if done.isEmpty {
            removeFolders(of: entry)
            // Keep the entry if files couldn't be moved back.
            if mover.hasFilesAtTargets { handle.settle() } else { handle.remove() }
            return FileOperationResult(operation: nil, failures: failures)
        }
        handle.settle()
        journal.prune()
        return FileOperationResult(operation: mover.entry.operation(done), failures: failures)
    }

    /// Moves groups, and retries those with names that other groups have vacated. Returns the failures.
    private static func inPossibleOrder(
        _ groups: [Int], _ move: ([Int]) -> [Int: FileProblem]
    ) -> [Int: FileProblem] {
        var failures: [Int: FileProblem] = [:]
        var remaining = groups
        while true {
            for group in remaining { failures[group] = nil }
            failures.merge(move(remaining)) { _, latest in latest }
            let waiting = remaining.filter { failures[$0]?.failure == .nameTaken }
            guard waiting.count < remaining.count else { return failures }
            // Photos that each take the next one's number succeed in reverse order.
            remaining = waiting.reversed()
        }
    }

    /// If one rename through a temporary name has failed, undoes all of them: the others need each other's names.
    private func takeBackSwaps(of mover: GroupMover, _ failed: inout [Int: FileProblem]) {
        let steps = mover.entry.steps.flatMap { [$0.first, $0.second] }.sorted()
        guard let problem = steps.compactMap({ failed[$0] }).first else { return }
        let unreturned = Self.inPossibleOrder(steps.filter { failed[$0] == nil }.reversed()) { mover.revert($0) }
        for step in steps where failed[step] == nil && unreturned[step] == nil { failed[step] = problem }
    }

    /// Removes the folders that an operation has created, if they are empty.
    func removeFolders(of entry: JournalEntry) {
        for folder in entry.folders.reversed() { _ = folder.withCPath { rmdir($0) } }
    }

    // MARK: Moving back

    private func moveBack(
        _ operation: FileOperation, _ cancellation: CancellationFlag
    ) -> FileOperationResult {
        let handle: FileJournal.Handle
        do {
            handle = try journal.open(operation.id, waits: true)
        } catch {
            return Self.failure(of: operation, error)
        }
        guard let entry = journal.read(handle, id: operation.id) else { return Self.failure(of: operation, .gone) }
        var failures: [Photo.ID: FileProblem] = [:]
        var indices: [Int] = []
        let known = Dictionary(grouping: entry.groups.indices) { entry.groups[$0].photo }
        for group in operation.groups {
            if let found = known[group.photo] {
                indices += found
            } else {
                failures[group.photo] = FileProblem(name: group.files.first?.source.name ?? [], .gone)
            }
        }
        indices.sort()
        do {
            try handle.append(JournalEntry.Event(event: .reverting, groups: indices))
        } catch {
            return Self.failure(of: operation, .system(reason: error.reason))
        }
        let mover = mover(entry, handle, OpenFolders(), FileProgress(cancellation))
        let failed = Self.inPossibleOrder(indices.reversed()) { mover.revert($0) }
        for (group, problem) in failed { failures[entry.groups[group].photo] = problem }
        let back = indices.filter { failures[entry.groups[$0].photo] == nil }
        // Earlier operations may have moved or copied the same files.
        note(mover.replacements(at: back), besides: operation.id)
        conclude(mover.entry, handle)
        return FileOperationResult(operation: back.isEmpty ? nil : entry.operation(back), failures: failures)
    }

    /// Settles an entry, or removes it with its folders if no file is at its target.
    func conclude(_ entry: JournalEntry, _ handle: FileJournal.Handle) {
        removeFolders(of: entry)
        if entry.groups.contains(where: { $0.files.contains { Self.exists($0.target) } }) {
            handle.settle()
        } else {
            handle.remove()
        }
    }

    private static func failure(of operation: FileOperation, _ failure: FileFailure) -> FileOperationResult {
        FileOperationResult(
            operation: nil,
            failures: operation.groups.reduce(into: [:]) {
                $0[$1.photo] = FileProblem(name: $1.files.first?.source.name ?? [], failure)
            })
    }
}
