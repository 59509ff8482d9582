import Albums
import Basics
import FoundationEssentials
import Glibc
import Synchronization

/// Moves the files of one operation, group by group: all files of a group or none.
///
/// Not thread-safe; blocks on the disk.
final class GroupMover {
    private(set) var entry: JournalEntry
    /// The groups before this object has moved any.
    private let originals: [JournalEntry.Group]
    private let journal: FileJournal.Handle
    let folders: OpenFolders
    private let trashes: TrashFolders
    private let progress: FileProgress
    private let export: FileMover.Export?
    /// A rollback ignores cancellation.
    private let rollbackProgress = FileProgress(CancellationFlag())
    let renaming: ExclusiveRename

    private static let maxNames = 10_000

    init(
        _ entry: JournalEntry, journal: FileJournal.Handle, folders: OpenFolders, trashes: TrashFolders,
        renaming: ExclusiveRename, progress: FileProgress, export: FileMover.Export? = nil
    ) {
        self.entry = entry
        originals = entry.groups
        self.journal = journal
        self.folders = folders
        self.trashes = trashes
        self.renaming = renaming
        self.progress = progress
        self.export = export
    }

    // MARK: Forward

    /// A group that is being moved, with its files by index.
    struct Transfer {
        let group: Int
        /// Files that are only at their targets.
        var moved: [Int] = []
        /// Files with complete copies at their targets.
        var copied: [Int] = []
        /// Copies under temporary names.
        fileprivate var unnamed: [(file: Int, copy: FileCopy)] = []
        /// Copies under their final names, with the originals still open.
        fileprivate var named: [Int: FileCopy] = [:]

        init(_ group: Int) {
            self.group = group
        }
    }

    /// Bounds the copies that are synced together, and thereby the open files and the delay of a cancellation.
    private static let maxUnnamedCopies = 128
    private static let maxUnnamedBytes = 256 << 20

    /// Moves or copies the files of groups to their targets. If a file fails, moves the others of its group back.
    /// Returns the failures by group.
    /// - Parameter transfers: the groups, with the progress of interrupted attempts.
    func transfer(_ transfers: [Transfer]) -> [Int: FileProblem] {
        var failures: [Int: FileProblem] = [:]
        var unfinished: [Transfer] = []
        var (copies, bytes) = (0, Count(0))
        for var transfer in transfers {
            do {
                try begin(&transfer)
            } catch {
                failures[transfer.group] = error
                continue
            }
            guard !transfer.unnamed.isEmpty || !transfer.copied.isEmpty else { continue }
            unfinished.append(transfer)
            copies += transfer.unnamed.count
            for (file, _) in transfer.unnamed {
                bytes = bytes + Count(entry.groups[transfer.group].files[file].version.size)
            }
            if copies >= Self.maxUnnamedCopies || bytes.value >= Self.maxUnnamedBytes || folders.areMany {
                finish(unfinished, &failures)
                (unfinished, copies, bytes) = ([], 0, Count(0))
            }
            if unfinished.isEmpty { folders.trim() }
        }
        finish(unfinished, &failures)
        return failures
    }

    func transfer(_ transfer: Transfer) throws(FileProblem) {
        if let problem = self.transfer([transfer])[transfer.group] { throw problem }
    }

    /// Renames the files of a group, or writes copies in other file systems.
    private func begin(_ transfer: inout Transfer) throws(FileProblem) {
        do {
            let group = transfer.group
            for file in entry.groups[group].files.indices
            where !transfer.moved.contains(file) && !transfer.copied.contains(file) {
                var copy: FileCopy?
                try attempt(group, file) { () throws(FileFailure) in copy = try forward(group, file) }
                if let copy {
                    transfer.unnamed.append((file, copy))
                } else {
                    transfer.moved.append(file)
                }
            }
        } catch {
            rollBack(transfer)
            throw error
        }
    }

    /// Renames copies to their final names once they are synced, then syncs these names and removes the originals.
    private func finish(_ transfers: [Transfer], _ failures: inout [Int: FileProblem]) {
        var transfers = transfers
        /// Runs a step for each group. Rolls back a group that fails, and skips it in later steps.
        func step(_ body: (inout Transfer) throws(FileProblem) -> Void) {
            var remaining: [Transfer] = []
            for var transfer in transfers {
                do throws(FileProblem) {
                    try body(&transfer)
                    remaining.append(transfer)
                } catch {
                    rollBack(transfer)
                    failures[transfer.group] = error
                }
            }
            transfers = remaining
        }
        step { transfer throws(FileProblem) in
            for (file, copy) in transfer.unnamed {
                try attempt(transfer.group, file) { () throws(FileFailure) in try copy.waitForContents() }
            }
        }
        FileCopy.sync(transfers.lazy.flatMap(\.unnamed).map(\.copy))
        step { transfer throws(FileProblem) in
            for (file, copy) in transfer.unnamed {
                try attempt(transfer.group, file) { () throws(FileFailure) in
                    note(try copy.sync(), transfer.group, file, .copied)
                }
            }
        }
        journal.sync()
        step { transfer throws(FileProblem) in
            while let (file, copy) = transfer.unnamed.first {
                try attempt(transfer.group, file) { () throws(FileFailure) in try copy.publish() }
                transfer.unnamed.removeFirst()
                transfer.copied.append(file)
                transfer.named[file] = copy
            }
        }
        guard entry.kind != .copy else { return }
        var synced: Set<[UInt8]> = []
        step { transfer throws(FileProblem) in
            for file in transfer.copied {
                let folder = entry.groups[transfer.group].files[file].target.folder
                guard !synced.contains(folder) else { continue }
                try attempt(transfer.group, file) { () throws(FileFailure) in try folders.sync(folder) }
                synced.insert(folder)
            }
        }
        step { transfer throws(FileProblem) in try removeOriginals(&transfer) }
    }

    private func rollBack(_ transfer: Transfer) {
        for file in transfer.copied.reversed() { removeCopy(transfer.group, file, transfer.named[file]) }
        // If this fails, the file stays complete at its target.
        for file in transfer.moved.reversed() { try? back(transfer.group, file, rollbackProgress) }
    }

    /// Runs `body`, and adds the file's name to a failure.
    private func attempt(_ group: Int, _ file: Int, _ body: () throws(FileFailure) -> Void) throws(FileProblem) {
        do {
            try body()
        } catch {
            throw FileProblem(name: entry.groups[group].files[file].source.name, error)
        }
    }

    /// Moves a file, or returns a written copy if the operation copies or the target is in another file system.
    private func forward(_ group: Int, _ file: Int) throws(FileFailure) -> FileCopy? {
        if progress.isCanceled { throw .canceled }
        let source = try folders.place(entry.groups[group].files[file].source)
        guard let status = source.status else { throw .ofLastCall() }
        let version = entry.groups[group].files[file].version
        guard version.matches(status, at: source) || isRenamed(status, at: source, version) else { throw .changed }
        switch entry.kind {
        case .trash: try trash(group, file, source)
        case .copy: return try writtenCopy(group, file, progress)
        case .move, .rename:
            let target = try targetPlace(group, file)
            guard !renaming.rename(source, to: target) else {
                noteTime(group, file)
                break
            }
            guard errno == EXDEV else { throw .ofLastCall() }
            // Without permission to remove the original, the copy would be wasted.
            guard faccessat(source.folder, ".", W_OK | X_OK, AT_EACCESS) == 0 else { throw .ofLastCall() }
            return try writtenCopy(group, file, progress)
        }
        progress.add(entry.groups[group].files[file].version.size)
        return nil
    }

    private func targetPlace(_ group: Int, _ file: Int) throws(FileFailure) -> FilePlace {
        let target = entry.groups[group].files[file].target
        do {
            return try folders.place(target, creating: true)
        } catch .gone, .changed {
            // For example, the path leads through a dangling link.
            throw .unwritable(folder: String(decoding: target.folder, as: UTF8.self), reason: strerrorText(ENOENT))
        }
    }

    private func trash(_ group: Int, _ file: Int, _ source: FilePlace) throws(FileFailure) {
        for _ in 0..<Self.maxNames {
            let path = entry.groups[group].files[file].target
            let target = try folders.place(path)
            guard let information = information(group, file) else { throw .system(reason: strerrorText(EINVAL)) }
            let place = try folders.place(information.path)
            guard information.create(at: place) else {
                guard errno == EEXIST else { throw .ofLastCall() }
                try retarget(group, file, to: freeTrashName(group, file, in: path.folder.folder))
                continue
            }
            if renaming.rename(source, to: target) { return noteTime(group, file) }
            let error = errno
            place.remove()
            errno = error
            switch error {
            case EEXIST: try retarget(group, file, to: freeTrashName(group, file, in: path.folder.folder))
            case EXDEV:
                let folder = entry.groups[group].files[file].source.folder
                let other = try trashes.topTrash(forFilesIn: folder)
                guard other != path.folder.folder else {
                    throw .noTrash(folder: String(decoding: folder, as: UTF8.self), reason: strerrorText(EXDEV))
                }
                try retarget(
                    group, file, to: freeTrashName(group, file, in: other))
            default: throw .ofLastCall()
            }
        }
        throw .nameTaken
    }

    func information(_ group: Int, _ file: Int) -> TrashInformation? {
        let file = entry.groups[group].files[file]
        return TrashInformation(ofFileAt: file.target, from: file.source, trashedAt: entry.date)
    }

    private func freeTrashName(_ group: Int, _ file: Int, in trash: [UInt8]) throws(FileFailure) -> [UInt8] {
        let planned = Set(entry.groups.lazy.flatMap(\.files).map(\.target))
        return try TrashName.free(for: entry.groups[group].files[file].source.name, in: trash, folders) {
            planned.contains($0)
        }
    }

    private func retarget(_ group: Int, _ file: Int, to target: [UInt8]) throws(FileFailure) {
        entry.groups[group].files[file].target = target
        do {
            try journal.append(
                JournalEntry.Event(
                    event: .retargeted, group: group, file: file, target: JournalEntry.encoded(target)))
        } catch {
            throw .system(reason: error.reason)
        }
    }

    private func writtenCopy(_ group: Int, _ file: Int, _ progress: FileProgress) throws(FileFailure) -> FileCopy {
        let item = entry.groups[group].files[file]
        let (source, target) = (try folders.place(item.source), try targetPlace(group, file))
        return try writtenCopy(item.version, from: source, to: target, group, file, progress)
    }

    private func writtenCopy(
        _ version: FileVersion, from source: FilePlace, to target: FilePlace, _ group: Int, _ file: Int,
        _ progress: FileProgress
    ) throws(FileFailure) -> FileCopy {
        let item = entry.groups[group].files[file]
        let contents = item.export.flatMap { settings in
            export.map { export in { try export(item.source, settings) } }
        }
        // An exact copy would be no substitute.
        guard item.export == nil || contents != nil else { throw .canceled }
        let copy = FileCopy(
            of: source, version: version, to: target, temporaryName: entry.temporaryName(group, file),
            keepsOwner: entry.kind != .copy, contents: contents, progress: progress)
        try copy.write()
        return copy
    }

    /// Notes the version of a renamed file if its time has changed.
    func noteTime(_ group: Int, _ file: Int) {
        let item = entry.groups[group].files[file]
        guard let target = try? folders.place(item.target), renaming.changesTimes(target.folder),
            let status = target.currentStatus, Int(status.st_size) == item.version.size,
            !item.isTarget(status, at: target)
        else { return }
        note(FileVersion(status), group, file, .changed)
    }

    /// Whether a file may be this version with another time, because some file systems change the time on a rename.
    private func isRenamed(_ status: stat, at place: FilePlace, _ version: FileVersion) -> Bool {
        renaming.changesTimes(place.folder) && version.isSame(FileVersion(status))
    }

    /// Records the version of a file that the operation has written, so that undo doesn't take it for another
    /// program's.
    private func note(_ version: FileVersion, _ group: Int, _ file: Int, _ event: JournalEntry.Event.Name) {
        if event == .returned {
            entry.groups[group].files[file].version = version
        } else {
            entry.groups[group].files[file].targetVersion = version
        }
        try? journal.append(JournalEntry.Event(event: event, group: group, file: file, version: version), syncs: false)
    }

    /// Syncs a copy, and gives it its name.
    private func publish(
        _ copy: FileCopy, _ group: Int, _ file: Int, _ event: JournalEntry.Event.Name
    ) throws(FileFailure) {
        note(try copy.sync(), group, file, event)
        try copy.publish()
    }

    /// Removes files that have been copied to another file system.
    private func removeOriginals(_ transfer: inout Transfer) throws(FileProblem) {
        let group = transfer.group
        while let file = transfer.copied.last {
            try attempt(group, file) { () throws(FileFailure) in
                let item = entry.groups[group].files[file]
                let target = try folders.place(item.target)
                // The copy may have changed since it was written.
                guard let copy = target.status else { throw .ofLastCall() }
                guard item.isTarget(copy, at: target) else { throw .changed }
                // If another program has deleted the original, the copy is the photo.
                if transfer.named[file]?.originalNames == 0 { return }
                try removeOriginal(try folders.place(item.source), item.version, group, file)
            }
            transfer.copied.removeLast()
            transfer.moved.append(file)
        }
    }

    /// Removes a file that has been copied. Renames and checks it first: if another program has just replaced it, the
    /// new file gets its name back.
    private func removeOriginal(
        _ original: FilePlace, _ version: FileVersion, _ group: Int, _ file: Int
    ) throws(FileFailure) {
        guard let status = original.status else { throw .ofLastCall() }
        guard version.matches(status, at: original) else { throw .changed }
        let hidden = FilePlace(folder: original.folder, name: entry.temporaryName(group, file))
        guard renaming.rename(original, to: hidden) else { throw .ofLastCall() }
        guard let status = hidden.status,
            version.matches(status, at: hidden) || isRenamed(status, at: hidden, version)
        else {
            _ = renaming.rename(hidden, to: original)
            throw .changed
        }
        guard hidden.remove() else {
            let failure = FileFailure.ofLastCall()
            _ = renaming.rename(hidden, to: original)
            throw failure
        }
    }

    /// Removes a copy unless the original is gone. An original that another program has renamed still counts.
    private func removeCopy(_ group: Int, _ file: Int, _ copy: FileCopy?) {
        let item = entry.groups[group].files[file]
        guard let target = try? folders.place(item.target), let status = target.status,
            item.isTarget(status, at: target)
        else { return }
        let isThere = copy?.originalNames.map { $0 > 0 } ?? ((try? folders.place(item.source))?.status != nil)
        if isThere { target.remove() }
    }

    // MARK: Back

    /// Reverts groups one by one. Returns the failures by group.
    func revert(_ groups: [Int]) -> [Int: FileProblem] {
        var failures: [Int: FileProblem] = [:]
        for group in groups {
            do {
                try revert(group)
            } catch {
                failures[group] = error
            }
        }
        return failures
    }

    /// Moves the files of a group back, or removes its copies. If a file fails, moves the others forward again. Skips
    /// files missing at their targets, except the first, which is the photo itself.
    /// - Parameter finished: the files that an interrupted attempt has moved back; by default, those that another
    ///   program has restored.
    func revert(_ group: Int, after finished: [Int]? = nil) throws(FileProblem) {
        folders.trim()
        let files = entry.groups[group].files
        let isBack = finished ?? files.indices.filter { self.isBack(group, $0) }
        let remaining = files.indices.reversed().filter { file in
            !isBack.contains(file) && (file == 0 || !isMissing(files[file]))
        }
        for file in remaining {
            try attempt(group, file) { () throws(FileFailure) in _ = try checkedTarget(group, file) }
        }
        if remaining.isEmpty, finished == nil, let file = isBack.first {
            throw FileProblem(name: files[file].source.name, .gone)
        }
        // Without the files that another program has restored, which stay.
        var returned: [(file: Int, version: FileVersion)] = []
        do {
            for file in remaining {
                try attempt(group, file) { () throws(FileFailure) in
                    if progress.isCanceled { throw .canceled }
                    try back(group, file, progress)
                }
                if let status = (try? folders.place(files[file].source))?.currentStatus {
                    returned.append((file, FileVersion(status)))
                }
            }
        } catch {
            for (file, version) in returned.reversed() { try? again(group, file, version) }
            throw error
        }
    }

    /// Whether another program has removed a file from its target.
    private func isMissing(_ file: JournalEntry.File) -> Bool {
        guard let target = try? folders.place(file.target) else { return false }
        return target.status == nil && errno == ENOENT
    }

    private func isBack(_ group: Int, _ file: Int) -> Bool {
        let item = entry.groups[group].files[file]
        guard entry.kind != .copy, let source = try? folders.place(item.source), let status = source.status,
            item.version.matches(status, at: source)
        else { return false }
        return (try? folders.place(item.target))?.status == nil
    }

    /// Returns the place of a target; throws unless the operation's file is there.
    private func checkedTarget(_ group: Int, _ file: Int) throws(FileFailure) -> FilePlace {
        let item = entry.groups[group].files[file]
        let target = try folders.place(item.target)
        guard let status = target.status else { throw .ofLastCall() }
        guard item.isTarget(status, at: target) || entry.canChange(item) else { throw .changed }
        guard entry.kind == .copy else { return target }
        // Never remove the only copy: the original must still be there.
        let source = try folders.place(item.source)
        guard let original = source.status else { throw .ofLastCall() }
        guard item.version.matches(original, at: source) else { throw .changed }
        return target
    }

    private func back(_ group: Int, _ file: Int, _ progress: FileProgress) throws(FileFailure) {
        let item = entry.groups[group].files[file]
        let target = try checkedTarget(group, file)
        if entry.kind == .copy {
            guard target.remove() else { throw .ofLastCall() }
            return
        }
        let source = try sourcePlace(of: item, from: target)
        if !renaming.rename(target, to: source) {
            guard errno == EXDEV, let copy = item.targetVersion else { throw .ofLastCall() }
            try copyBack(group, file, copy, from: target, to: source, progress)
            return
        }
        // Another program may have replaced the file just before the rename.
        guard let status = source.status,
            item.isTarget(status, at: source) || isRenamed(status, at: source, item.targetVersion ?? item.version)
                || entry.canChange(item)
        else {
            _ = renaming.rename(source, to: target)
            throw .changed
        }
        progress.add(item.version.size)
        removeInformation(group, file)
    }

    /// Returns the place of a source, and recreates its folder if it was removed. Fails if the folder is now in another
    /// file system, for example because its disk isn't mounted.
    private func sourcePlace(of item: JournalEntry.File, from target: FilePlace) throws(FileFailure) -> FilePlace {
        let isRemoved: Bool
        do {
            _ = try folders.folder(item.source.folder)
            isRemoved = false
        } catch .gone {
            isRemoved = true
        }
        let device = folders.device(ofNearest: item.source.folder)
        // Device numbers change with each mount, so current ones are compared where possible.
        let targetDevice = OpenFolders.device(of: target.folder)
        let isElsewhere =
            if let copy = item.targetVersion, copy.device != item.version.device {
                device == targetDevice || isRemoved && device != item.version.device
            } else {
                isRemoved && device != targetDevice
            }
        guard !isElsewhere else { throw .system(reason: strerrorText(ENOENT)) }
        return try folders.place(item.source, creating: true)
    }

    private func copyBack(
        _ group: Int, _ file: Int, _ version: FileVersion, from target: FilePlace, to source: FilePlace,
        _ progress: FileProgress
    ) throws(FileFailure) {
        try publish(
            writtenCopy(version, from: target, to: source, group, file, progress), group, file, .returned)
        do throws(FileFailure) {
            try folders.sync(entry.groups[group].files[file].source.folder)
            try removeOriginal(target, version, group, file)
        } catch {
            // Keep the copy if another program has removed the target.
            if target.status != nil { source.remove() }
            throw error
        }
    }

    /// Removes the `.trashinfo` file of a file that has left the trash.
    func removeInformation(_ group: Int, _ file: Int) {
        guard entry.kind == .trash, let information = information(group, file),
            let place = try? folders.place(information.path)
        else { return }
        if information.isComplete(at: place) || information.isUnfinished(at: place) { place.remove() }
    }

    /// Moves a reverted file to its target again, because the rest of its group failed.
    /// - Parameter version: the version that was moved back; any other stays.
    private func again(_ group: Int, _ file: Int, _ version: FileVersion) throws(FileFailure) {
        let item = entry.groups[group].files[file]
        if entry.kind == .copy {
            return try publish(writtenCopy(group, file, rollbackProgress), group, file, .copied)
        }
        let source = try folders.place(item.source)
        guard let status = source.currentStatus else { throw .ofLastCall() }
        guard version.isExactly(status) else { throw .changed }
        if entry.kind == .trash { return try trash(group, file, source) }
        let target = try folders.place(item.target)
        if renaming.rename(source, to: target) { return noteTime(group, file) }
        guard errno == EXDEV else { throw .ofLastCall() }
        try publish(
            writtenCopy(version, from: source, to: target, group, file, rollbackProgress), group, file, .copied)
        try folders.sync(item.target.folder)
        try removeOriginal(source, version, group, file)
    }

    /// Returns the reverted files whose versions have changed, because they were copied or Tintype has written to them.
    func replacements(at groups: [Int]) -> [FileReplacement] {
        guard entry.kind != .copy else { return [] }
        return groups.flatMap { group in
            folders.trim()
            return entry.groups[group].files.enumerated().compactMap { file, item -> FileReplacement? in
                guard let status = (try? folders.place(item.source))?.status else { return nil }
                let new = FileVersion(status)
                let old = item.hasJoined ? nil : originals[group].files[file].version
                return old == new ? nil : FileReplacement(path: item.source, old: old, new: new)
            }
        }
    }

    /// Whether any file at a target is the operation's own, not another program's.
    var hasFilesAtTargets: Bool {
        entry.groups.contains { group in
            group.files.contains { file in
                guard let target = try? folders.place(file.target), let status = target.status,
                    file.isTarget(status, at: target)
                else { return false }
                // Without a recorded copy, an equal file in another file system is another program's.
                return file.targetVersion != nil || FileNode(status).device == file.version.device
            }
        }
    }
}

extension JournalEntry {
    /// The name of an unfinished copy, in its final folder.
    func temporaryName(_ group: Int, _ file: Int) -> [UInt8] { Array(".tintype-\(id)-\(group)-\(file).part".utf8) }

    /// Whether a file may have changed since it was moved. True for sidecars: programs rewrite them with each rating,
    /// and moving them back loses nothing.
    func canChange(_ file: File) -> Bool {
        kind != .copy && kind != .trash && file.target.count > 4
            && file.target.suffix(4).elementsEqual(".xmp".utf8) { $0 | 0x20 == $1 | 0x20 }
    }
}

extension JournalEntry.File {
    /// Whether the file at the target is the one that the operation has put there.
    func isTarget(_ status: stat, at place: FilePlace) -> Bool {
        (targetVersion ?? version).matches(status, at: place)
    }

    /// Whether the file at the source is the one that the operation moves, or has moved back.
    func isOriginal(_ status: stat, at place: FilePlace) -> Bool {
        if version.matches(status, at: place) { return true }
        guard let targetVersion, targetVersion.device == version.device else { return false }
        return targetVersion.matches(status, at: place)
    }
}

/// The progress of a long operation, and whether it is canceled.
final class FileProgress: Sendable {
    private let cancellation: CancellationFlag
    private let total: Int
    private let report: (@Sendable (_ done: Int, _ total: Int) -> Void)?
    private let done = Atomic(0)

    init(_ cancellation: CancellationFlag, total: Int = 0, report: (@Sendable (Int, Int) -> Void)? = nil) {
        (self.cancellation, self.total, self.report) = (cancellation, total, report)
    }

    var isCanceled: Bool { cancellation.isCancelled }

    /// Adds bytes that have been moved or copied.
    func add(_ bytes: Int) {
        let done = done.wrappingAdd(bytes, ordering: .relaxed).newValue
        report?(min(done, total), total)
    }
}

/// Returns the system's message for an error.
func strerrorText(_ error: Int32) -> String { String(cString: strerror(error)) }
