import Albums
import Basics
import FoundationEssentials
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
        case .taken: details?.taken ?? photo.date.map { UserFacingText.day($0, photo.datePrecision) }
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

/// Details in the line of a photo that lists don't provide.
struct PhotoLineDetails: Hashable, Sendable {
    var author: String?
    /// The day in the camera's local time.
    var taken: String?
    var locationName: String?
    var size: PixelSize?

    init() {}

    /// Reads the details from the photo's file. Remote photos are skipped, since they would have to be fetched.
    init(of photo: Photo, library: any PhotoLibrary, pictures: PicturePort) async {
        guard let source = try? await library.picture(of: photo) else { return }
        if case .remote = source { return }
        size = try? await pictures.dimensions(photo)
        let details = try? await pictures.details(photo)
        author = details?.author
        taken = details.flatMap { details in details.taken.map { UserFacingText.day($0, details.takenPrecision) } }
        locationName = details?.locationName ?? details?.coordinate.map(UserFacingText.coordinate)
    }
}

/// Loads the details of all visible photos. Publishes them together, since a screen reader announces every change.
@MainActor
final class PhotoLineLoader {
    /// Called when the details of all visible photos have loaded.
    var onChange: () -> Void = {}

    private(set) var details: [Photo.ID: PhotoLineDetails] = [:]

    private let library: any PhotoLibrary
    private let pictures: PicturePort
    private var requested: [Photo.ID] = []
    private var loading: Task<Void, Never>?

    init(library: any PhotoLibrary, pictures: PicturePort) {
        self.library = library
        self.pictures = pictures
    }

    /// Loads the details of these photos, and cancels the loads of others.
    func load(_ photos: [Photo]) {
        let missing = photos.filter { details[$0.id] == nil }
        guard missing.map(\.id) != requested else { return }
        requested = missing.map(\.id)
        loading?.cancel()
        loading = missing.isEmpty ? nil : Task { [weak self] in await self?.fetch(for: missing) }
    }

    /// Discards loaded details, since files may have changed.
    func forget() {
        stop()
        details = [:]
    }

    /// Cancels outstanding loads.
    func stop() {
        loading?.cancel()
        loading = nil
        requested = []
    }

    private func fetch(for photos: [Photo]) async {
        let found = await Self.details(of: photos, library: library, pictures: pictures)
        guard !Task.isCancelled else { return }
        details.merge(found) { $1 }
        requested = []
        onChange()
    }

    private nonisolated static func details(
        of photos: [Photo], library: any PhotoLibrary, pictures: PicturePort
    ) async -> [Photo.ID: PhotoLineDetails] {
        await withTaskGroup(of: (Photo.ID, PhotoLineDetails).self) { group in
            for photo in photos {
                group.addTask {
                    (photo.id, await PhotoLineDetails(of: photo, library: library, pictures: pictures))
                }
            }
            var details: [Photo.ID: PhotoLineDetails] = [:]
            for await (id, found) in group { details[id] = found }
            return details
        }
    }
}
