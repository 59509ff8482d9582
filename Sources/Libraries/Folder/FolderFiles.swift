import Albums
import Basics
import FoundationEssentials
import Glibc
import Synchronization

/// Files that are being moved away. Scans omit them, so that their photos disappear at once and don't come back.
final class DepartingFiles: Sendable {
    /// The names of the files by folder.
    private let names = Mutex<[BytePath: Set<BytePath>]>([:])

    func insert(_ files: [BytePath: Set<BytePath>]) {
        names.withLock { $0.merge(files) { $0.union($1) } }
    }

    func contains(_ path: BytePath) -> Bool {
        names.withLock { $0[path.parent]?.contains(path.lastComponent) == true }
    }

    func remove(_ files: [BytePath: Set<BytePath>]) {
        names.withLock { names in
            for (folder, files) in files {
                let others = names[folder]?.subtracting(files) ?? []
                names[folder] = others.isEmpty ? nil : others
            }
        }
    }

    /// Returns a folder's contents without departing files.
    func removed(from contents: FolderContents, at path: BytePath) -> FolderContents {
        guard let departing = names.withLock({ $0[path] }) else { return contents }
        var contents = contents
        contents.pictures.removeAll(where: departing.contains)
        contents.rawsAndVideos.removeAll(where: departing.contains)
        return contents
    }
}

/// Moves and copies the files of a folder's photos together with their companions, and moves them back.
struct FolderFiles: Sendable {
    let library: FolderLibrary
    let port: FilePort

    /// How long changes of earlier runs can be undone. Undoing an older one would be a surprise; `tintype trash` lists
    /// it.
    private static let maxAge = 86_400.0

    /// Carries out an operation on the files of photos. Photos that leave their folders disappear from lists at once;
    /// those that couldn't be moved reappear.
    func transfer(
        _ kind: FileOperation.Kind, _ changes: [PhotoChange],
        _ onProgress: @escaping @Sendable (TransferProgress) -> Void
    ) async -> EditResult {
        var result = EditResult()
        let photos = await located(changes, &result)
        let isCopy = kind == .copy
        let groups = await groups(of: photos, isCopy: isCopy)
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
        for (photo, group) in zip(photos, groups) {
            let album = photo.folder.flatMap(library.folder)
            if let problem = done.failures[group.photo] {
                result.refuse(photo.change, .ofTransfer(problem))
                if !isCopy { changed.insert(photo.album.path) }
            } else {
                if !isCopy { library.departed.note(photo) }
                result.didApply(inverse: [PhotoChange(group.photo, .restore)], fileCount: group.files.count)
                if let album { changed.insert(album) }
                // A scan that began earlier may still show the photo.
                if !isCopy, library.located(group.photo) != nil { changed.insert(photo.album.path) }
                if !isCopy, let moved = follow(photo, group, to: album) { result.didMove(group.photo, to: moved) }
            }
        }
        await library.readAgain(changed)
        return result
    }

    /// Renames photos.
    func rename(
        _ changes: [PhotoChange], _ onProgress: @escaping @Sendable (TransferProgress) -> Void
    ) async -> EditResult {
        var result = EditResult()
        // Skips photos that already have their names.
        let photos = await located(changes, &result).filter { $0.stem != $0.names[0].stem }
        let groups = await groups(of: photos)
        let done = await port.perform(.rename, groups, library.address, onProgress)
        if let operation = done.operation { remember([operation]) }
        for (photo, group) in zip(photos, groups) {
            if let problem = done.failures[group.photo] {
                result.refuse(photo.change, .ofTransfer(problem))
                continue
            }
            library.departed.note(photo)
            result.didApply(inverse: [PhotoChange(group.photo, .restore)], fileCount: group.files.count)
            if let moved = follow(photo, group, to: photo.album.path) { result.didMove(group.photo, to: moved) }
        }
        await library.readAgain(Set(photos.map(\.album.path)))
        return result
    }

    /// Returns the changes of names and folders that would be refused, including those that would give several photos
    /// one name.
    func refusals(of changes: [PhotoChange]) async -> [PhotoChange: EditRefusal] {
        var result = EditResult()
        let isCopy = if case .copy = changes.first?.edit { true } else { false }
        let photos = await located(changes, &result).filter { $0.folder != nil || $0.stem != $0.names[0].stem }
        let groups = await groups(of: photos, isCopy: isCopy)
        return await library.onQueue { [result] in
            var refusals = result.refusals
            let targets = groups.lazy.flatMap(\.files).compactMap(\.target)
            let counts = Dictionary(targets.map { ($0, 1) }, uniquingKeysWith: +)
            var remaining = zip(photos, groups).map { photo, group in
                refusals[photo.change] = Self.refusal(of: group, isRename: photo.folder == nil)
                return (photo: photo, targets: group.files.compactMap(\.target), group: group)
            }
            let occupied = Set(remaining.lazy.flatMap { Self.occupied($0.group) })
            // A photo that keeps its name may block the renames of others.
            while true {
                remaining.removeAll { refusals[$0.photo.change] != nil }
                let leaving = isCopy ? [] : Set(remaining.lazy.flatMap(\.group.files).map(\.source))
                let refused = remaining.filter {
                    $0.targets.contains { counts[$0] ?? 0 > 1 || occupied.contains($0) && !leaving.contains($0) }
                }
                guard !refused.isEmpty else { return refusals }
                for photo in refused { refusals[photo.photo.change] = .nameTaken }
            }
        }
    }

    /// Returns why a group can't have its new names; nil if it can, unless they are taken.
    private static func refusal(of group: FileGroup, isRename: Bool) -> EditRefusal? {
        guard let folder = group.files.first?.source.parent else { return nil }
        if group.files.contains(where: { $0.target.map { $0.lastComponent.count > Int(NAME_MAX) } ?? false }) {
            return .invalidName
        }
        guard isRename, folder.withCPath({ access($0, W_OK | X_OK) }) != 0 else { return nil }
        let reason = String(cString: strerror(errno))
        return .file(
            FileProblem(
                name: group.files.first?.source.lastComponent ?? [], .unwritable(folder: folder.text, reason: reason)))
    }

    /// Returns the new names of a group that belong to other files. Ignores the group's own files, which on
    /// case-insensitive file systems have names that differ only in case.
    private static func occupied(_ group: FileGroup) -> [BytePath] {
        group.files.compactMap(\.target).filter { target in
            guard let other = FileIdentity(at: target) else { return false }
            return !group.files.contains { FileIdentity(at: $0.source)?.node == other.node }
        }
    }

    /// Finds the files of changed photos, and adds those that can't be found to the refusals of a result.
    private func located(_ changes: [PhotoChange], _ result: inout EditResult) async -> [PhotoFiles] {
        let located = await library.onQueue { [library] in
            var folders: [BytePath: BytePath] = [:]
            return changes.map { change in
                Result { () throws(EditRefusal) in try PhotoFiles(change, in: library, &folders) }
            }
        }
        return located.accepted(changes, &result)
    }

    /// Records where a photo's files have gone, so that the library finds them by their former paths. Returns nil for
    /// the trash.
    ///
    /// - Parameter folder: the target folder's path in the library; nil if it is elsewhere.
    private func follow(_ photo: PhotoFiles, _ group: FileGroup, to folder: BytePath?) -> MovedPhoto? {
        let targets = group.files.compactMap(\.target)
        guard let file = targets.first else { return nil }
        if let folder {
            library.moves.withLock { moves in
                for (old, new) in zip(photo.names, targets) {
                    moves[photo.album.path.appending(old)] = folder.appending(new.lastComponent)
                }
            }
        }
        return MovedPhoto(id: folder.map { Photo.ID($0.appending(file.lastComponent).identifier) }, file: file)
    }

    /// Undoes the last operation on each photo's files.
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
                result.refuse(change, EditRefusal(problem))
            } else if let (group, edit) = restored[change.photo] {
                result.didApply(inverse: [PhotoChange(change.photo, edit)], fileCount: group.files.count)
            }
        }
        library.operations.withLock { operations in
            // The last operation on a lost file can't be undone, but earlier ones may be.
            for photo in restored.keys { operations[photo]?.removeLast() }
            for (photo, problem) in failures where problem.failure == .gone { operations[photo]?.removeLast() }
        }
        let targets = Set(restored.values.flatMap(\.group.files).compactMap { $0.target?.parent })
        await library.readAgain(
            Set(restored.keys.map { BytePath(identifier: $0.rawValue).parent })
                .union(targets.compactMap(library.folder)))
        for photo in restored.keys {
            let files = library.departed.take(photo)
            guard let (album, index) = library.located(photo) else { continue }
            album.lineage.add(files, of: album.photos.elements[index].name)
        }
        return result
    }

    /// Returns recent operations on files that can be undone.
    func earlierChanges() async -> [FileChange] {
        let operations = await port.recent(library.address).filter { $0.date.timeIntervalSinceNow > -Self.maxAge }
        remember(operations)
        return operations.compactMap { operation in
            guard let first = operation.groups.first else { return nil }
            return FileChange(
                PhotoEdit(operation.kind, first),
                of: operation.groups.map { group in
                    let path = BytePath(identifier: group.photo.rawValue)
                    return FolderLibrary.photo(FolderPhoto(name: path.lastComponent), in: path.parent)
                }, moved: moved(by: operation), annotations: operation.annotations, date: operation.date)
        }
    }

    /// Returns where the photos of an operation are now, unless they are in the trash.
    private func moved(by operation: FileOperation) -> [Photo.ID: MovedPhoto] {
        guard [.move, .rename].contains(operation.kind) else { return [:] }
        return operation.groups.reduce(into: [:]) { moved, group in
            guard let file = group.files.first?.target else { return }
            let id = library.folder(at: file.parent).map { Photo.ID($0.appending(file.lastComponent).identifier) }
            moved[group.photo] = MovedPhoto(id: id, file: file)
        }
    }

    /// Stores marks and favorites with the last operation on each photo's files.
    func annotate(_ annotations: PhotoAnnotations) async {
        var parts: [String: PhotoAnnotations] = [:]
        library.operations.withLock { operations in
            for photo in annotations.marked {
                if let id = operations[photo]?.last?.id { parts[id, default: PhotoAnnotations()].marked.insert(photo) }
            }
            for (photo, added) in annotations.favorites {
                if let id = operations[photo]?.last?.id {
                    parts[id, default: PhotoAnnotations()].favorites[photo] = added
                }
            }
        }
        for (operation, part) in parts { await port.annotate(operation, part) }
    }

    /// Returns the number and size of the files that would be moved with photos.
    func totals(of photos: [Photo.ID]) async -> FileTotals {
        let located = photos.compactMap { photo in
            library.located(photo).map { PhotoFiles(PhotoChange(photo, .trash), $0.album, $0.index) }
        }
        let groups = await groups(of: located)
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

    /// Returns the files of photos, with their current companions except those that also belong to a photo that stays.
    ///
    /// - Parameter isCopy: whether all files stay, so that shared companions are included.
    private func groups(of photos: [PhotoFiles], isCopy: Bool = false) async -> [FileGroup] {
        await library.onQueue { [root = library.root] in
            let leaving = Dictionary(grouping: photos, by: \.album.path).mapValues { Set($0.flatMap(\.names)) }
            var entries: [BytePath: FolderNames] = [:]
            // A sidecar of two photos goes with the first one.
            var taken: Set<BytePath> = []
            return photos.map { photo in
                let path = photo.album.path
                // The operation refuses links in paths, because another program could change them; so resolve them now.
                let present = entries[path] ?? FolderNames(CanonicalPath.resolve(root.appending(path)))
                entries[path] = present
                if let export = photo.export {
                    let source = present.folder.appending(photo.names[0])
                    return FileGroup(
                        photo: photo.change.photo,
                        files: [
                            FileMove(
                                source: source, identity: photo.file?.identity,
                                target: photo.target(of: photo.names[0].stem + Array(".jpg".utf8), in: present.folder),
                                export: export)
                        ])
                }
                var names = photo.names
                for name in photo.names {
                    names += present.companions.names(of: name).filter { companion in
                        taken.insert(path.appending(companion)).inserted
                            && (isCopy
                                || !present.hasOwner(of: companion, besides: name, leaving: leaving[path] ?? []))
                    }
                }
                return FileGroup(
                    photo: photo.change.photo,
                    files: names.map { name in
                        let isShown = photo.file?.path.lastComponent == name
                        return FileMove(
                            source: present.folder.appending(name), identity: isShown ? photo.file?.identity : nil,
                            target: photo.target(of: name, in: present.folder))
                    })
            }
        }
    }
}

/// The names of the files that a folder has now.
private struct FolderNames {
    /// The canonical path.
    let folder: BytePath
    private(set) var companions = CompanionFiles([]) { _ in false }
    /// The files that may be pictures, by name without extension.
    private var owners: [BytePath: [BytePath]] = [:]

    /// Reads a folder; without names if it can't be read. Blocks.
    init(_ folder: BytePath) {
        self.folder = folder
        guard let stream = folder.withCPath({ opendir($0) }) else { return }
        defer { closedir(stream) }
        var all: Set<BytePath> = []
        FolderEntries.read(stream) { name, _, _ in
            all.insert(name)
            let file = PhotoFileName(name)
            if file.kind != nil || Self.editorFormats.contains(file.fileExtension) {
                owners[name.stem, default: []].append(name)
            }
        }
        companions = CompanionFiles(all, hasPicture: all.contains)
    }

    /// The extensions of pictures that libraries don't list, but which other programs describe in sidecars.
    private static let editorFormats: Set<String> = ["psd", "psb", "xcf", "kra", "ora", "afphoto"]

    /// Whether a companion may also belong to another file that stays: `IMG.xmp` belongs to `IMG.CR2` and `IMG.DNG`,
    /// `IMG.jpg.json` to `IMG.jpg` and `IMG-edited.jpg`.
    func hasOwner(of companion: BytePath, besides name: BytePath, leaving: Set<BytePath>) -> Bool {
        // A companion named after the file with its extension belongs to that file only.
        guard !companion.starts(with: name) else { return false }
        let stems = [companion.stem, companion.stem.stem]
        return stems.contains { stem in
            owners[stem]?.contains { owner in
                owner != name && !leaving.contains(owner)
                    && SidecarPath.companionNames(of: owner).contains(companion)
            } == true
        }
    }
}

/// A photo with the files to move.
private struct PhotoFiles: Sendable {
    let change: PhotoChange
    let album: FolderAlbum
    let index: Int
    /// The file that the user saw; nil if that is unknown.
    let file: IdentifiedFile?
    /// The canonical path of the folder to which the files go; nil if they stay or go to the trash.
    let folder: BytePath?
    /// The stem of the files' new names, which replaces that of the listed file; nil if they keep their names.
    let stem: BytePath?

    init(
        _ change: PhotoChange, _ album: FolderAlbum, _ index: Int, _ file: IdentifiedFile? = nil,
        folder: BytePath? = nil, stem: BytePath? = nil
    ) {
        self.change = change
        self.album = album
        self.index = index
        self.file = file
        self.folder = folder
        self.stem = stem
    }

    /// Finds the photo of a change, and where its files go. Blocks.
    ///
    /// - Parameter folders: the canonical paths of target folders that are known.
    init(
        _ change: PhotoChange, in library: FolderLibrary, _ folders: inout [BytePath: BytePath]
    ) throws(EditRefusal) {
        guard let (album, index) = library.located(change.photo) else { throw .ofMissing(change.photo) }
        let file = try library.file(of: change, in: album, at: index)
        let (typed, name): (BytePath?, String?) =
            switch change.edit {
            case .move(let folder, let name), .copy(let folder, let name, _): (folder, name)
            case .rename(let name): (nil, name)
            default: (nil, nil)
            }
        let folder = typed.map { folders[$0] ?? CanonicalPath.resolve($0.withoutTrailingSlashes) }
        if let typed { folders[typed] = folder }
        let stem = name.map { BytePath($0.utf8) }
        self.init(change, album, index, file, folder: folder, stem: stem)
        if let stem {
            if stem.isEmpty || stem.first == UInt8(ascii: ".") || stem.contains(UInt8(ascii: "/")) || stem.contains(0) {
                throw .invalidName
            }
            if !names.allSatisfy({ $0.starts(with: names[0].stem) }) { throw .namesBelongTogether }
        }
        if case .move = change.edit, CanonicalPath.resolve(album.folder) == folder,
            stem ?? names[0].stem == names[0].stem
        {
            throw .alreadyThere
        }
    }

    /// Returns the new path of a file in a folder; nil for the trash, which chooses the name.
    func target(of name: BytePath, in present: BytePath) -> BytePath? {
        guard let stem else { return folder?.appending(name) }
        let old = names[0].stem
        // Google truncates the names of metadata files, so build the full one.
        let new =
            name.starts(with: old)
            ? stem + name.dropFirst(old.count) : stem + names[0].dropFirst(old.count) + Array(".json".utf8)
        return (folder ?? present).appending(new)
    }

    var photo: FolderPhoto { album.photos.elements[index] }

    /// The names of its pictures and videos.
    var names: [BytePath] { photo.names }

    /// How the copy is made; nil for exact copies of all files. Videos are copied as they are.
    var export: JPEGExport? {
        guard case .copy(_, _, let export?) = change.edit, PhotoFileName(names[0]).kind != .video else { return nil }
        return export
    }
}

extension [Result<PhotoFiles, EditRefusal>] {
    /// Returns the photos whose changes aren't refused, and adds the refusals to a result.
    fileprivate func accepted(_ changes: [PhotoChange], _ result: inout EditResult) -> [PhotoFiles] {
        var photos: [PhotoFiles] = []
        for (change, located) in zip(changes, self) {
            switch located {
            case .success(let photo): photos.append(photo)
            case .failure(let refusal): result.refuse(change, refusal)
            }
        }
        return photos
    }
}

/// The former files of moved photos, so that their earlier changes can be undone after they are moved back.
final class DepartedFiles: Sendable {
    private let files = Mutex<[Photo.ID: Set<FileNode>]>([:])

    fileprivate func note(_ photo: PhotoFiles) {
        let known = photo.album.files(of: photo.photo).union(photo.file.map { [$0.identity.node] } ?? [])
        files.withLock { $0[photo.change.photo] = known }
    }

    /// Returns the former files of a photo that was moved back, and forgets them.
    func take(_ photo: Photo.ID) -> Set<FileNode> { files.withLock { $0.removeValue(forKey: photo) } ?? [] }
}

extension PhotoEdit {
    /// Creates the change that an operation has made.
    fileprivate init(_ kind: FileOperation.Kind, _ group: FileGroup) {
        let target = group.files.first?.target ?? []
        let (folder, stem) = (target.parent, target.lastComponent.stem)
        let name = stem == group.files.first?.source.lastComponent.stem ? nil : stem.text
        switch kind {
        case .trash: self = .trash
        case .copy: self = .copy(toFolder: folder, as: name, export: group.files.first?.export)
        case .move: self = .move(toFolder: folder, as: name)
        case .rename: self = .rename(stem.text)
        }
    }
}

extension FolderLibrary {
    /// Returns the path in the library of the folder at an absolute path; nil if it is outside or never listed.
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
