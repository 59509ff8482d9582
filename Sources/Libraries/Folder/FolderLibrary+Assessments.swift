import Albums
import Basics
import Glibc

/// How the assessments of photos are written to sidecar files.
public struct SidecarSettings: Sendable {
    public let port: SidecarPort
    /// The name of a sidecar for a photo that has none.
    public let naming: SidecarNaming

    public init(port: SidecarPort, naming: SidecarNaming = .afterFile) {
        self.port = port
        self.naming = naming
    }
}

/// Writes the user's assessments of a folder's photos to the sidecars of their files.
struct FolderAssessments: Sendable {
    let library: FolderLibrary
    let settings: SidecarSettings

    /// Writes all changes of a photo together. If one of its sidecars can't be written, its changes are refused.
    func apply(_ changes: [PhotoChange]) async -> EditResult {
        var result = EditResult()
        var edited: [EditedPhoto] = []
        var indices: [Photo.ID: Int] = [:]
        for change in changes {
            if let index = indices[change.photo] {
                edited[index].add(change)
            } else if let (album, index) = library.located(change.photo) {
                indices[change.photo] = edited.count
                edited.append(EditedPhoto(change, at: index, in: album))
            } else {
                result.refuse(change, .ofMissing(change.photo))
            }
        }
        let failures = await write(edited)
        for (photo, failure) in zip(edited, failures) {
            for change in photo.changes {
                if let failure {
                    result.refuse(change, failure)
                } else {
                    result.didApply(inverse: photo.inverse(of: change))
                }
            }
        }
        adopt(zip(edited, failures).filter { $1 == nil }.map(\.0))
        return result
    }

    /// Writes the sidecars of photos. Returns why the changes of a photo are refused; nil for those that are on disk.
    private func write(_ edited: [EditedPhoto]) async -> [EditRefusal?] {
        let targets = await library.onQueue { edited.map { sidecars(of: $0) } }
        var paths: [BytePath] = []
        var properties: [BytePath: AssessmentProperties] = [:]
        for (photo, target) in zip(edited, targets) where !photo.properties.isEmpty {
            guard case .success(let sidecars) = target else { continue }
            for sidecar in sidecars {
                if properties[sidecar] == nil { paths.append(sidecar) }
                properties[sidecar, default: AssessmentProperties()].add(photo.properties)
            }
        }
        let results = await settings.port.write(
            paths.map { SidecarPort.Change(path: $0, properties: properties[$0] ?? AssessmentProperties()) })
        let failures = Dictionary(zip(paths, results)) { first, _ in first }
        return targets.map { target in
            switch target {
            case .failure(let refusal): refusal
            case .success(let sidecars):
                sidecars.lazy.compactMap { path in
                    failures[path].flatMap { $0 }.map { .sidecar(name: path.lastComponent.text, $0) }
                }.first
            }
        }
    }

    /// Shows the new assessments in all lists.
    private func adopt(_ edited: [EditedPhoto]) {
        guard !edited.isEmpty else { return }
        // A scan may have replaced the albums meanwhile.
        let current = library.current
        for (path, photos) in Dictionary(grouping: edited, by: \.album.path) {
            guard let album = current.catalog.album(at: path) else { continue }
            album.set(
                photos.compactMap { photo in
                    album.index(ofPictureAt: path.appending(photo.file)).map { ($0, photo.new) }
                })
        }
        current.feeds.forgetResults()
        library.broadcaster.change()
    }

    /// Returns the paths of the sidecars to write; blocks.
    ///
    /// These are the existing ones of the photo's still files, of each both `IMG.CR2.xmp` and `IMG.xmp`, or else one named
    /// as the settings say. `IMG.xmp` is left alone if other photos have that name too, because it may be theirs.
    private func sidecars(of photo: EditedPhoto) -> Result<[BytePath], EditRefusal> {
        let folder = library.root.appending(photo.album.path)
        func existing(_ name: BytePath, _ naming: SidecarNaming) -> BytePath? {
            SidecarPath.xmpNames(besides: name, naming).map(folder.appending)
                .first { $0.withCPath { access($0, F_OK) } == 0 }
        }
        var paths: [BytePath] = []
        for name in photo.files {
            let isShared = photo.album.hasOtherPhoto(namedLike: name, than: photo.index)
            let found = [existing(name, .afterFile), isShared ? nil : existing(name, .afterPhoto)].compactMap { $0 }
            if !found.isEmpty {
                paths += found
            } else if let new = SidecarPath.xmpNames(besides: name, settings.naming).first {
                guard !isShared || settings.naming == .afterFile else {
                    return .failure(.sharedSidecar(name: new.text))
                }
                paths.append(folder.appending(new))
            }
        }
        return .success(paths)
    }
}

/// A photo with changes that are about to be written.
private struct EditedPhoto: Sendable {
    let album: FolderAlbum
    let index: Int
    /// The name of the file that lists show.
    let file: BytePath
    /// The names of the files with the assessment: the still pictures, or else the video.
    let files: [BytePath]
    private(set) var changes: [PhotoChange] = []
    private(set) var new: Assessment
    /// The assessment before each change.
    private var former: [PhotoChange: Assessment] = [:]
    private(set) var properties = AssessmentProperties()

    init(_ change: PhotoChange, at index: Int, in album: FolderAlbum) {
        self.album = album
        self.index = index
        let photo = album.photos.elements[index]
        file = photo.name
        let stills = ([photo.name] + photo.stack).filter { PhotoFileName($0).kind != .video }
        files = stills.isEmpty ? [photo.name] : stills
        new = album.facts.assessment(at: index)
        add(change)
    }

    mutating func add(_ change: PhotoChange) {
        let next = new.applying(change.edit)
        properties.add(AssessmentProperties(from: new, to: next))
        if former[change] == nil { former[change] = new }
        changes.append(change)
        new = next
    }

    /// Returns the changes that undo one.
    func inverse(of change: PhotoChange) -> [PhotoChange] {
        guard let old = former[change] else { return [] }
        return old.applying(change.edit).edits(to: old).map { PhotoChange(change.photo, $0) }
    }
}

extension FolderAlbum {
    /// Whether another photo has a file that differs from this one only in its extension.
    func hasOtherPhoto(namedLike name: BytePath, than index: Int) -> Bool {
        let title = PhotoFileName(name).title
        func isNamedAlike(_ photo: FolderPhoto) -> Bool {
            ([photo.name] + photo.stack).contains { PhotoFileName($0).title == title }
        }
        // Photos with the same title are neighbors.
        let neighbors = [index - 1, index + 1].filter(photos.elements.indices.contains)
        return neighbors.contains { isNamedAlike(photos.elements[$0]) }
    }
}
