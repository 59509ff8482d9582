import Localization

extension UserFacingText {
    /// Describes a change of favorites.
    static func changed(_ toggle: FavoriteToggle, undoKey: String) -> String {
        let count = toggle.count
        if count == 1 {
            return toggle.areFavorites
                ? localized("Added to favorites (press \(undoKey) to undo)")
                : localized("Removed from favorites (press \(undoKey) to undo)")
        }
        return toggle.areFavorites
            ? localized(
                count, one: "Added \(count) photo to favorites (press \(undoKey) to undo)",
                other: "Added \(count) photos to favorites (press \(undoKey) to undo)")
            : localized(
                count, one: "Removed \(count) photo from favorites (press \(undoKey) to undo)",
                other: "Removed \(count) photos from favorites (press \(undoKey) to undo)")
    }

    /// Describes the result of undoing a change.
    static func undone(_ toggle: FavoriteToggle) -> String {
        switch (toggle.areFavorites, toggle.count) {
        case (true, 1): localized("Removed from favorites")
        case (true, let count):
            localized(
                count, one: "Removed \(count) photo from favorites", other: "Removed \(count) photos from favorites")
        case (false, 1): localized("Restored to favorites")
        case (false, let count):
            localized(count, one: "Restored \(count) favorite", other: "Restored \(count) favorites")
        }
    }
}
