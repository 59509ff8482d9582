import Albums
import Localization

/// Notices about the user's changes.
extension UserFacingText {
    /// Describes a change that was made or redone.
    ///
    /// - Parameter fileCount: the number of files that were moved or copied.
    static func made(_ change: Change, fileCount: Int = 0) -> String {
        let photos = change.photos
        return switch change {
        case .edit: change.edit.map { made($0, change, fileCount: fileCount) } ?? ""
        case .favorites(let favorites, _):
            favorited(favorites.areFavorites, title: onlyTitle(of: photos), favorites.favorites.count)
        case .unmark: unmarked(photos.count)
        case .mark: markedAgain(photos.count)
        case .restore(let change): undone(change.edit, of: photos)
        }
    }

    /// The notice that one photo was kept, and the others of its burst or comparison rejected.
    static func kept(_ photo: Photo, rejected count: Int) -> String {
        let title = name(photo.titleOfStack)
        return localized(
            count, one: "Kept \u{201C}\(title)\u{201D} and rejected \(count) photo",
            other: "Kept \u{201C}\(title)\u{201D} and rejected \(count) photos")
    }

    /// Describes that a change was undone.
    static func undone(_ change: Change) -> String {
        let photos = change.photos
        return switch change {
        case .edit(_, let changes): changes.first.map { undone($0.edit, of: photos) } ?? ""
        case .favorites(let favorites, _):
            unfavorited(favorites.areFavorites, title: onlyTitle(of: photos), favorites.favorites.count)
        case .unmark: markedAgain(photos.count)
        case .mark, .restore: ""
        }
    }

    /// Describes why photos weren't changed.
    ///
    /// - Parameters:
    ///   - edit: the requested edit; nil for changes outside the library, such as marks.
    ///   - count: the number of photos, of which `photo` is the first.
    static func refused(_ edit: PhotoEdit?, _ photo: Photo, _ reason: EditRefusal, count: Int) -> String {
        let (others, failure) = (count - 1, failure(reason))
        if case .favorites = reason { return localized("Couldn't update favorites: \(failure)") }
        let title = name(photo.titleOfStack)
        guard edit?.kind.isOfFiles == true else {
            guard others > 0 else { return localized("Couldn't change \u{201C}\(title)\u{201D}: \(failure)") }
            return localized(
                others, one: "Couldn't change \u{201C}\(title)\u{201D} and \(others) other: \(failure)",
                other: "Couldn't change \u{201C}\(title)\u{201D} and \(others) others: \(failure)")
        }
        let quoted = localized("\u{201C}\(title)\u{201D}")
        let names =
            others > 0
            ? localized(others, one: "\(quoted) and \(others) more", other: "\(quoted) and \(others) more") : quoted
        return switch edit {
        case .copy: localized("Couldn't copy \(names): \(failure)")
        case .rename: localized("Couldn't rename \(names): \(failure)")
        case .restore: localized("Couldn't take back \(names): \(failure)")
        default: localized("Couldn't move \(names): \(failure)")
        }
    }

    private static func made(_ edit: PhotoEdit, _ change: Change, fileCount: Int) -> String {
        let photos = change.photos
        let count = photos.count
        let title = count == 1 ? nameInBurst(photos[0]) : nil
        let moved = moved(photos, fileCount: fileCount)
        switch edit {
        case .rate(let stars?):
            let stars = Self.stars(stars)
            if let title { return localized("Rated \u{201C}\(title)\u{201D} \(stars)") }
            return localized(count, one: "Rated \(count) photo \(stars)", other: "Rated \(count) photos \(stars)")
        case .rate(nil):
            if let title { return localized("Removed the stars of \u{201C}\(title)\u{201D}") }
            return localized(
                count, one: "Removed the stars of \(count) photo", other: "Removed the stars of \(count) photos")
        case .flag(.rejected?):
            if let title { return localized("Rejected \u{201C}\(title)\u{201D}") }
            return localized(count, one: "Rejected \(count) photo", other: "Rejected \(count) photos")
        case .flag(.picked?):
            if let title { return localized("Picked \u{201C}\(title)\u{201D}") }
            return localized(count, one: "Picked \(count) photo", other: "Picked \(count) photos")
        case .flag(nil):
            if let title { return localized("Removed the flag of \u{201C}\(title)\u{201D}") }
            return localized(
                count, one: "Removed the flag of \(count) photo", other: "Removed the flags of \(count) photos")
        case .label(let label?):
            if let title { return localized("Labeled \u{201C}\(title)\u{201D} \u{201C}\(label)\u{201D}") }
            return localized(
                count, one: "Labeled \(count) photo \u{201C}\(label)\u{201D}",
                other: "Labeled \(count) photos \u{201C}\(label)\u{201D}")
        case .label(nil):
            if let title { return localized("Removed the label of \u{201C}\(title)\u{201D}") }
            return localized(
                count, one: "Removed the label of \(count) photo", other: "Removed the labels of \(count) photos")
        case .set where edit.kind == .orientation:
            if let title { return localized("Turned \u{201C}\(title)\u{201D}") }
            return localized(count, one: "Turned \(count) photo", other: "Turned \(count) photos")
        case .set where edit.kind == .date:
            if let title { return localized("Corrected the date of \u{201C}\(title)\u{201D}") }
            return localized(
                count, one: "Corrected the date of \(count) photo", other: "Corrected the dates of \(count) photos")
        case .set:
            if let title { return localized("Described \u{201C}\(title)\u{201D}") }
            return localized(count, one: "Described \(count) photo", other: "Described \(count) photos")
        case .tag:
            if let title { return localized("Changed the tags of \u{201C}\(title)\u{201D}") }
            return localized(
                count, one: "Changed the tags of \(count) photo", other: "Changed the tags of \(count) photos")
        case .favorite(let isFavorite): return favorited(isFavorite, title: title, count)
        case .album(_, let album, true): return localized("Added \(moved) to \u{201C}\(name(album))\u{201D}")
        case .album(_, let album, false): return localized("Removed \(moved) from \u{201C}\(name(album))\u{201D}")
        case .move: return localized("Moved \(moved) to \(folders(of: change))")
        case .copy: return localized("Copied \(moved) to \(folders(of: change))")
        case .rename(let new) where count == 1: return localized("Renamed \(moved) to \u{201C}\(name(new))\u{201D}")
        case .rename: return localized("Renamed \(moved)")
        case .trash, .restore: return localized("Moved \(moved) to the trash")
        }
    }

    private static func undone(_ edit: PhotoEdit, of photos: [Photo]) -> String {
        let count = photos.count
        let title = count == 1 ? name(photos[0].titleOfStack) : nil
        let moved = moved(photos, fileCount: count)
        switch edit {
        case .rate:
            if let title { return localized("Restored the stars of \u{201C}\(title)\u{201D}") }
            return localized(
                count, one: "Restored the stars of \(count) photo", other: "Restored the stars of \(count) photos")
        case .flag(.rejected?):
            if let title { return localized("Undid rejecting \u{201C}\(title)\u{201D}") }
            return localized(count, one: "Undid rejecting \(count) photo", other: "Undid rejecting \(count) photos")
        case .flag(.picked?):
            if let title { return localized("Undid picking \u{201C}\(title)\u{201D}") }
            return localized(count, one: "Undid picking \(count) photo", other: "Undid picking \(count) photos")
        case .flag(nil):
            if let title { return localized("Restored the flag of \u{201C}\(title)\u{201D}") }
            return localized(
                count, one: "Restored the flag of \(count) photo", other: "Restored the flags of \(count) photos")
        case .label:
            if let title { return localized("Restored the label of \u{201C}\(title)\u{201D}") }
            return localized(
                count, one: "Restored the label of \(count) photo", other: "Restored the labels of \(count) photos")
        case .set where edit.kind == .orientation:
            if let title { return localized("Turned \u{201C}\(title)\u{201D} back") }
            return localized(count, one: "Turned \(count) photo back", other: "Turned \(count) photos back")
        case .set where edit.kind == .date:
            if let title { return localized("Restored the date of \u{201C}\(title)\u{201D}") }
            return localized(
                count, one: "Restored the date of \(count) photo", other: "Restored the dates of \(count) photos")
        case .set:
            if let title { return localized("Restored the texts of \u{201C}\(title)\u{201D}") }
            return localized(
                count, one: "Restored the texts of \(count) photo", other: "Restored the texts of \(count) photos")
        case .tag:
            if let title { return localized("Restored the tags of \u{201C}\(title)\u{201D}") }
            return localized(
                count, one: "Restored the tags of \(count) photo", other: "Restored the tags of \(count) photos")
        case .favorite(let isFavorite): return unfavorited(isFavorite, title: title, count)
        case .album(_, let album, true): return localized("Removed \(moved) from \u{201C}\(name(album))\u{201D}")
        case .album(_, let album, false): return localized("Added \(moved) to \u{201C}\(name(album))\u{201D} again")
        case .move: return localized("Moved \(moved) back")
        case .copy: return localized("Removed the copies of \(moved)")
        case .rename where count > 1:
            return localized(
                count, one: "\(count) photo has its old name again",
                other: "\(count) photos have their old names again")
        case .rename: return localized("\(moved) has its old name again")
        case .trash, .restore: return localized("Restored \(moved) from the trash")
        }
    }

    /// - Parameter title: the title of the photo if it is the only one.
    private static func favorited(_ isFavorite: Bool, title: String?, _ count: Int) -> String {
        if let title {
            return isFavorite
                ? localized("Added \u{201C}\(title)\u{201D} to favorites")
                : localized("Removed \u{201C}\(title)\u{201D} from favorites")
        }
        return isFavorite
            ? localized(
                count, one: "Added \(count) photo to favorites", other: "Added \(count) photos to favorites")
            : localized(
                count, one: "Removed \(count) photo from favorites", other: "Removed \(count) photos from favorites")
    }

    private static func unfavorited(_ isFavorite: Bool, title: String?, _ count: Int) -> String {
        if isFavorite { return favorited(false, title: title, count) }
        if let title { return localized("Restored \u{201C}\(title)\u{201D} to favorites") }
        return localized(count, one: "Restored \(count) favorite", other: "Restored \(count) favorites")
    }

    private static func onlyTitle(of photos: [Photo]) -> String? {
        photos.count == 1 ? name(photos[0].title) : nil
    }

    /// `★★★`.
    static func stars(_ count: Int) -> String { String(repeating: "\u{2605}", count: count) }

    /// `“Dune”`, `“Dune” (3 files)`, `12 photos` or `12 photos (31 files)`.
    private static func moved(_ photos: [Photo], fileCount: Int) -> String {
        let names =
            photos.count == 1 ? localized("\u{201C}\(nameInBurst(photos[0]))\u{201D}") : Self.photos(photos.count)
        guard fileCount > photos.count else { return names }
        return localized(fileCount, one: "\(names) (\(fileCount) file)", other: "\(names) (\(fileCount) files)")
    }

    /// The path of a folder, or the number of folders.
    private static func folders(of change: Change) -> String {
        let folders = change.folders
        guard folders.count == 1, let folder = folders.first else {
            return localized(folders.count, one: "\(folders.count) folder", other: "\(folders.count) folders")
        }
        return name(String(decoding: folder, as: UTF8.self))
    }
}
