import Albums
import Localization
import Screens
import Storage

extension FavoritesDamage {
    /// The message for the user; nil if nothing is damaged.
    var message: String? {
        switch self {
        case .rows(0): nil
        case .rows(let count):
            localized(
                count, one: "\(count) favorite is damaged; run tintype favorites --repair",
                other: "\(count) favorites are damaged; run tintype favorites --repair")
        case .file(let path): UserFacingText.failure(FavoritesFailure.damaged(path: path))
        case .missing(let count, isRecoverable: true):
            localized(
                count, one: "\(count) favorite was lost since the last run; tintype favorites --repair restores it",
                other: "\(count) favorites were lost since the last run; tintype favorites --repair restores them")
        case .missing(let count, isRecoverable: false):
            localized(
                count, one: "\(count) favorite was lost since the last run",
                other: "\(count) favorites were lost since the last run")
        case .outdated(let path):
            localized("The last changes of favorites or marks were lost: \(path) is older than after the last run")
        }
    }
}
