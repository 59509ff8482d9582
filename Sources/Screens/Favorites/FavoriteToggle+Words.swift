import Localization

extension Words {
    /// Describes a change of favorites.
    static func changed(_ toggle: FavoriteToggle, undoKey: String) -> String {
        let count = toggle.count
        if count == 1 {
            return toggle.areFavorites
                ? localized("Added to favorites (\(undoKey) undoes)")
                : localized("Removed from favorites (\(undoKey) undoes)")
        }
        return toggle.areFavorites
            ? localized(
                count, one: "Added \(count) photo to favorites (\(undoKey) undoes)",
                other: "Added \(count) photos to favorites (\(undoKey) undoes)")
            : localized(
                count, one: "Removed \(count) photo from favorites (\(undoKey) undoes)",
                other: "Removed \(count) photos from favorites (\(undoKey) undoes)")
    }

    /// Describes the result of undoing a change.
    static func undone(_ toggle: FavoriteToggle) -> String {
        switch (toggle.areFavorites, toggle.count) {
        case (true, 1): localized("No favorite any more")
        case (true, _): localized("No favorites any more")
        case (false, 1): localized("A favorite again")
        case (false, _): localized("Favorites again")
        }
    }
}
