import Albums
import Basics
import FoundationEssentials
import Localization
import TerminalUI

/// The line above the hints of a grid: the whole title of the selected item, which its tile may cut, then as many facts
/// as fit.
struct SelectionLine {
    let title: String
    let facts: [String]
    let theme: Theme

    func draw(on surface: inout Surface, row: Int) {
        let columns = surface.size.columns
        surface.fill(Rect(column: 0, row: row, columns: columns, rows: 1))
        let title = VisibleText(title, repertoire: surface.repertoire).truncatedInMiddle(to: columns - 2)
        let used = surface.write(title, column: 1, row: row, style: theme.text)
        surface.write(
            facts: facts, column: 1 + used, row: row, width: columns - 2 - used, after: " \u{00B7} ", theme.quiet)
    }
}

extension SelectionLine {
    init(_ photo: Photo, _ details: SelectionDetails?, theme: Theme) {
        let details = details?.photo == photo ? details : nil
        let size = (details?.size).map(UserFacingText.pixelCount)
        self.init(
            title: photo.titleInFull ?? photo.listTitle,
            facts: (photo.burst.isEmpty ? [] : [UserFacingText.burst(photo.burst.count)])
                + photo.facts(details?.details) + [size].compactMap { $0 }, theme: theme)
    }

    init(_ item: AlbumTree.Item, _ dateKind: Photo.DateKind, theme: Theme) {
        switch item {
        case .album(let album, _):
            self.init(
                title: album.title,
                facts: [album.dates(dateKind), album.photoCount.map(UserFacingText.photos)].compactMap { $0 },
                theme: theme)
        case .folder(let folder):
            self.init(
                title: folder.name,
                facts: [UserFacingText.albums(folder.albumCount), UserFacingText.photos(folder.photoCount)],
                theme: theme)
        }
    }
}

extension Surface {
    /// Writes lines of text one below the other, each in the middle of a rectangle's columns.
    mutating func write(_ lines: [String], centeredIn rect: Rect, row: Int, style: Style) {
        for (line, text) in lines.enumerated() {
            let indent = max(0, (rect.columns - VisibleText(text).width(upTo: rect.columns)) / 2)
            write(text, column: rect.column + indent, row: row + line, style: style)
        }
    }

    /// Writes facts after a title as long as they fit.
    ///
    /// - Parameter separator: the text before the first fact.
    mutating func write(facts: [String], column: Int, row: Int, width: Int, after separator: String, _ style: Style) {
        var separator = separator
        var used = 0
        for fact in facts {
            let text = separator + fact
            guard used + VisibleText(text, repertoire: repertoire).width(upTo: width + 1) <= width else { return }
            used += write(text, column: column + used, row: row, style: style)
            separator = " \u{00B7} "
        }
    }
}

extension Album {
    /// The days of its first and last photos, or the one of its last change; nil while unknown.
    fileprivate func dates(_ kind: Photo.DateKind) -> String? {
        guard let last = date.map(UserFacingText.day) else { return nil }
        let first = firstDate.map(UserFacingText.day) ?? last
        let days = first == last ? last : "\(first) \u{2013} \(last)"
        return kind == .modified ? localized("modified \(days)") : days
    }
}

/// The facts of the selected photo that load on demand.
struct SelectionDetails: Sendable {
    let photo: Photo
    let details: PhotoDetails
    /// Nil if only fetching the photo would reveal it.
    let size: PixelSize?
}

/// Loads the details of the selected photo once the selection has stopped moving.
@MainActor
final class SelectionDetailsLoader {
    /// Called when details have loaded.
    var onChange: () -> Void = {}

    /// The last loaded details, possibly of another photo.
    private(set) var details: SelectionDetails?

    private let shown: ShownLibrary
    private let clock: any Clock<Duration>
    private var photo: Photo?
    private var loading: Task<Void, Never>?

    /// Longer than the selection stays on a photo while a key is held.
    private static var delay: Duration { .milliseconds(100) }

    init(shown: ShownLibrary, clock: any Clock<Duration>) {
        self.shown = shown
        self.clock = clock
    }

    /// Loads the details of a photo, and cancels the load of another one.
    func load(_ photo: Photo?) {
        guard photo != self.photo else { return }
        stop()
        self.photo = photo
        guard let photo, details?.photo != photo else { return }
        loading = Task { [weak self, shown, clock] in
            guard (try? await clock.sleep(for: Self.delay)) != nil else { return }
            let loaded = await SelectionDetails(
                photo: photo, details: PhotoDetails(shownBelow: photo, in: shown),
                size: shown.pictures.size(of: photo, in: shown.library))
            guard !Task.isCancelled, let self else { return }
            details = loaded
            onChange()
        }
    }

    /// Cancels an outstanding load.
    func stop() {
        loading?.cancel()
        photo = nil
    }
}

extension PicturePort {
    /// Returns a photo's size in pixels; nil if only fetching the photo would reveal it.
    fileprivate func size(of photo: Photo, in library: any PhotoLibrary) async -> PixelSize? {
        if let known = knownDimensions(photo) { return known }
        guard let source = try? await library.picture(of: photo) else { return nil }
        if case .remote = source { return nil }
        return try? await dimensions(photo)
    }
}
