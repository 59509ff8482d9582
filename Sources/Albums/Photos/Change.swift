import Basics
import FoundationEssentials

/// What the user has done to photos, as a value. Applying a change returns the change that undoes it.
public enum Change: Hashable, Sendable {
    /// Edits that the photos' library makes, all of one kind.
    case edit([Photo], [PhotoChange])
    /// Undoes a change of files.
    case restore(FileChange)
    /// The photos that have been added to favorites or removed.
    case favorites(FavoriteChange, [Photo])
    case mark([Photo])
    case unmark([Photo])

    /// Creates an edit of photos as lists have shown them.
    public init(_ edit: PhotoEdit, of photos: [Photo]) {
        self = .edit(photos, photos.map { PhotoChange($0, edit) })
    }

    public var photos: [Photo] {
        switch self {
        case .edit(let photos, _), .favorites(_, let photos), .mark(let photos), .unmark(let photos): photos
        case .restore(let change): change.photos
        }
    }

    /// The edit of the first photo; nil for a change that no library makes.
    public var edit: PhotoEdit? {
        switch self {
        case .edit(_, let changes): changes.first?.edit
        case .restore: .restore
        case .favorites, .mark, .unmark: nil
        }
    }

    /// The paths of the folders that photos are moved or copied to.
    public var folders: Set<[UInt8]> {
        guard case .edit(_, let changes) = self else { return [] }
        return changes.reduce(into: []) { folders, change in
            switch change.edit {
            case .move(let folder, _), .copy(let folder, _, _): folders.insert(folder)
            default: break
            }
        }
    }

    /// The files that the change expects.
    public var files: [Photo.ID: FileIdentity] {
        guard case .edit(_, let changes) = self else { return [:] }
        return changes.reduce(into: [:]) { $0[$1.photo] = $1.identity }
    }

    /// Returns the part that concerns photos.
    public func limited(to photos: [Photo]) -> Change {
        let ids = Set(photos.map(\.id))
        switch self {
        case .edit(let all, let changes):
            return .edit(all.filter { ids.contains($0.id) }, changes.filter { ids.contains($0.photo) })
        case .mark(let all): return .mark(all.filter { ids.contains($0.id) })
        case .unmark(let all): return .unmark(all.filter { ids.contains($0.id) })
        case .restore(let change):
            return .restore(change.limited(to: change.photos.filter { ids.contains($0.id) }))
        case .favorites: return self
        }
    }
}

/// A change that was made, and the change that undoes it.
public struct MadeChange: Hashable, Sendable {
    public let change: Change
    /// Is refused where other programs have changed what it expects.
    public let inverse: Change

    public init(_ change: Change, inverse: Change) {
        self.change = change
        self.inverse = inverse
    }
}

/// A change that later runs can undo.
public struct LoggedChange: Hashable, Sendable {
    /// Identifies the change in the log.
    public let id: String
    public let date: Date
    public let made: MadeChange

    public init(id: String, date: Date, made: MadeChange) {
        self.id = id
        self.date = date
        self.made = made
    }
}
