import Albums
import Basics
import Glibc

/// An operation that its run has not finished, because it was killed or the computer lost power.
public struct RecoveredOperation: Hashable, Sendable {
    /// The groups with files at their targets. If the run was undoing the operation, these remain to be undone.
    public let operation: FileOperation
    /// The photos with all files at their sources.
    public let remaining: [Photo.ID]
    /// The photos that are only partly moved, and why. Each of their files is complete.
    public let failures: [Photo.ID: FileProblem]
}

extension FileMover {
    /// Completes the operations of killed runs: photos with only some files moved are moved completely or, if that
    /// fails, moved back. Removes unfinished copies and orphaned `.trashinfo` files. Leaves operations of running
    /// instances alone. If the task is canceled, leaves the current operation to the next call.
    public func recover() async -> [RecoveredOperation] {
        await run { cancellation in
            self.journal.removeAbandoned()
            return self.journal.ids.filter { !self.journal.isSettled($0) }.compactMap { id in
                guard !cancellation.isCancelled, let handle = try? self.journal.openAbandoned(id),
                    let entry = self.journal.read(handle, id: id),
                    !entry.isSettled
                else { return nil }
                let mover = self.mover(entry, handle, OpenFolders(), FileProgress(cancellation))
                return self.recover(mover, handle, cancellation)
            }
        }
    }

    /// Returns nil after a cancellation, and leaves the entry unsettled for the next start.
    private func recover(
        _ mover: GroupMover, _ handle: FileJournal.Handle, _ cancellation: CancellationFlag
    ) -> RecoveredOperation? {
        var (done, remaining) = ([Int](), [Photo.ID]())
        var failures: [Photo.ID: FileProblem] = [:]
        for (index, group) in mover.entry.groups.enumerated() {
            do {
                if try mover.complete(index) { done.append(index) } else { remaining.append(group.photo) }
            } catch {
                failures[group.photo] = error
            }
            if cancellation.isCancelled { return nil }
        }
        finishSwaps(of: mover, &done)
        var known = Set(done.map { mover.entry.groups[$0].photo })
        remaining.removeAll { !known.insert($0).inserted }
        let operation = mover.entry.operation(done)
        conclude(mover.entry, handle)
        return RecoveredOperation(operation: operation, remaining: remaining, failures: failures)
    }

    /// Completes an interrupted swap of names: forward if every photo of the swap has left its old name, otherwise
    /// back.
    private func finishSwaps(of mover: GroupMover, _ done: inout [Int]) {
        let steps = mover.entry.steps
        let isForward =
            mover.entry.reverting.isEmpty && steps.allSatisfy { done.contains($0.first) || done.contains($0.second) }
        for (first, second) in steps where done.contains(first) && !done.contains(second) {
            let isBack = !isForward && mover.revert([first]).isEmpty
            if isBack {
                done.removeAll { $0 == first }
            } else if mover.transfer([GroupMover.Transfer(second)]).isEmpty {
                done.append(second)
            }
        }
    }
}

extension GroupMover {
    /// Where a file of an interrupted operation is.
    private enum Position {
        case source, target
        /// Copied, but the original (during undo, the copy) has not been removed yet.
        case both
        case neither
    }

    /// Completes an interrupted operation for a group. Returns whether its files are at their targets.
    func complete(_ group: Int) throws(FileProblem) -> Bool {
        folders.trim()
        let positions = entry.groups[group].files.indices.map { position(group, $0) }
        for (file, position) in positions.enumerated() { removeLeftovers(group, file, position) }
        let isReverting = entry.reverting.contains(group)
        var progress = Transfer(group)
        var isBack: [Int] = []
        for (file, position) in positions.enumerated() {
            switch position {
            case .source: isBack.append(file)
            case .target:
                progress.moved.append(file)
                noteTime(group, file)
            case .both: progress.copied.append(file)
            // Another program has removed it.
            case .neither: break
            }
        }
        if progress.moved.isEmpty, progress.copied.isEmpty { return false }
        if isBack.isEmpty, progress.copied.isEmpty || entry.kind == .copy {
            return true
        }
        let gone = positions.indices.filter { positions[$0] == .neither }
        if isReverting {
            do {
                try revert(group, after: isBack + gone)
                return false
            } catch {
                progress.moved += gone
                try transfer(progress)
                return true
            }
        }
        do {
            progress.moved += gone
            try transfer(progress)
            return true
        } catch {
            let after = entry.groups[group].files.indices.map { position(group, $0) }
            guard after.contains(.target) || after.contains(.both) && entry.kind != .copy else { return false }
            throw error
        }
    }

    private func position(_ group: Int, _ file: Int) -> Position {
        let item = entry.groups[group].files[file]
        let source = try? folders.place(item.source)
        let target = try? folders.place(item.target)
        let original = source.flatMap { place in
            place.currentStatus.flatMap {
                item.isOriginal($0, at: place) || isRenamedSince($0, at: place, item.version) ? $0 : nil
            }
        }
        let moved = target.flatMap { place in
            place.currentStatus.flatMap {
                item.isTarget($0, at: place) || entry.canChange(item)
                    || isRenamedSince($0, at: place, item.targetVersion ?? item.version) ? $0 : nil
            }
        }
        switch (original, moved) {
        case (nil, nil): return .neither
        case (nil, .some): return entry.kind == .copy ? .both : .target
        case (.some, nil): return .source
        case (.some(let original), .some(let moved)):
            guard let source, let target else { return .source }
            let isReverting = entry.reverting.contains(group)
            // On file systems without exclusive renames, a file has both names for a moment.
            if FileNode(original) == FileNode(moved) {
                return (isReverting ? target : source).remove() && !isReverting ? .target : .source
            }
            if let copy = item.targetVersion {
                guard copy.isExactly(moved) else { return .source }
                guard isReverting, entry.kind != .copy, item.version.isExactly(original),
                    (try? folders.sync(item.source.folder)) != nil, target.remove()
                else { return .both }
                return .source
            }
            return .source
        }
    }

    /// Whether the interrupted operation may have renamed a file and thereby changed its time; if so, restores the
    /// time.
    private func isRenamedSince(_ status: stat, at place: FilePlace, _ version: FileVersion) -> Bool {
        guard renaming.changesTimes(place.folder), Int(status.st_size) == version.size,
            Double(status.st_mtim.tv_sec) >= entry.date.timeIntervalSince1970 - Self.timePrecision
        else { return false }
        renaming.setTimes(place, status.st_atim, version.modified)
        return true
    }

    /// In seconds; FAT counts in steps of two.
    private static let timePrecision = 2.0

    /// Removes an unfinished copy or an orphaned `.trashinfo` file, and writes a missing `.trashinfo` file.
    private func removeLeftovers(_ group: Int, _ file: Int, _ position: Position) {
        let item = entry.groups[group].files[file]
        if entry.kind != .trash {
            for path in [item.source, item.target] {
                guard let folder = try? folders.folder(path.folder) else { continue }
                let hidden = FilePlace(folder: folder, name: entry.temporaryName(group, file))
                // An original that was about to be removed is kept if its copy has disappeared.
                if position == .neither, path == item.source, let status = hidden.status,
                    item.version.matches(status, at: hidden)
                {
                    _ = renaming.rename(hidden, to: FilePlace(folder: folder, name: path.name))
                } else {
                    hidden.remove()
                }
            }
        } else if position != .target {
            removeInformation(group, file)
        } else if let information = information(group, file), let place = try? folders.place(information.path) {
            // After a power failure, it may be empty.
            if information.isUnfinished(at: place) { place.remove() }
            _ = information.create(at: place)
        }
    }
}
