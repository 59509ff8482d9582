import Albums
import Basics
import FoundationEssentials
import Glibc
import Synchronization

/// Files that are being moved away. Scans leave them out, so that their photos disappear at once and stay away.
final class DepartingFiles: Sendable {
    /// The names of the files by folder.
    private let names = Mutex<[BytePath: Set<BytePath>]>([:])

    func insert(_ files: [BytePath: Set<BytePath>]) {
        names.withLock { $0.merge(files) { $0.union($1) } }
    }

    func remove(_ files: [BytePath: Set<BytePath>]) {
        names.withLock { names in
            for (folder, files) in files {
                let others = names[folder]?.subtracting(files) ?? []
                names[folder] = others.isEmpty ? nil : others
            }
        }
    }

    /// Returns what a folder contains besides these files.
    func removed(from contents: FolderContents, at path: BytePath) -> FolderContents {
        guard let departing = names.withLock({ $0[path] }) else { return contents }
        var contents = contents
        contents.pictures.removeAll(where: departing.contains)
        contents.rawsAndVideos.removeAll(where: departing.contains)
        return contents
    }
}

/// Moves and copies the files of a folder's photos, with everything that belongs to them, and moves them back.
struct FolderFiles: Sendable {
    let library: FolderLibrary
    let port: FilePort

    /// How long changes of earlier runs can be undone. An older one would be a surprise; `tintype trash` lists it.
    private static let maxAge = 86_400.0

    /// Carries out an operation on the files of photos. If they leave their folders, lists lack them at once, and have those again
    /// that couldn't be moved.
    ///
    /// - Parameter folder: the path of the folder that the files go to; nil for the trash.
    func carryOut(
        _ kind: FileOperation.Kind, _ changes: [PhotoChange], to folder: BytePath? = nil,
        _ onProgress: @escaping @Sendable (TransferProgress) -> Void
    ) async -> EditResult {
        var result = EditResult()
        var photos: [PhotoFiles] = []
        let target = folder.map { CanonicalPath.resolve($0.withoutTrailingSlashes) }
        for change in changes {
            guard let (album, index) = library.located(change.photo) else {
                result.refuse(change, .ofMissing(change.photo))
                continue
            }
            if kind == .move, CanonicalPath.resolve(library.root.appending(album.path)) == target {
                result.refuse(change, .alreadyThere)
            } else {
                photos.append(PhotoFiles(change, album, index))
            }
        }
        let isCopy = kind == .copy
        let groups = await groups(of: photos, among: Set(changes.map(\.photo)), to: target)
        let departing =
            isCopy
            ? [:]
            : photos.reduce(into: [BytePath: Set<BytePath>]()) {
                $0[$1.album.path, default: []].formUnion($1.names)
            }
        library.departing.insert(departing)
        async let hiding: Void = library.readAgain(Set(departing.keys))
        let done = await port.perform(kind, groups, library.address, onProgress)
        await hiding
        library.departing.remove(departing)
        if let operation = done.operation { remember([operation]) }
        var changed: Set<BytePath> = []
        let album = target.flatMap(library.folder)
        for (photo, group) in zip(photos, groups) {
            if let problem = done.failures[group.photo] {
                result.refuse(photo.change, problem.failure == .gone ? .gone : .file(problem))
                if !isCopy { changed.insert(photo.album.path) }
            } else {
                result.didApply(inverse: [PhotoChange(group.photo, .restore)], fileCount: group.files.count)
                if let album { changed.insert(album) }
                if let target, !isCopy { result.didMove(group.photo, to: follow(photo, to: target, as: album)) }
            }
        }
        await library.readAgain(changed)
        return result
    }

    /// Records where a photo's files have gone, so that the library finds them by their former paths.
    ///
    /// - Parameter folder: the folder's path in the library; nil if it is elsewhere.
    private func follow(_ photo: PhotoFiles, to target: BytePath, as folder: BytePath?) -> MovedPhoto {
        if let folder {
            library.moves.withLock { moves in
                for name in photo.names { moves[photo.album.path.appending(name)] = folder.appending(name) }
            }
        }
        return MovedPhoto(
            id: folder.map { Photo.ID($0.appending(photo.names[0]).identifier) }, file: target.appending(photo.names[0])
        )
    }

    /// Takes back the last change of each photo's files.
    func restore(_ changes: [PhotoChange]) async -> EditResult {
        var result = EditResult()
        var groups: [String: [FileGroup]] = [:]
        var operations: [String: FileOperation] = [:]
        for change in changes {
            guard let operation = library.operations.withLock({ $0[change.photo]?.last }),
                let group = operation.groups.first(where: { $0.photo == change.photo })
            else {
                result.refuse(change, .ofMissing(change.photo))
                continue
            }
            groups[operation.id, default: []].append(group)
            operations[operation.id] = operation
        }
        var failures: [Photo.ID: FileProblem] = [:]
        var restored: [Photo.ID: (group: FileGroup, edit: PhotoEdit)] = [:]
        for (id, groups) in groups {
            guard let whole = operations[id] else { continue }
            let done = await port.revert(whole.with(groups: groups))
            failures.merge(done.failures) { first, _ in first }
            for group in groups where done.failures[group.photo] == nil {
                restored[group.photo] = (group, PhotoEdit(whole.kind, group))
            }
        }
        for change in changes {
            if let problem = failures[change.photo] {
                result.refuse(change, problem.failure == .gone ? .gone : .file(problem))
            } else if let (group, edit) = restored[change.photo] {
                result.didApply(inverse: [PhotoChange(change.photo, edit)], fileCount: group.files.count)
            }
        }
        library.operations.withLock { operations in
            for photo in restored.keys { operations[photo]?.removeLast() }
        }
        let targets = Set(restored.values.flatMap(\.group.files).compactMap { $0.target?.parent })
        await library.readAgain(
            Set(restored.keys.map { BytePath(identifier: $0.rawValue).parent })
                .union(targets.compactMap(library.folder)))
        return result
    }

    /// Returns the photos that were trashed lately and can be restored.
    func earlierChanges() async -> [EarlierChange] {
        let operations = await port.recent(library.address).filter {
            $0.kind == .trash && $0.date.timeIntervalSinceNow > -Self.maxAge
        }
        remember(operations)
        return operations.map { operation in
            EarlierChange(
                .trash,
                of: operation.groups.map { group in
                    let path = BytePath(identifier: group.photo.rawValue)
                    return FolderLibrary.photo(FolderPhoto(name: path.lastComponent), in: path.parent)
                })
        }
    }

    /// Returns the number and size of the files that would be moved with photos.
    func totals(of photos: [Photo.ID]) async -> FileTotals {
        let located = photos.compactMap { photo in
            library.located(photo).map { PhotoFiles(PhotoChange(photo, .trash), $0.album, $0.index) }
        }
        let groups = await groups(of: located, among: Set(photos), to: nil)
        return await library.onQueue {
            groups.lazy.flatMap(\.files).reduce(into: FileTotals()) { totals, file in
                totals.count += 1
                totals.bytes = (Count(totals.bytes) + Count(FileSize.of(file.source) ?? 0)).value
            }
        }
    }

    private func remember(_ operations: [FileOperation]) {
        library.operations.withLock { known in
            for operation in operations {
                for group in operation.groups { known[group.photo, default: []].append(operation) }
            }
        }
    }

    /// Returns the files of photos: their own, and the companions that are in the folder now and belong to no photo that
    /// stays.
    ///
    /// - Parameters:
    ///   - leaving: the photos that are moved together.
    ///   - target: the folder that they go to; nil for the trash.
    private func groups(
        of photos: [PhotoFiles], among leaving: Set<Photo.ID>, to target: BytePath?
    ) async -> [FileGroup] {
        await library.onQueue { [root = library.root] in
            var entries: [BytePath: Set<BytePath>] = [:]
            // A sidecar of two photos goes with the first one.
            var taken: Set<BytePath> = []
            return photos.map { photo in
                let path = photo.album.path
                // Links in the path would be refused, because another program could change them meanwhile.
                let folder = CanonicalPath.resolve(root.appending(path))
                let present = entries[path] ?? Self.names(in: folder)
                entries[path] = present
                var names = photo.names
                for name in photo.names {
                    let companions = SidecarPath.companionNames(of: name).filter(present.contains)
                    names += companions.filter { companion in
                        taken.insert(path.appending(companion)).inserted
                            && !photo.album.belongsToOther(companion, than: photo.index) { leaving.contains($0) }
                    }
                }
                return FileGroup(
                    photo: photo.change.photo,
                    files: names.map { FileMove(source: folder.appending($0), target: target?.appending($0)) })
            }
        }
    }

    /// Returns the names of all files in a folder; empty if it can't be read. Blocks.
    private static func names(in folder: BytePath) -> Set<BytePath> {
        guard let stream = folder.withCPath({ opendir($0) }) else { return [] }
        defer { closedir(stream) }
        var names: Set<BytePath> = []
        FolderEntries.read(stream) { name, _, _ in names.insert(name) }
        return names
    }
}

/// A photo whose files are to be moved.
private struct PhotoFiles: Sendable {
    let change: PhotoChange
    let album: FolderAlbum
    let index: Int
    /// The names of its pictures and videos.
    let names: [BytePath]

    init(_ change: PhotoChange, _ album: FolderAlbum, _ index: Int) {
        self.change = change
        self.album = album
        self.index = index
        let photo = album.photos.elements[index]
        names = [photo.name] + photo.stack
    }
}

extension FolderAlbum {
    /// Whether a companion of a photo may also belong to another photo that stays, as `IMG.xmp` to `IMG.CR2` and `IMG.DNG`.
    fileprivate func belongsToOther(
        _ companion: BytePath, than index: Int, isLeaving: (Photo.ID) -> Bool
    ) -> Bool {
        // Photos with similar names are neighbors.
        let neighbors = max(0, index - Self.maxDistance)..<min(photos.elements.count, index + Self.maxDistance + 1)
        return photos.elements[neighbors].contains { other in
            other.index != index
                && ([other.name] + other.stack).contains { SidecarPath.companionNames(of: $0).contains(companion) }
                && !isLeaving(Photo.ID(path.appending(other.name).identifier))
        }
    }

    private static let maxDistance = 8
}

extension PhotoEdit {
    /// Creates the change that an operation has made.
    fileprivate init(_ kind: FileOperation.Kind, _ group: FileGroup) {
        let folder = group.files.first?.target?.parent ?? []
        switch kind {
        case .trash: self = .trash
        case .copy: self = .copy(toFolder: folder)
        case .move, .rename: self = .move(toFolder: folder)
        }
    }
}

extension FolderLibrary {
    /// Returns the path in the library of the folder at an absolute path; nil if it is elsewhere or the library leaves it out.
    func folder(at path: BytePath) -> BytePath? {
        let root = CanonicalPath.resolve(root)
        if path == root { return [] }
        let prefix = root.appending([])
        guard path.starts(with: prefix) else { return nil }
        let relative = BytePath(path.dropFirst(prefix.count))
        let names = relative.split(separator: UInt8(ascii: "/")).map(BytePath.init)
        return names.contains { $0.first == UInt8(ascii: ".") || SystemFolders.contain($0) } ? nil : relative
    }
}

extension FileOperation {
    /// Returns the operation with a part of its groups.
    fileprivate func with(groups: [FileGroup]) -> FileOperation {
        FileOperation(id: id, kind: kind, library: library, date: date, groups: groups)
    }
}
