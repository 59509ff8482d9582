import Basics
import Glibc
import Synchronization

/// The files behind the names in a folder: those that lists have shown, and those that were there before a rewrite.
///
/// A name keeps its identity until the library notices another file, like its tile.
final class FileLineage: Sendable {
    private struct State {
        var listed: [BytePath: FileIdentity] = [:]
        /// The earlier files of names. Editors and Tintype rewrite a file by renaming a new one.
        var former: [BytePath: Set<FileNode>] = [:]
    }

    private let state: Mutex<State>

    /// - Parameters:
    ///   - former: the lineage of the same folder before it was read again.
    ///   - names: the names that were and still are in the folder.
    ///   - changed: the names with files that may have changed.
    ///   - rewritten: the earlier files of rewritten names.
    init(
        _ former: FileLineage? = nil, names: Set<BytePath> = [], changed: Set<BytePath> = [],
        rewritten: [BytePath: Set<FileNode>] = [:]
    ) {
        var state = former?.state.withLock { $0 } ?? State()
        state.listed = state.listed.filter { names.contains($0.key) && !changed.contains($0.key) }
        state.former = state.former.filter { names.contains($0.key) }
        state.former.merge(rewritten) { $0.union($1) }
        self.state = Mutex(state)
    }

    /// Returns the identity of a file; calls `read` on the first use.
    func identity(of name: BytePath, _ read: () -> FileIdentity?) -> FileIdentity? {
        if let listed = state.withLock({ $0.listed[name] }) { return listed }
        guard let new = read() else { return nil }
        return state.withLock { state in
            let identity = state.listed[name] ?? new
            state.listed[name] = identity
            return identity
        }
    }

    /// Returns all files that a name has stood for.
    func files(of name: BytePath) -> Set<FileNode> {
        state.withLock { state in
            (state.former[name] ?? []).union(state.listed[name].map { [$0.node] } ?? [])
        }
    }

    /// Adds earlier files of a name.
    func add(_ files: Set<FileNode>, of name: BytePath) {
        state.withLock { $0.former[name, default: []].formUnion(files) }
    }
}

/// The differences between two readings of a folder.
struct FolderSuccession {
    /// Whether another folder is at the path now, so that all of its files are new.
    private(set) var isReplacement = false
    /// The names whose files may look different.
    private(set) var changed: Set<BytePath>
    let lineage: FileLineage

    /// - Parameters:
    ///   - former: the album as it was read before; nil for a new one.
    ///   - photos: the photos that the folder has now.
    ///   - changed: the names with files that are known to have changed.
    ///   - written: returns the inode that Tintype has given a file by writing metadata to it.
    init(
        of former: FolderAlbum?, by photos: [FolderPhoto], _ identity: FolderIdentity?, in folder: BytePath,
        changed: Set<BytePath>, written: (BytePath) -> ino_t?
    ) {
        self.changed = changed
        guard let former else {
            lineage = FileLineage()
            return
        }
        let names = Set(photos.lazy.flatMap(\.names))
        if let old = former.identity, let identity, identity.replaces(old, at: folder) {
            isReplacement = true
            self.changed = names
            lineage = FileLineage()
            return
        }
        let before = Dictionary(former.photos.elements.map { ($0.name, $0) }) { first, _ in first }
        var other = photos.filter { photo in
            guard let inode = photo.inode, let old = before[photo.name]?.inode else { return false }
            return inode != old
        }
        if !other.isEmpty, !folder.keepsInodes { other = [] }
        let inodes = other.isEmpty ? [] : Set(before.values.compactMap(\.inode))
        var rewritten: [BytePath: Set<FileNode>] = [:]
        for photo in other {
            let isWritten = photo.inode == written(photo.name)
            if !isWritten { self.changed.insert(photo.name) }
            // If another photo's file was moved here, it isn't this photo.
            let isMoved = photo.inode.map(inodes.contains) ?? false
            rewritten[photo.name] = isMoved ? [] : before[photo.name].map { former.files(of: $0) } ?? []
        }
        lineage = FileLineage(
            former.lineage, names: names.intersection(before.values.lazy.flatMap(\.names)),
            changed: self.changed.union(rewritten.keys), rewritten: rewritten)
    }
}

extension FolderAlbum {
    /// Whether the folder at the album's path is the one that was read. Blocks.
    var isInPlace: Bool {
        guard let identity else { return true }
        guard let current = FolderIdentity(at: folder) else { return ![ENOENT, ENOTDIR].contains(errno) }
        return !current.replaces(identity, at: folder)
    }

    /// Returns the file that a name stands for; nil if there is none. Blocks on the first use, to read it.
    ///
    /// - Parameter isInPlace: whether the folder is the one that was read. If not, none of its files is the album's.
    func identity(of name: BytePath, isInPlace: Bool) -> FileIdentity? {
        let listed = lineage.identity(of: name) { isInPlace ? FileIdentity(at: folder.appending(name)) : nil }
        return isInPlace ? listed : listed ?? identity.map { FileIdentity(node: $0.node, bytes: -1, modified: 0) }
    }

    /// Returns all files that a photo has had since its folder was first read.
    func files(of photo: FolderPhoto) -> Set<FileNode> {
        lineage.files(of: photo.name).union(node(of: photo).map { [$0] } ?? [])
    }
}
