import Albums
import Basics
import FoundationEssentials
import Glibc

/// A photo that Tintype has put in the trash, with its files that are still there.
public struct TrashedPhoto: Hashable, Sendable {
    public struct File: Hashable, Sendable {
        /// Where the file was.
        public let path: [UInt8]
        /// Where it is.
        public let trashPath: [UInt8]
        public let bytes: Int
    }

    public let date: Date
    /// The date in local time, such as `2026-11-27T17:03:22`.
    public let localTime: String
    public let files: [File]
    /// Identifies the operation, which may have trashed more photos.
    public let operation: String
    let photo: Photo.ID
}

extension FileMover {
    /// Returns the photos that Tintype has put in the trash, oldest first. Omits photos that any program has restored
    /// or deleted, and those whose operation has left the journal.
    public func trashed() async -> [TrashedPhoto] {
        await run { _ in
            self.journal.ids.compactMap(self.journal.read).filter { $0.kind == .trash }.flatMap(Self.trashed)
        }
    }

    private static func trashed(by entry: JournalEntry) -> [TrashedPhoto] {
        let folders = OpenFolders()
        let localTime = TrashInformation.localTime(entry.date)
        return entry.groups.compactMap { group in
            folders.trim()
            let files = group.files.compactMap { file -> TrashedPhoto.File? in
                guard let place = try? folders.place(file.target), let status = place.status,
                    file.isTarget(status, at: place)
                else { return nil }
                return TrashedPhoto.File(
                    path: file.source, trashPath: file.target, bytes: Count(status.st_size).value)
            }
            guard !files.isEmpty else { return nil }
            return TrashedPhoto(
                date: entry.date, localTime: localTime, files: files, operation: entry.id, photo: group.photo)
        }
    }

    /// Restores photos. Returns the number restored, and the problems with the others.
    public func restore(_ photos: [TrashedPhoto]) async -> (restored: Int, problems: [FileProblem]) {
        var (restored, problems) = (0, [FileProblem]())
        for (id, photos) in Self.byOperation(photos) {
            let result = await revert(
                FileOperation(
                    id: id, kind: .trash, library: "", date: photos[0].date,
                    groups: photos.map { photo in
                        FileGroup(
                            photo: photo.photo,
                            files: photo.files.map { FileMove(source: $0.path, target: $0.trashPath) })
                    }))
            restored += result.operation?.groups.count ?? 0
            problems += photos.compactMap { result.failures[$0.photo] }
        }
        return (restored, problems)
    }

    /// Deletes photos in the trash for good. Returns the number deleted, and the problems with the others.
    public func delete(_ photos: [TrashedPhoto]) async -> (deleted: Int, problems: [FileProblem]) {
        await run { cancellation in
            var (deleted, problems) = (0, [FileProblem]())
            for (id, photos) in Self.byOperation(photos) {
                let (handle, entry): (FileJournal.Handle, JournalEntry)
                do throws(FileFailure) {
                    handle = try self.journal.open(id, waits: true)
                    guard let read = self.journal.read(handle, id: id), read.kind == .trash else {
                        throw FileFailure.gone
                    }
                    entry = read
                } catch {
                    problems += photos.map { FileProblem(name: $0.files[0].path.name, error) }
                    continue
                }
                let mover = self.mover(entry, handle, OpenFolders(), FileProgress(cancellation))
                let chosen = Set(photos.map(\.photo))
                for index in entry.groups.indices where chosen.contains(entry.groups[index].photo) {
                    do throws(FileProblem) {
                        try mover.delete(index)
                        deleted += 1
                    } catch {
                        problems.append(error)
                    }
                }
                self.conclude(entry, handle)
            }
            return (deleted, problems)
        }
    }

    private static func byOperation(_ photos: [TrashedPhoto]) -> [(id: String, photos: [TrashedPhoto])] {
        Dictionary(grouping: photos, by: \.operation).map { ($0, $1) }.sorted { $0.id < $1.id }
    }
}

extension GroupMover {
    /// Deletes the files of a group from the trash for good. Skips missing files and those of other programs.
    func delete(_ group: Int) throws(FileProblem) {
        folders.trim()
        for (index, file) in entry.groups[group].files.enumerated() {
            guard let place = try? folders.place(file.target), let status = place.status,
                file.isTarget(status, at: place)
            else { continue }
            guard place.remove() else { throw FileProblem(name: file.source.name, .ofLastCall()) }
            removeInformation(group, index)
        }
    }
}
