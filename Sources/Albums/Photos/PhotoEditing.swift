import Basics
import FoundationEssentials

/// A change that a library makes to one of its photos.
public enum PhotoEdit: Hashable, Sendable {
    /// Sets the stars, from 1 to 5; nil removes them. A rejected photo is no longer rejected then.
    case rate(Int?)
    /// Picks or rejects the photo, without changing the stars; nil removes the flag.
    case flag(Assessment.Flag?)
    /// Sets the color label; nil removes it.
    case label(String?)
    /// Sets texts, the date or the orientation of the photo; an empty one removes its property.
    case set(PhotoValues)
    /// Adds and removes tags.
    case tag(TagChange)
    /// Adds the photo to the favorites that the library stores, or removes it.
    case favorite(Bool)
    /// Adds the photo to an album of a service, or removes it from one.
    case album(Album.ID, name: String, isMember: Bool)
    /// Moves all files of the photo to the trash.
    case trash
    /// Moves all files of the photo to the folder at a path, which is created if it is missing. With a name, also
    /// renames them.
    case move(toFolder: [UInt8], as: String? = nil)
    /// Copies all files of the photo to the folder at a path, which is created if it is missing. With a name, the
    /// copies are renamed. With an export, the copy of a picture is a single JPEG.
    case copy(toFolder: [UInt8], as: String? = nil, export: JPEGExport? = nil)
    /// Undoes the last trash, move, copy or rename of the photo's files. The ID is the one from before.
    case restore
    /// Renames all files of the photo: the stem of the listed file's name is replaced, and the remainder of each name
    /// stays, such as `.CR2.xmp`.
    case rename(String)

    /// The property that a change affects. A library supports all changes of a kind, or none.
    public enum Kind: Hashable, Sendable, CaseIterable {
        /// Stars, flag and color label.
        case assessment
        /// Titles, other texts and tags.
        case description
        /// When the photo was taken.
        case date
        case orientation
        /// Libraries without this kind have the favorites of the user, which all of them share.
        case favorite
        /// Albums to which photos can be added.
        case album
        case trash
        /// Moves and copies to folders.
        case folder
        case name

        /// Whether the files of photos are moved or copied.
        public var isOfFiles: Bool { [.trash, .folder, .name].contains(self) }

        /// Whether it is a property of the photo that no assessment has: a text, tag, date or orientation.
        public var isProperty: Bool { [.description, .date, .orientation].contains(self) }

        /// Whether folders store the property in XMP.
        public var isInXMP: Bool { self == .assessment || isProperty }
    }

    public var kind: Kind {
        switch self {
        case .rate, .flag, .label: .assessment
        case .set(let values) where values[.date] != nil: .date
        case .set(let values) where values[.orientation] != nil: .orientation
        case .set, .tag: .description
        case .favorite: .favorite
        case .album: .album
        case .trash, .restore: .trash
        case .move, .copy: .folder
        case .rename: .name
        }
    }
}

/// A change of a photo.
public struct PhotoChange: Hashable, Sendable {
    public let photo: Photo.ID
    /// The file that the user saw; the change is refused for any other file. Nil if unknown.
    public let identity: FileIdentity?
    public let edit: PhotoEdit
    /// Whether this undoes an earlier change, so that files may return to their former state.
    public let isUndo: Bool
    /// The assessment that the photo must still have; the change is refused if a file has another one. Nil for any.
    public let expected: Assessment?
    /// The texts that the photo must still have.
    public let expectedTexts: PhotoValues

    public init(
        _ photo: Photo.ID, identity: FileIdentity? = nil, _ edit: PhotoEdit, isUndo: Bool = false,
        expected: Assessment? = nil, expectedTexts: PhotoValues = [:]
    ) {
        self.photo = photo
        self.identity = identity
        self.edit = edit
        self.isUndo = isUndo
        self.expected = expected
        self.expectedTexts = expectedTexts
    }

    /// Creates a change of a photo as a list has shown it.
    public init(_ photo: Photo, _ edit: PhotoEdit, isUndo: Bool = false, expected: Assessment? = nil) {
        self.init(photo.id, identity: photo.identity, edit, isUndo: isUndo, expected: expected)
    }

    /// Returns the changes that undo this one, which has changed the assessment of the photo.
    ///
    /// - Parameter identity: identifies the photo's file after the change.
    public func inverse(from old: Assessment, to new: Assessment, identity: FileIdentity? = nil) -> [PhotoChange] {
        new.edits(to: old).map {
            PhotoChange(photo, identity: identity ?? self.identity, $0, isUndo: !isUndo, expected: new)
        }
    }

    /// Returns the inverse of a change of texts or tags; nil for other changes.
    ///
    /// - Parameters:
    ///   - former: the texts and tags that undo the change.
    ///   - identity: identifies the photo's file after the change.
    public func inverse(_ former: PhotoProperties, identity: FileIdentity? = nil) -> PhotoChange? {
        let old: PhotoEdit
        var expected: PhotoValues = [:]
        switch edit {
        case .set(let values):
            old = .set(values.reduce(into: [:]) { $0[$1.key] = former.values[$1.key] ?? $1.key.emptyValue })
            expected = values
        case .tag: old = .tag(former.tags)
        default: return nil
        }
        return PhotoChange(
            photo, identity: identity ?? self.identity, old, isUndo: !isUndo, expectedTexts: expected)
    }
}

/// Why a photo isn't changed.
public enum EditRefusal: Error, Hashable, Sendable {
    /// The library makes no changes of this kind.
    case unsupported
    /// It no longer has the photo.
    case gone
    /// The file at the photo's path is no longer the one that was shown.
    case replaced
    /// The photo is a favorite of another library.
    case inAnotherLibrary
    /// The album has another photo of the name.
    case nameTaken
    /// No file can have the name.
    case invalidName
    /// The names of its files, an edit and its original, show that they belong together.
    case namesBelongTogether
    /// It is in that folder already.
    case alreadyThere
    /// The album has the photo already.
    case alreadyInAlbum
    /// The album doesn't have the photo.
    case notInAlbum
    /// A sidecar of this name could belong to several photos, and the settings allow no other.
    case sharedSidecar(name: String)
    /// The photo's sidecar of this name can't be written.
    case sidecar(name: String, SidecarFailure)
    /// A file of the photo can't be moved, so all of them stay.
    case file(FileProblem)
    /// The library can't be reached, or its service has failed.
    case library(LibraryFailure)
    /// The favorites can't be changed.
    case favorites(FavoritesFailure)
    /// The service lets only the photo's owner change it, another user.
    case ofAnotherUser
    /// The server's version can't make the change.
    case needsVersion(service: String, version: String)

    /// Whether a later attempt would be refused, too.
    public var isFinal: Bool {
        switch self {
        case .gone, .replaced, .alreadyInAlbum, .notInAlbum, .sidecar(_, .otherValues): true
        case .file(let problem): problem.failure == .changed
        default: false
        }
    }

    /// The user has canceled the change.
    public static let canceled = EditRefusal.file(FileProblem(name: [], .canceled))

    /// Whether the user has canceled the change.
    public var isCanceled: Bool {
        if case .file(let problem) = self { problem.failure == .canceled } else { false }
    }
}

/// The part of a library that changes its photos.
public protocol PhotoEditing: Sendable {
    /// The kinds of changes that the library supports.
    var kinds: Set<PhotoEdit.Kind> { get }

    /// The texts that can be changed, if descriptions can.
    var textFields: [PhotoField] { get }

    /// Whether changes outlive the run.
    var keepsChanges: Bool { get }

    /// Returns the user's assessment of a photo as currently known, without waiting; nil if the library lacks the
    /// photo.
    func assessment(of photo: Photo.ID) -> Assessment?

    /// Returns the tags of a photo as currently known, without waiting; nil if they are those of the listed photo.
    func tags(of photo: Photo.ID) -> [String]?

    /// Returns whether a photo is a favorite, as currently known, without waiting; nil if the library lacks the photo or
    /// stores no favorites.
    func isFavorite(_ photo: Photo.ID) -> Bool?

    /// Returns the albums to which photos can be added.
    /// - Throws: `LibraryFailure`.
    func editableAlbums() async throws -> [Album]

    /// Creates an empty album.
    /// - Throws: `LibraryFailure`.
    func createAlbum(named name: String) async throws -> Album

    /// Makes changes one after another. Refused changes have no effect; the others are still made.
    ///
    /// If the task is canceled, the remaining changes are refused.
    /// - Parameter onProgress: called with the number of bytes moved or copied so far.
    func apply(
        _ changes: [PhotoChange], onProgress: @escaping @Sendable (TransferProgress) -> Void
    ) async -> EditResult

    /// Returns the changes that would be refused because of names in their folders, without making any.
    func refusals(of changes: [PhotoChange]) async -> [PhotoChange: EditRefusal]

    /// Returns the number and size of the files of photos, with everything that belongs to them.
    func files(of photos: [Photo.ID]) async -> FileTotals

    /// Stores marks and favorites from before the last change of files, for `earlierChanges` in later runs.
    func annotate(_ annotations: PhotoAnnotations) async

    /// Returns changes of files of earlier runs that can still be undone, oldest first.
    func earlierChanges() async -> [FileChange]
}

extension PhotoEditing {
    public var textFields: [PhotoField] { PhotoField.described }

    public var keepsChanges: Bool { true }

    public func tags(of photo: Photo.ID) -> [String]? { nil }

    public func isFavorite(_ photo: Photo.ID) -> Bool? { nil }

    public func editableAlbums() async throws -> [Album] { [] }

    public func createAlbum(named name: String) async throws -> Album { throw LibraryFailure.noSuchList }

    public func apply(_ changes: [PhotoChange]) async -> EditResult { await apply(changes) { _ in } }

    public func refusals(of changes: [PhotoChange]) async -> [PhotoChange: EditRefusal] { [:] }

    public func files(of photos: [Photo.ID]) async -> FileTotals { FileTotals() }

    public func annotate(_ annotations: PhotoAnnotations) async {}

    public func earlierChanges() async -> [FileChange] { [] }
}

/// The number and size of files.
public struct FileTotals: Hashable, Sendable {
    public var count: Int
    public var bytes: Int

    public init(count: Int = 0, bytes: Int = 0) {
        self.count = count
        self.bytes = bytes
    }
}

/// A change of the files of photos that was made, with everything that undoing it restores.
public struct FileChange: Hashable, Sendable {
    public let edit: PhotoEdit
    /// The photos as the library showed them.
    public let photos: [Photo]
    /// The photos that have another path now.
    public let moved: [Photo.ID: MovedPhoto]
    public let annotations: PhotoAnnotations
    /// When an earlier run made the change, so that only the names of the photos are known; nil in this run.
    public let date: Date?

    public init(
        _ edit: PhotoEdit, of photos: [Photo], moved: [Photo.ID: MovedPhoto] = [:],
        annotations: PhotoAnnotations = PhotoAnnotations(), date: Date? = nil
    ) {
        self.edit = edit
        self.photos = photos
        self.moved = moved
        self.annotations = annotations
        self.date = date
    }

    /// Returns the part that concerns photos.
    func limited(to photos: [Photo]) -> FileChange {
        FileChange(edit, of: photos, moved: moved, annotations: annotations, date: date)
    }
}

/// The result of applying changes.
public struct EditResult: Hashable, Sendable {
    /// The changes that undo those made, in the order in which to apply them.
    public private(set) var inverse: [PhotoChange] = []
    /// The changes that weren't made, with the reasons.
    public private(set) var refusals: [PhotoChange: EditRefusal] = [:]
    /// The number of files that were moved or copied.
    public private(set) var fileCount = 0
    /// The photos that have another path now.
    public private(set) var moved: [Photo.ID: MovedPhoto] = [:]

    public init() {}

    /// Records a change that was made.
    /// - Parameters:
    ///   - changes: the changes that undo it, in the order in which to apply them.
    ///   - fileCount: the number of files that were moved or copied.
    public mutating func didApply(inverse changes: [PhotoChange], fileCount: Int = 0) {
        inverse = changes + inverse
        self.fileCount += fileCount
    }

    /// Adds the result of later changes.
    public mutating func add(_ later: EditResult) {
        inverse = later.inverse + inverse
        refusals.merge(later.refusals) { first, _ in first }
        fileCount += later.fileCount
        moved.merge(later.moved) { $1 }
    }

    /// Records that a photo has another path now.
    public mutating func didMove(_ photo: Photo.ID, to new: MovedPhoto) {
        moved[photo] = new
    }

    /// Records a change that was refused.
    public mutating func refuse(_ change: PhotoChange, _ reason: EditRefusal) {
        refusals[change] = reason
    }
}

/// Where a photo is after its files were moved.
public struct MovedPhoto: Hashable, Sendable {
    /// Nil if the library no longer has the photo.
    public let id: Photo.ID?
    /// The canonical path of the file that lists show.
    public let file: [UInt8]

    public init(id: Photo.ID?, file: [UInt8]) {
        self.id = id
        self.file = file
    }
}
