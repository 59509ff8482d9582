import Albums
import Basics

extension FolderLibrary {
    public var editing: (any PhotoEditing)? {
        sidecars == nil && files == nil ? nil : FolderEditing(library: self)
    }

    /// Returns the album and the index of a photo; nil if the library lacks it.
    func located(_ photo: Photo.ID) -> (album: FolderAlbum, index: Int)? {
        current.catalog.photo(at: BytePath(identifier: photo.rawValue))
    }
}

extension EditRefusal {
    init(_ problem: FileProblem) {
        self = problem.failure == .gone ? .gone : .file(problem)
    }

    /// The reason for a photo that the library lacks. Only the IDs of favorites in other libraries have a zero byte.
    static func ofMissing(_ photo: Photo.ID) -> EditRefusal {
        photo.rawValue.utf8.contains(0) ? .inAnotherLibrary : .gone
    }
}

/// Changes the photos of a folder: assessments in sidecars, the rest by moving files.
private struct FolderEditing: PhotoEditing {
    let library: FolderLibrary

    /// Nil if files can't be moved.
    private var files: FolderFiles? { library.files.map { FolderFiles(library: library, port: $0) } }

    var kinds: Set<PhotoEdit.Kind> {
        Set((library.sidecars == nil ? [] : [.assessment]) + (library.files == nil ? [] : [.trash, .folder, .name]))
    }

    func assessment(of photo: Photo.ID) -> Assessment? {
        library.located(photo).map { $0.album.facts.assessment(at: $0.index) }
    }

    /// Changes of one kind in a row are made together.
    func apply(
        _ changes: [PhotoChange], onProgress: @escaping @Sendable (TransferProgress) -> Void
    ) async -> EditResult {
        var result = EditResult()
        var remaining = changes[...]
        while let first = remaining.first {
            let run = Array(remaining.prefix { $0.edit.isMade(with: first.edit) })
            remaining = remaining.dropFirst(run.count)
            result.add(await apply(run, like: first.edit, onProgress))
        }
        return result
    }

    /// Makes changes that are made together.
    private func apply(
        _ changes: [PhotoChange], like edit: PhotoEdit, _ onProgress: @escaping @Sendable (TransferProgress) -> Void
    ) async -> EditResult {
        switch edit {
        case .rate, .flag, .label:
            if let settings = library.sidecars {
                return await FolderAssessments(library: library, settings: settings).apply(changes)
            }
        case .trash: if let files { return await files.transfer(.trash, changes, onProgress) }
        case .move(let folder): if let files { return await files.transfer(.move, changes, to: folder, onProgress) }
        case .copy(let folder): if let files { return await files.transfer(.copy, changes, to: folder, onProgress) }
        case .restore: if let files { return await files.restore(changes) }
        case .rename: if let files { return await files.rename(changes, onProgress) }
        }
        var result = EditResult()
        for change in changes { result.refuse(change, .unsupported) }
        return result
    }

    func refusals(of changes: [PhotoChange]) async -> [PhotoChange: EditRefusal] {
        await files?.refusals(of: changes) ?? [:]
    }

    func files(of photos: [Photo.ID]) async -> FileTotals {
        await files?.totals(of: photos) ?? FileTotals()
    }

    func annotate(_ annotations: PhotoAnnotations) async {
        await files?.annotate(annotations)
    }

    func earlierChanges() async -> [EarlierChange] {
        await files?.earlierChanges() ?? []
    }
}

extension PhotoEdit {
    /// Whether this change of a photo is made together with another one.
    fileprivate func isMade(with other: PhotoEdit) -> Bool {
        // Each photo has its own assessment and its own name.
        [.assessment, .name].contains(kind) ? kind == other.kind : self == other
    }
}
