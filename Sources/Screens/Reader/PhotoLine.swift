import Albums
import Localization
import TerminalUI

/// A photo as a line of text; the screen-reader replacement for its thumbnail.
struct PhotoLine {
    let photo: Photo
    /// Nil while loading.
    let details: PhotoLineDetails?
    let isSelected: Bool
    let isMarked: Bool
    let isFavorite: Bool
    let assessment: Assessment
    let theme: Theme

    /// `Dune, marked, favorite, 2024-05-12, Ada Quill, Arezzo, 4000 × 3000 pixels`; unknown items are omitted.
    var text: String {
        UserFacingText.list(
            [
                // The user's own marks precede details that may not fit.
                photo.titleOfStack, photo.burst.isEmpty ? nil : UserFacingText.burst(photo.burst.count),
                isMarked ? localized("marked") : nil, isFavorite ? localized("favorite") : nil,
                UserFacingText.assessment(assessment), video, date, photo.author ?? details?.author,
                details?.locationName,
                details?.size.map(UserFacingText.size),
            ].compactMap { $0 })
    }

    /// That the photo is a video, with its playing time.
    private var video: String? {
        photo.video.map { $0.playingTime.map { localized("video of \($0)") } ?? localized("video") }
    }

    /// The date by which lists sort. A modification date is labeled as such.
    private var date: String? {
        switch photo.dateKind {
        case .taken: (details?.taken ?? photo.date).map(UserFacingText.day)
        case .modified: photo.date.map { localized("modified \(UserFacingText.day($0))") }
        }
    }

    func draw(on surface: inout Surface, in rect: Rect) {
        surface.write(
            text, column: rect.column, row: rect.row, style: isSelected ? theme.selected : theme.text,
            width: rect.columns)
        if isSelected { surface.markSelected(row: rect.row, theme: theme) }
    }
}
