import Albums
import Basics
import Glibc

/// How the assessments of photos are written.
public struct SidecarSettings: Sendable {
    public let port: SidecarPort
    /// The name of a sidecar for a photo that has none.
    public let naming: SidecarNaming
    public let storage: AssessmentStorage

    public init(port: SidecarPort, naming: SidecarNaming = .afterFile, storage: AssessmentStorage = .sidecar) {
        self.port = port
        self.naming = naming
        self.storage = storage
    }
}

/// Writes assessments, texts and tags of a folder's photos to the sidecars of their files, or to JPEG files.
struct FolderSidecars: Sendable {
    let library: FolderLibrary
    let settings: SidecarSettings

    /// The number of changes that are written together; between them, the user can cancel the others.
    private static let maxTogether = 100

    /// Writes all changes of a photo together. If one of its files can't be written, its changes are refused.
    func apply(_ changes: [PhotoChange]) async -> EditResult {
        var result = EditResult()
        var remaining = changes[...]
        while !remaining.isEmpty {
            if Task.isCancelled {
                for change in remaining { result.refuse(change, .canceled) }
                break
            }
            // A change that depends on a file's values must not be written together with others.
            var first: [Photo.ID: PhotoChange] = [:]
            let run = remaining.prefix(Self.maxTogether).prefix { change in
                guard let other = first[change.photo] else {
                    first[change.photo] = change
                    return true
                }
                return other.expected == change.expected && [other, change].allSatisfy { $0.edit.kind == .assessment }
            }
            remaining = remaining.dropFirst(run.count)
            result.add(await applyTogether(Array(run)))
        }
        return result
    }

    private func applyTogether(_ changes: [PhotoChange]) async -> EditResult {
        var result = EditResult()
        var edited: [EditedPhoto] = []
        var indices: [Photo.ID: Int] = [:]
        for (change, photo) in zip(changes, await photos(of: changes)) {
            switch photo {
            case .failure(let refusal): result.refuse(change, refusal)
            case .success(let photo):
                if let index = indices[change.photo] {
                    edited[index].add(change)
                } else {
                    indices[change.photo] = edited.count
                    edited.append(photo)
                }
            }
        }
        let (results, replaced) = await write(edited)
        var written: [(path: BytePath, change: WrittenChange)] = []
        for (photo, outcome) in zip(edited, results) {
            let path = photo.album.path.appending(photo.file)
            switch outcome {
            case .success(let former):
                let file = photo.album.folder.appending(photo.file)
                result.didApply(inverse: photo.inverse(former, identity: replaced[file]))
                written.append((path, WrittenChange(photo.new, photo.properties.values, former.tags.inverse)))
            case .failure(let refusal):
                for change in photo.changes { result.refuse(change, refusal) }
                guard case .sidecar(_, .otherValues(let values)) = refusal else { continue }
                let assessment = photo.album.facts.assessment(at: photo.index).with(values)
                written.append((path, WrittenChange(assessment, values, TagChange())))
            }
        }
        library.adopt(written)
        // Without a date in the sidecar, the picture's own counts, so it must be read.
        let undated = written.filter { $0.change.texts[.date]?.isEmpty == true }
        if !undated.isEmpty { await library.readAgain(Set(undated.map(\.path.parent))) }
        return result
    }

    /// Returns the photo of each change, or why it is refused.
    private func photos(of changes: [PhotoChange]) async -> [Result<EditedPhoto, EditRefusal>] {
        await library.onQueue { [library] in
            changes.map { change in
                Result { () throws(EditRefusal) in
                    guard let (album, index) = library.located(change.photo) else { throw .ofMissing(change.photo) }
                    let shown = try library.file(of: change, in: album, at: index)
                    return EditedPhoto(change, at: index, in: album, shown: shown)
                }
            }
        }
    }

    /// Writes the files of photos, for each photo all or none. Returns one result per photo, the properties that undo
    /// the change once on disk, else the refusal; and the new identities of replaced pictures by their paths.
    private func write(
        _ edited: [EditedPhoto]
    ) async -> ([Result<PhotoProperties, EditRefusal>], replaced: [BytePath: FileIdentity]) {
        let targets = await library.onQueue { edited.map { files(of: $0) } }
        var results = targets.map { target in target.map { _ in PhotoProperties() } }
        let changes = edited.indices.map { index in
            ((try? targets[index].get()) ?? []).map { file in
                SidecarChange(
                    path: file.path, in: file.container, of: edited[index].shown, properties: edited[index].properties,
                    former: edited[index].former, isUndo: edited[index].isUndo)
            }
        }
        let written = edited.indices.filter { !changes[$0].isEmpty && !edited[$0].properties.isEmpty }
        guard !written.isEmpty else { return (results, [:]) }
        var identities: [BytePath: FileIdentity] = [:]
        let pictures = written.flatMap { changes[$0] }.filter { $0.container == .picture }.map(\.path)
        let old = pictures.isEmpty ? [] : await beginWriting(pictures)
        let outcomes = await settings.port.write(written.map { changes[$0] })
        if !pictures.isEmpty {
            let failed = Set(
                zip(written, outcomes).filter { (try? $1.get()) == nil }.flatMap { changes[$0.0] }.map(\.path))
            let replaced = zip(pictures, old).filter { !failed.contains($0.0) }
            identities = await library.onQueue { [rewritten = library.rewritten] in
                rewritten.endWriting(replaced.map { (path: $0, old: $1) })
                return replaced.reduce(into: [:]) { $0[$1.0] = FileIdentity(at: $1.0) }
            }
        }
        for (index, outcome) in zip(written, outcomes) {
            results[index] = outcome.mapError { problem in
                problem.failure == .photoReplaced
                    ? .replaced : .sidecar(name: problem.path.lastComponent.text, problem.failure)
            }
            if results[index] == .failure(.replaced) { library.noticeReplaced([edited[index].album.path: []]) }
        }
        return (results, identities)
    }

    /// Returns the pictures that are about to be replaced.
    private func beginWriting(_ paths: [BytePath]) async -> [FileNode?] {
        library.rewritten.beginWriting()
        return await library.onQueue { paths.map { FileIdentity(at: $0)?.node } }
    }

    private typealias Target = (path: BytePath, container: XMPContainer)

    /// Returns the files to write; blocks.
    ///
    /// These are the existing sidecars of the photo's still files (for each, both `IMG.CR2.xmp` and `IMG.xmp`), or else
    /// a new one, named by the settings. `IMG.xmp` is left alone if other photos have that name too, because it may be
    /// theirs. If the settings say so, JPEG files are written instead of new sidecars, and along with existing ones.
    private func files(of photo: EditedPhoto) -> Result<[Target], EditRefusal> {
        let folder = photo.album.folder
        func existing(_ name: BytePath, _ naming: SidecarNaming) -> BytePath? {
            SidecarPath.xmpNames(besides: name, naming).map(folder.appending)
                .first { $0.withCPath { access($0, F_OK) } == 0 }
        }
        var targets: [Target] = []
        for name in photo.files {
            let isWritten = settings.storage == .file && Self.isJPEG(folder.appending(name))
            if isWritten { targets.append((folder.appending(name), .picture)) }
            let isShared = photo.album.hasOtherPhoto(namedLike: name, than: photo.index)
            let found = [existing(name, .afterFile), isShared ? nil : existing(name, .afterPhoto)].compactMap { $0 }
            if isWritten || !found.isEmpty {
                targets += found.map { ($0, .sidecar) }
            } else if let new = SidecarPath.xmpNames(besides: name, settings.naming).first {
                guard !isShared || settings.naming == .afterFile else {
                    return .failure(.sharedSidecar(name: new.text))
                }
                targets.append((folder.appending(new), .sidecar))
            }
        }
        // A RAW file and its JPEG may share a sidecar.
        var known: Set<BytePath> = []
        return .success(targets.filter { known.insert($0.path).inserted })
    }

    /// Whether a file begins as a JPEG does; blocks.
    private static func isJPEG(_ path: BytePath) -> Bool {
        let file = path.withCPath { open($0, O_RDONLY | O_NONBLOCK | O_CLOEXEC) }
        guard file >= 0 else { return false }
        defer { close(file) }
        var head: [UInt8] = [0, 0, 0]
        return read(file, &head, head.count) == head.count && head == [0xFF, 0xD8, 0xFF]
    }
}

/// A photo with changes that are about to be written.
private struct EditedPhoto: Sendable {
    let album: FolderAlbum
    let index: Int
    /// The name of the file that lists show.
    let file: BytePath
    /// The file that the user saw; nil if that is unknown.
    let shown: IdentifiedFile?
    /// The names of the files with the assessment: the still pictures, or else the video.
    let files: [BytePath]
    private(set) var changes: [PhotoChange] = []
    private let old: Assessment
    private let isExpected: Bool
    private(set) var new: Assessment
    private var changed = PhotoProperties()

    /// The properties to write.
    var properties: PhotoProperties {
        var properties = changed
        if isExpected { properties.expected.merge(PhotoValues(of: old, unlike: new)) { $1 } }
        return properties
    }

    /// The listed values of the assessment that change.
    var former: PhotoValues { PhotoProperties(from: new, to: old).values }

    var isUndo: Bool { changes.last?.isUndo ?? false }

    init(_ change: PhotoChange, at index: Int, in album: FolderAlbum, shown: IdentifiedFile?) {
        self.album = album
        self.shown = shown
        self.index = index
        let photo = album.photos.elements[index]
        file = photo.name
        let stills = ([photo.name] + photo.stack).filter { PhotoFileName($0).kind != .video }
        files = stills.isEmpty ? [photo.name] : stills
        old = change.expected ?? album.facts.assessment(at: index)
        new = old
        isExpected = change.expected != nil
        add(change)
    }

    mutating func add(_ change: PhotoChange) {
        changes.append(change)
        switch change.edit {
        case .set(let values): changed = PhotoProperties(values: values, expected: change.expectedTexts)
        case .tag(let tags):
            changed = PhotoProperties(tags: tags, knownTags: album.values(of: .tag, at: index))
        default:
            let next = new.applying(change.edit)
            changed.add(PhotoProperties(from: new, to: next))
            new = next
        }
    }

    /// Returns the changes that undo all of the photo's.
    ///
    /// - Parameters:
    ///   - former: the properties that undo the change of the files.
    ///   - identity: identifies the listed file if it was replaced.
    func inverse(_ former: PhotoProperties, identity: FileIdentity?) -> [PhotoChange] {
        guard let last = changes.last else { return [] }
        if let inverse = last.inverse(former, identity: identity) { return [inverse] }
        return last.inverse(from: old, to: new, identity: identity)
    }
}

/// What a change has written to the files of a photo, for lists and searches.
struct WrittenChange: Sendable {
    let assessment: Assessment
    let texts: PhotoValues
    let tags: TagChange

    init(_ assessment: Assessment, _ texts: PhotoValues, _ tags: TagChange) {
        (self.assessment, self.texts, self.tags) = (assessment, texts, tags)
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
