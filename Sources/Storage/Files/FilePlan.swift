import Albums
import Basics
import CFileShims
import Glibc

/// The files of an operation before it begins, with their versions and targets.
struct FilePlan {
    private let kind: FileOperation.Kind
    private let folders: OpenFolders
    private let trashes: TrashFolders
    /// The groups that can be moved; the others are in `failures`.
    private(set) var groups: [JournalEntry.Group] = []
    private(set) var failures: [Photo.ID: FileProblem] = [:]
    /// The folders that don't exist yet, parents first.
    private(set) var missingFolders: [[UInt8]] = []
    private var planned: Set<[UInt8]> = []
    private var canonicalFolders: [[UInt8]: [UInt8]] = [:]

    init(_ kind: FileOperation.Kind, folders: OpenFolders, trashes: TrashFolders) {
        (self.kind, self.folders, self.trashes) = (kind, folders, trashes)
    }

    /// Adds the files of a photo.
    mutating func add(_ group: FileGroup) {
        folders.trim()
        var files: [JournalEntry.File] = []
        for file in group.files {
            do {
                files.append(try plan(file))
            } catch {
                failures[group.photo] = FileProblem(name: file.source.name, error)
                for file in files { planned.remove(file.target) }
                return
            }
        }
        if !files.isEmpty { groups.append(JournalEntry.Group(photo: group.photo, files: files)) }
    }

    /// Splits renames that need each other's names into two steps: to temporary names, then to the new ones. Appends
    /// all first steps, then all second steps, to the other groups.
    mutating func separateSwaps() {
        let owners = Dictionary(
            groups.enumerated().flatMap { index, group in group.files.map { ($0.source, index) } },
            uniquingKeysWith: { first, _ in first })
        // For each group, the groups that wait for its names, and the number of groups it waits for.
        var waiting = [[Int]](repeating: [], count: groups.count)
        var counts = [Int](repeating: 0, count: groups.count)
        for (index, group) in groups.enumerated() {
            for owner in Set(group.files.compactMap { owners[$0.target] }) where owner != index {
                waiting[owner].append(index)
                counts[index] += 1
            }
        }
        var free = groups.indices.filter { counts[$0] == 0 }
        while let index = free.popLast() {
            for other in waiting[index] {
                counts[other] -= 1
                if counts[other] == 0 { free.append(other) }
            }
        }
        let swapped = groups.indices.filter { counts[$0] > 0 }
        let steps = swapped.map { (group: groups[$0], prefix: temporaryPrefix(groups[$0])) }
        groups = groups.indices.filter { counts[$0] == 0 }.map { groups[$0] }
        groups += steps.map { group, prefix in
            group.with { $0.renamed(from: $0.source, to: $0.source.folder.appending(prefix + $0.source.name)) }
        }
        groups += steps.map { group, prefix in
            group.with { $0.renamed(from: $0.source.folder.appending(prefix + $0.source.name), to: $0.target) }
        }
    }

    /// Returns a prefix that makes unused names of a group's names. Not a dot, so that photos stay listed after a
    /// crash.
    private func temporaryPrefix(_ group: JournalEntry.Group) -> [UInt8] {
        let prefixes = (1...).lazy.map { Array("tintype-\($0)-".utf8) }
        return prefixes.first { prefix in
            group.files.allSatisfy {
                (try? folders.place($0.source.folder.appending(prefix + $0.source.name)))?.status == nil
            }
        } ?? []
    }

    private mutating func plan(_ file: FileMove) throws(FileFailure) -> JournalEntry.File {
        let source = try folders.place(file.source)
        guard let status = source.status else { throw .ofLastCall() }
        if let identity = file.identity {
            let isSame = FileIdentity(status).isUnchanged(since: identity) {
                file_system_keeps_inodes(source.folder) != 0
            }
            guard isSame else { throw .changed }
        }
        guard status.st_mode & S_IFMT != S_IFDIR else { throw .system(reason: strerrorText(EISDIR)) }
        let target: [UInt8]
        if kind == .trash {
            let trash = try trashes.trash(forFilesIn: file.source.folder)
            target = try TrashName.free(for: file.source.name, in: trash, folders) { planned.contains($0) }
            planned.insert(target)
        } else if let path = file.target {
            target = canonicalFolder(path.folder).appending(path.name)
        } else {
            throw .system(reason: strerrorText(EINVAL))
        }
        return JournalEntry.File(
            source: file.source, target: target, export: file.export, version: FileVersion(status))
    }

    /// Resolves links in a target folder's path, and collects the missing folders.
    private mutating func canonicalFolder(_ path: [UInt8]) -> [UInt8] {
        if let known = canonicalFolders[path] { return known }
        let folder = CanonicalPath.resolve(path)
        canonicalFolders[path] = folder
        var missing: [[UInt8]] = []
        var ancestor = folder
        while ancestor.count > 1, ancestor.withCPath({ access($0, F_OK) }) != 0, errno == ENOENT {
            missing.append(ancestor)
            ancestor = ancestor.folder
        }
        missingFolders += missing.reversed().filter { !missingFolders.contains($0) }
        return folder
    }
}

extension JournalEntry.Group {
    fileprivate func with(_ change: (JournalEntry.File) -> JournalEntry.File) -> JournalEntry.Group {
        JournalEntry.Group(photo: photo, files: files.map(change))
    }
}

extension JournalEntry.File {
    fileprivate func renamed(from source: [UInt8], to target: [UInt8]) -> JournalEntry.File {
        JournalEntry.File(source: source, target: target, version: version)
    }
}
