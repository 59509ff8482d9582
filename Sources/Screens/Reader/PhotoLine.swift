import Albums
import Basics
import FoundationEssentials
import Localization
import TerminalUI

/// A photo as a line of text; the screen-reader replacement for its thumbnail.
struct PhotoLine {
    let photo: Photo
    /// Nil while loading.
    let loaded: PhotoLineDetails?
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
                UserFacingText.assessment(assessment), video, date, photo.author ?? loaded?.details?.author, place,
                loaded?.size.map(UserFacingText.size),
            ].compactMap { $0 })
    }

    /// That the photo is a video, with its playing time.
    private var video: String? {
        photo.video.map { $0.playingTime.map { localized("video of \($0)") } ?? localized("video") }
    }

    /// The date by which lists sort. A modification date is labeled as such.
    private var date: String? {
        switch photo.dateKind {
        case .taken:
            loaded?.details.flatMap { details in details.taken.map { UserFacingText.day($0, details.takenPrecision) } }
                ?? photo.date.map { UserFacingText.day($0, photo.datePrecision) }
        case .modified: photo.date.map { localized("modified \(UserFacingText.day($0))") }
        }
    }

    private var place: String? {
        loaded?.details.flatMap { $0.locationName ?? $0.coordinate.map(UserFacingText.coordinate) }
    }

    func draw(on surface: inout Surface, in rect: Rect) {
        surface.writeLine(text, in: rect, isSelected: isSelected, style: theme.text, theme: theme)
    }
}

/// Details in the line of a photo that lists don't provide.
struct PhotoLineDetails: Sendable {
    private(set) var details: PhotoDetails?
    private(set) var size: PixelSize?

    /// Reads the details from the photo's file. Remote photos are skipped, since they would have to be fetched.
    init(of photo: Photo, library: any PhotoLibrary, pictures: PicturePort) async {
        guard let source = try? await library.picture(of: photo) else { return }
        if case .remote = source { return }
        size = try? await pictures.dimensions(photo)
        details = try? await pictures.details(photo)
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
        guard !missing.isEmpty else { return loading = nil }
        loading = Task { [weak self, library, pictures] in
            let found = await missing.loadEach { await PhotoLineDetails(of: $0, library: library, pictures: pictures) }
            guard !Task.isCancelled, let self else { return }
            details.merge(found) { $1 }
            requested = []
            onChange()
        }
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
}
