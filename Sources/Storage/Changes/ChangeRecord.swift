import Albums
import Basics
import FoundationEssentials

/// A change as a line of the log on disk.
struct ChangeRecord: Codable {
    let id: String
    let date: Date
    private let photos: [PhotoRecord]
    /// Nil for a change of favorites.
    private var edit: EditRecord?
    private var inverse: [InverseRecord] = []
    private var favorites: FavoritesRecord?

    private struct PhotoRecord: Codable {
        let id: String
        let album: String
        let title: String

        init(_ photo: Photo) {
            (id, album, title) = (photo.id.rawValue, photo.albumID.rawValue, photo.title)
        }

        var photo: Photo { Photo(id: Photo.ID(id), albumID: Album.ID(album), title: title) }
    }

    private struct FavoritesRecord: Codable {
        let areAdded: Bool
        /// Without thumbnails, which are generated again.
        let favorites: [FavoriteRecord]

        var change: FavoriteChange {
            let favorites = favorites.compactMap(\.favorite)
            return areAdded ? .added(favorites) : .removed(favorites)
        }
    }

    /// An edit of a property; nil is no value.
    private struct EditRecord: Codable {
        enum Property: String, Codable {
            case stars, flag, label, favorite
        }

        let property: Property
        let value: String?

        /// Nil for a change that isn't logged.
        init?(_ edit: PhotoEdit) {
            switch edit {
            case .rate(let stars): (property, value) = (.stars, stars.map { String($0) })
            case .flag(let flag): (property, value) = (.flag, flag.map(AssessmentRecord.name))
            case .label(let label): (property, value) = (.label, label)
            case .favorite(let isFavorite): (property, value) = (.favorite, isFavorite ? "true" : nil)
            case .trash, .restore, .move, .copy, .rename: return nil
            }
        }

        var edit: PhotoEdit {
            switch property {
            case .stars: .rate(Assessment(stars: value.flatMap { Int($0) }).stars)
            case .flag: .flag(value.flatMap(AssessmentRecord.flag))
            case .label: .label(value?.bounded)
            case .favorite: .favorite(value != nil)
            }
        }
    }

    private struct AssessmentRecord: Codable {
        let stars: Int?
        let flag: String?
        let label: String?

        init(_ assessment: Assessment) {
            (stars, label) = (assessment.stars, assessment.label)
            flag = assessment.flag.map(Self.name)
        }

        var assessment: Assessment {
            Assessment(stars: stars, flag: flag.flatMap(Self.flag), label: label?.bounded)
        }

        static func name(of flag: Assessment.Flag) -> String { flag == .picked ? "picked" : "rejected" }

        static func flag(named name: String) -> Assessment.Flag? {
            ["picked": .picked, "rejected": .rejected][name]
        }
    }

    /// A change that undoes an edit of a photo.
    private struct InverseRecord: Codable {
        let photo: String
        let edit: EditRecord
        let expected: AssessmentRecord?
        /// Device, inode, size and modification time of the file.
        private(set) var identity: [UInt64]?

        init?(_ change: PhotoChange) {
            guard let edit = EditRecord(change.edit) else { return nil }
            self.edit = edit
            photo = change.photo.rawValue
            expected = change.expected.map(AssessmentRecord.init)
            identity = change.identity.map {
                [$0.node.device, $0.node.inode, UInt64($0.bytes), UInt64(bitPattern: Int64($0.modified))]
            }
        }

        mutating func follow(_ latest: inout [String: [UInt64]]) {
            identity = latest[photo] ?? identity
            latest[photo] = identity
        }

        var change: PhotoChange {
            PhotoChange(
                Photo.ID(photo), identity: identity.flatMap(Self.identity), edit.edit, isUndo: true,
                expected: expected?.assessment)
        }

        private static func identity(_ values: [UInt64]) -> FileIdentity? {
            guard values.count == 4 else { return nil }
            return FileIdentity(
                node: FileNode(device: values[0], inode: values[1]), bytes: Count(values[2]).value,
                modified: Int(Int64(bitPattern: values[3])))
        }
    }

    /// Nil for a kind of change that isn't logged.
    init?(_ logged: LoggedChange) {
        (id, date) = (logged.id, logged.date)
        photos = logged.made.change.photos.map(PhotoRecord.init)
        switch (logged.made.change, logged.made.inverse) {
        case (.edit, .edit(_, let changes)):
            guard let edit = logged.made.change.edit.flatMap(EditRecord.init) else { return nil }
            self.edit = edit
            inverse = changes.compactMap(InverseRecord.init)
        case (.favorites(let change, _), .favorites):
            favorites = FavoritesRecord(
                areAdded: change.areFavorites,
                favorites: change.favorites.map { FavoriteRecord($0.with(thumbnail: nil)) })
        default: return nil
        }
    }

    /// Expects the files that the photos had after later changes, which may have replaced them.
    ///
    /// - Parameter latest: the identities of files by photos.
    mutating func follow(_ latest: inout [String: [UInt64]]) {
        for index in inverse.indices { inverse[index].follow(&latest) }
    }

    /// Nil for a damaged record.
    var change: LoggedChange? {
        let photos = photos.map(\.photo)
        if let change = favorites?.change {
            return LoggedChange(
                id: id, date: date,
                made: MadeChange(.favorites(change, photos), inverse: .favorites(change.inverse, photos)))
        }
        guard let edit = edit?.edit else { return nil }
        return LoggedChange(
            id: id, date: date,
            made: MadeChange(Change(edit, of: photos), inverse: .edit(photos, inverse.map(\.change))))
    }
}
