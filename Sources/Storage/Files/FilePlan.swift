import Albums
import Basics
import CFileShims
import Glibc

/// The files of an operation before it begins, with their versions and targets.
struct FilePlan {
    private let kind: FileOperation.Kind
    private let folders: OpenFolders
    private let trashes: TrashFolders
    /// Whole groups; those that can't be moved are among the failures.
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
        return JournalEntry.File(source: file.source, target: target, version: FileVersion(status))
    }

    /// The user may name a folder by a link.
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
