import Basics
import FoundationEssentials

/// An operation on the files of photos, with all that it takes to undo it.
public struct FileOperation: Hashable, Sendable {
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        case trash, move, copy, rename
    }

    /// Identifies the operation in the journal.
    public let id: String
    public let kind: Kind
    /// The address of the library with the photos.
    public let library: String
    public let date: Date
    /// The groups with files at their targets.
    public let groups: [FileGroup]
    public let annotations: PhotoAnnotations

    public init(
        id: String, kind: Kind, library: String, date: Date, groups: [FileGroup],
        annotations: PhotoAnnotations = PhotoAnnotations()
    ) {
        self.id = id
        self.kind = kind
        self.library = library
        self.date = date
        self.groups = groups
        self.annotations = annotations
    }
}

/// Marks and favorites among photos before their files were moved, so that undo restores them in a later run.
public struct PhotoAnnotations: Hashable, Sendable {
    public var marked: Set<Photo.ID>
    /// The photos that were favorites, and since when.
    public var favorites: [Photo.ID: Date]

    public init(marked: Set<Photo.ID> = [], favorites: [Photo.ID: Date] = [:]) {
        (self.marked, self.favorites) = (marked, favorites)
    }

    public var isEmpty: Bool { marked.isEmpty && favorites.isEmpty }
}

/// The files of one photo, which are moved together or not at all.
public struct FileGroup: Hashable, Sendable {
    public let photo: Photo.ID
    public let files: [FileMove]

    public init(photo: Photo.ID, files: [FileMove]) {
        self.photo = photo
        self.files = files
    }
}

/// The source and target of one file. Paths are absolute.
public struct FileMove: Hashable, Sendable {
    public let source: [UInt8]
    /// The file to move; any other file at the source stays. Nil for any file.
    public let identity: FileIdentity?
    /// Nil for a file to trash; the trash chooses its name.
    public let target: [UInt8]?
    /// How the copy of a picture is made; nil for an exact copy.
    public let export: JPEGExport?

    public init(
        source: [UInt8], identity: FileIdentity? = nil, target: [UInt8]? = nil, export: JPEGExport? = nil
    ) {
        self.source = source
        self.identity = identity
        self.target = target
        self.export = export
    }
}

/// The result of a file operation.
public struct FileOperationResult: Hashable, Sendable {
    /// The part that was carried out; nil if all groups failed.
    public let operation: FileOperation?
    /// The photos that failed, and why. Their files stay where they are.
    public let failures: [Photo.ID: FileProblem]

    public init(operation: FileOperation?, failures: [Photo.ID: FileProblem]) {
        self.operation = operation
        self.failures = failures
    }
}

/// A file that couldn't be moved.
public struct FileProblem: Error, Hashable, Sendable {
    /// The name of the file.
    public let name: [UInt8]
    public let failure: FileFailure

    public init(name: [UInt8], _ failure: FileFailure) {
        self.name = name
        self.failure = failure
    }
}

/// How copies for others are made: as JPEGs, upright and in sRGB.
public struct JPEGExport: Hashable, Sendable, Codable {
    /// The sizes that can be chosen, in pixels.
    public static let sizes = 16...16_384

    /// The maximum width and height in pixels. Smaller pictures keep their size.
    public let maxSide: Int
    /// Whether the metadata lacks coordinates and the city.
    public let stripsPlaces: Bool

    public init(maxSide: Int, stripsPlaces: Bool = false) {
        (self.maxSide, self.stripsPlaces) = (maxSide, stripsPlaces)
    }
}

/// Why a file can't be moved. All files of its photo stay where they are, unless moving them back has failed, too.
public enum FileFailure: Error, Hashable, Sendable {
    /// It is no longer there.
    case gone
    /// The target folder has another file of the name.
    case nameTaken
    /// Another program has changed or replaced it since.
    case changed
    /// Another instance is working on the operation.
    case busy
    /// The file system has no trash folder, and none can be created in `folder`.
    case noTrash(folder: String, reason: String)
    /// Nothing can be created in a folder: the target, or the one of the journal.
    case unwritable(folder: String, reason: String)
    /// The user canceled the operation.
    case canceled
    /// The picture can't be read, so it can't be copied as a JPEG.
    case picture(PictureFailure)
    /// The system's reason, such as `Read-only file system`.
    case system(reason: String)
}
