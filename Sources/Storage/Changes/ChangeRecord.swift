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
            case stars, flag, label, texts, tags, favorite
            /// An album's ID and, after a space, its name.
            case addedToAlbum, removedFromAlbum
        }

        let property: Property
        var value: String?
        /// The texts by the names of fields.
        var texts: [String: String]?
        var added: [String]?
        var removed: [String]?

        /// Nil for a change that isn't logged.
        init?(_ edit: PhotoEdit) {
            switch edit {
            case .set(let values): (property, texts) = (.texts, TextRecord.texts(values))
            case .tag(let tags): (property, added, removed) = (.tags, tags.added, tags.removed)
            case .rate(let stars): (property, value) = (.stars, stars.map { String($0) })
            case .flag(let flag): (property, value) = (.flag, flag.map(AssessmentRecord.name))
            case .label(let label): (property, value) = (.label, label)
            case .favorite(let isFavorite): (property, value) = (.favorite, isFavorite ? "true" : nil)
            case .album(let album, let name, let isMember):
                (property, value) = (isMember ? .addedToAlbum : .removedFromAlbum, "\(album.rawValue) \(name)")
            case .trash, .restore, .move, .copy, .rename: return nil
            }
        }

        var edit: PhotoEdit {
            switch property {
            case .stars: .rate(Assessment(stars: value.flatMap { Int($0) }).stars)
            case .flag: .flag(value.flatMap(AssessmentRecord.flag))
            case .label: .label(value?.bounded)
            case .texts: .set(TextRecord.values(texts ?? [:]))
            case .tags: .tag(TagChange(add: added ?? [], remove: removed ?? []))
            case .favorite: .favorite(value != nil)
            case .addedToAlbum: membership(true)
            case .removedFromAlbum: membership(false)
            }
        }

        private func membership(_ isMember: Bool) -> PhotoEdit {
            let (id, name) = value.map { ($0.prefix { $0 != " " }, $0.drop { $0 != " " }.dropFirst()) } ?? ("", "")
            return .album(Album.ID(String(id)), name: String(name).bounded, isMember: isMember)
        }
    }

    /// Texts by the names of their fields, instead of an array of pairs.
    private enum TextRecord {
        static func texts(_ values: PhotoValues) -> [String: String] {
            Dictionary(uniqueKeysWithValues: values.map { ($0.key.rawValue, $0.value) })
        }

        static func values(_ texts: [String: String]) -> PhotoValues {
            texts.reduce(into: [:]) { values, text in PhotoField(rawValue: text.key).map { values[$0] = text.value } }
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
        let expectedTexts: [String: String]?
        var file: FileRecord?

        init?(_ change: PhotoChange) {
            guard let edit = EditRecord(change.edit) else { return nil }
            self.edit = edit
            photo = change.photo.rawValue
            expected = change.expected.map(AssessmentRecord.init)
            expectedTexts = change.expectedTexts.isEmpty ? nil : TextRecord.texts(change.expectedTexts)
            file = change.identity.map { FileRecord(photo: change.photo, $0) }
        }

        var change: PhotoChange {
            PhotoChange(
                Photo.ID(photo), identity: file?.identity, edit.edit, isUndo: true, expected: expected?.assessment,
                expectedTexts: expectedTexts.map(TextRecord.values) ?? [:])
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

    /// The files of the photos.
    var files: [FileRecord] { inverse.compactMap(\.file) }

    /// Returns the change with the files that later changes have written.
    func expecting(_ files: [String: FileRecord]) -> ChangeRecord {
        var record = self
        for index in inverse.indices { record.inverse[index].file = files[inverse[index].photo] ?? inverse[index].file }
        return record
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

/// The file of a photo.
struct FileRecord: Codable {
    let photo: String
    private let device: UInt64
    private let inode: UInt64
    private let bytes: Int
    private let modified: Int

    init(photo: Photo.ID, _ identity: FileIdentity) {
        self.photo = photo.rawValue
        (device, inode) = (identity.node.device, identity.node.inode)
        (bytes, modified) = (identity.bytes, identity.modified)
    }

    var identity: FileIdentity {
        FileIdentity(node: FileNode(device: device, inode: inode), bytes: bytes, modified: modified)
    }
}
