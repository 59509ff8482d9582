import Albums
import Basics
import FoundationEssentials
import Synchronization

/// A file that Tintype has written or replaced, such as a JPEG with a rating.
public struct FileReplacement: Sendable {
    let path: [UInt8]
    /// Nil for a new file.
    let old: FileVersion?
    let new: FileVersion
}

extension FileMover {
    /// Records new versions of moved photos in the journal, so that undo recognizes them as Tintype's own, and moves
    /// new sidecars back as well. Blocks.
    ///
    /// If an entry can't be written, undo refuses its photos.
    public func note(_ replacements: [FileReplacement]) {
        note(replacements, besides: nil)
    }

    /// - Parameter operation: the operation that already knows the new versions.
    func note(_ replacements: [FileReplacement], besides operation: String?) {
        guard !replacements.isEmpty else { return }
        var folders: [[UInt8]: [UInt8]] = [:]
        let replacements = replacements.map { replacement in
            let folder = folders[replacement.path.folder] ?? CanonicalPath.resolve(replacement.path.folder)
            folders[replacement.path.folder] = folder
            return FileReplacement(
                path: folder.appending(replacement.path.name), old: replacement.old, new: replacement.new)
        }
        let ids = movedFiles.withLock { files in
            files.update(from: journal)
            return Set(replacements.flatMap(files.operations))
        }
        for id in ids where id != operation {
            guard let handle = try? journal.open(id, waits: true), let entry = journal.read(handle, id: id),
                entry.isSettled
            else { continue }
            let events = replacements.compactMap(entry.event)
            if !events.isEmpty { try? handle.append(events + [JournalEntry.Event(event: .settled)]) }
        }
    }
}

/// The operations of the last day, indexed by the files that they have moved or copied.
struct MovedFiles {
    /// By the targets of moved files, and the originals of copied ones.
    private var byFile: [[UInt8]: [String]] = [:]
    /// By the folders that photos were moved to.
    private var byFolder: [[UInt8]: Set<String>] = [:]
    private var known: Set<String> = []

    /// In microseconds. A key undoes no older operation.
    private static let maxAge = 24 * 3600 * 1_000_000

    /// Adds the operations that aren't known yet.
    mutating func update(from journal: FileJournal) {
        let now = Int(exactly: (Date.now.timeIntervalSince1970 * 1e6).rounded()) ?? 0
        for id in journal.ids.reversed() {
            guard let time = id.split(separator: "-").first.flatMap({ Int($0) }), time > now - Self.maxAge else {
                break
            }
            guard !known.contains(id), journal.isSettled(id), let entry = journal.read(id) else { continue }
            known.insert(id)
            guard entry.kind != .trash else { continue }
            for file in entry.groups.lazy.flatMap(\.files) {
                byFile[entry.kind == .copy ? file.source : file.target, default: []].append(id)
                if entry.kind != .copy { byFolder[file.target.folder, default: []].insert(id) }
            }
        }
    }

    /// Returns the operations that a new version of a file may concern.
    func operations(_ replacement: FileReplacement) -> [String] {
        let others = replacement.old == nil ? byFolder[replacement.path.folder] ?? [] : []
        return (byFile[replacement.path] ?? []) + others
    }
}

extension JournalEntry {
    /// Returns the event that records a file's new version, or a new sidecar of a moved photo. Nil if the operation
    /// knows neither the file nor the old version.
    fileprivate func event(_ replacement: FileReplacement) -> Event? {
        for (index, group) in groups.enumerated() {
            for (file, item) in group.files.enumerated() {
                if kind == .copy {
                    guard item.source == replacement.path, item.version == replacement.old else { continue }
                    return Event(event: .returned, group: index, file: file, version: replacement.new)
                }
                guard item.target == replacement.path else { continue }
                guard item.targetVersion ?? item.version == replacement.old || canChange(item) else { return nil }
                return Event(event: .changed, group: index, file: file, version: replacement.new)
            }
        }
        guard kind != .copy, replacement.old == nil else { return nil }
        let firsts = Dictionary(uniqueKeysWithValues: steps.map { ($0.second, $0.first) })
        let name = replacement.path.name
        for (index, group) in groups.enumerated() {
            for item in group.files where item.target.folder == replacement.path.folder {
                let (origin, new) = (origin(of: item, after: firsts[index]), item.target.name)
                let old = origin.name
                guard
                    let naming = SidecarNaming.allCases.first(where: {
                        SidecarPath.xmpNames(besides: new, $0).contains(name)
                    }),
                    let suffix = name.lastIndex(of: UInt8(ascii: ".")),
                    let former = SidecarPath.xmpNames(besides: old, naming).first(where: {
                        $0.hasSuffix(name[suffix...])
                    })
                else { continue }
                return Event(
                    event: .joined, group: index, source: Self.encoded(origin.folder.appending(former)),
                    target: Self.encoded(replacement.path), version: replacement.new)
            }
        }
        return nil
    }
}

extension [UInt8] {
    fileprivate func hasSuffix(_ suffix: ArraySlice<UInt8>) -> Bool { self.suffix(suffix.count).elementsEqual(suffix) }
}
