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
    /// A rollback runs to its end, also after a cancellation.
    private let rollbackProgress = FileProgress(CancellationFlag())
    let renaming: ExclusiveRename

    private static let maxNames = 10_000

    init(
        _ entry: JournalEntry, journal: FileJournal.Handle, folders: OpenFolders, trashes: TrashFolders,
        renaming: ExclusiveRename, progress: FileProgress
    ) {
        self.entry = entry
        originals = entry.groups
        self.journal = journal
        self.folders = folders
        self.trashes = trashes
        self.renaming = renaming
        self.progress = progress
    }

    // MARK: Forward

    /// A group on its way to its targets, with its files by their indices.
    struct Transfer {
        let group: Int
        /// Files that are only at their targets.
        var moved: [Int] = []
        /// Files with complete copies at their targets.
        var copied: [Int] = []
        /// Copies that don't have their names yet.
        fileprivate var unnamed: [(file: Int, copy: FileCopy)] = []
        /// Copies that have their names, with the originals open.
        fileprivate var named: [Int: FileCopy] = [:]

        init(_ group: Int) {
            self.group = group
        }
    }

    /// Bounds the copies that are synced together, and thus open files, and the wait after a cancellation.
    private static let maxUnnamedCopies = 128
    private static let maxUnnamedBytes = 256 << 20

    /// Moves or copies the files of groups to their targets. If a file fails, moves the others of its group back. Returns the
    /// failures by group.
    /// - Parameter transfers: the groups, with what interrupted attempts have done.
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

    /// Names the copies of groups once they are on the disk, and removes their originals once the names are, too.
    private func finish(_ transfers: [Transfer], _ failures: inout [Int: FileProblem]) {
        var transfers = transfers
        /// Takes a step with each group. One that fails is rolled back, and is left out of the further steps.
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

    /// Does something with a file, and adds its name to the failure.
    private func attempt(_ group: Int, _ file: Int, _ body: () throws(FileFailure) -> Void) throws(FileProblem) {
        do {
            try body()
        } catch {
            throw FileProblem(name: entry.groups[group].files[file].source.name, error)
        }
    }

    /// Moves a file, or returns a written copy, because its target is in another file system or the operation copies.
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
            // Otherwise the copy would be in vain.
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
            // A link to a folder that is missing, for example.
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
        let copy = FileCopy(
            of: source, version: version, to: target, temporaryName: entry.temporaryName(group, file),
            keepsOwner: entry.kind != .copy, progress: progress)
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

    /// Whether the file at a place may be a version that has another time only because it was renamed.
    private func isRenamed(_ status: stat, at place: FilePlace, _ version: FileVersion) -> Bool {
        renaming.changesTimes(place.folder) && version.isSame(FileVersion(status))
    }

    /// Notes that a copy is the operation's own. Without the note, it would be taken for that of another program.
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
                // Seconds may have passed since it was copied.
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

    /// Removes a file that has been copied. Renames it first: a file by which another program has replaced it in the last
    /// moment is noticed under the other name, and gets its name back.
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

    /// Removes a copy, unless it is the only one. The original may have been renamed during the copy.
    private func removeCopy(_ group: Int, _ file: Int, _ copy: FileCopy?) {
        let item = entry.groups[group].files[file]
        guard let target = try? folders.place(item.target), let status = target.status,
            item.isTarget(status, at: target)
        else { return }
        let isThere = copy?.originalNames.map { $0 > 0 } ?? ((try? folders.place(item.source))?.status != nil)
        if isThere { target.remove() }
    }

    // MARK: Back

    /// Moves the files of groups back, each as `revert` does. Returns the failures by group.
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

    /// Moves the files of a group back, or removes its copies. If one fails, moves the others forward again. Leaves out files
    /// that are no longer at their targets, except the photo itself, which is the first.
    /// - Parameter finished: the files with which an interrupted attempt has done that; by default those that are back,
    ///   because another program has restored them.
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
        // Those that another program has brought back are not in it, and stay.
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

    /// Returns the place of a target that is the file of the operation.
    private func checkedTarget(_ group: Int, _ file: Int) throws(FileFailure) -> FilePlace {
        let item = entry.groups[group].files[file]
        let target = try folders.place(item.target)
        guard let status = target.status else { throw .ofLastCall() }
        guard item.isTarget(status, at: target) || entry.canChange(item) else { throw .changed }
        guard entry.kind == .copy else { return target }
        // Without the original, the copy is the only one.
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
        // Another program may have replaced the file in the moment before.
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

    /// Returns the place of a source. Creates its folder again if it has been removed. Fails if the folder is in another
    /// file system than it was, as that of a disk that isn't mounted.
    private func sourcePlace(of item: JournalEntry.File, from target: FilePlace) throws(FileFailure) -> FilePlace {
        let isRemoved: Bool
        do {
            _ = try folders.folder(item.source.folder)
            isRemoved = false
        } catch .gone {
            isRemoved = true
        }
        let device = folders.device(ofNearest: item.source.folder)
        // The numbers of devices change when they are mounted again, so those of today are compared where possible.
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
            // If another program has removed the target, the copy is the only one.
            if target.status != nil { source.remove() }
            throw error
        }
    }

    /// Removes the information about a file that has left the trash.
    func removeInformation(_ group: Int, _ file: Int) {
        guard entry.kind == .trash, let information = information(group, file),
            let place = try? folders.place(information.path)
        else { return }
        if information.isComplete(at: place) || information.isUnfinished(at: place) { place.remove() }
    }

    /// Moves a file that `revert` has moved back to its target again.
    /// - Parameter version: the file as it came back; another one stays.
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

    /// Returns the files of reverted groups that are back as other versions, because they were copied or Tintype has written to
    /// them.
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

    /// Whether files of the operation are at their targets, although others may be there as well.
    var hasFilesAtTargets: Bool {
        entry.groups.contains { group in
            group.files.contains { file in
                guard let target = try? folders.place(file.target), let status = target.status,
                    file.isTarget(status, at: target)
                else { return false }
                // In another file system, an equal file is that of another program.
                return file.targetVersion != nil || FileNode(status).device == file.version.device
            }
        }
    }
}

extension JournalEntry {
    /// The name of an unfinished copy, in the folder where it will be.
    func temporaryName(_ group: Int, _ file: Int) -> [UInt8] { Array(".tintype-\(id)-\(group)-\(file).part".utf8) }

    /// Whether a file may have been changed since it was moved: programs write a new sidecar for each rating, and moving
    /// that back loses nothing.
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
