import Albums
import Localization

/// Titles and other texts of photos: typed into a form, or from a template of the configuration.
@MainActor
struct PhotoCaptioning {
    let photos: [Photo]
    let shown: ShownLibrary

    private var fields: [PhotoField] { shown.library.editing?.textFields ?? [] }

    /// The form, with the texts of a single photo.
    func form() async -> Form<PhotoField> {
        let isSingle = photos.count == 1
        let details = isSingle ? await PhotoInformation(of: photos[0], in: shown, countsTones: false).details : nil
        return Form(
            title: localized("Caption of \(UserFacingText.title(of: photos))"),
            rows: fields.map { .init(field: $0, label: $0.label, text: details?[$0] ?? "") },
            help: isSingle ? nil : localized("Only the lines that you fill in change."),
            hint: localized("save", context: "hint"))
    }

    /// Returns the texts that a template makes for each photo.
    func texts(by template: [String: String]) throws(RenamePattern.Failure) -> [Photo.ID: PhotoValues] {
        var texts: [Photo.ID: PhotoValues] = [:]
        for (name, text) in template {
            guard let field = PhotoField(rawValue: name) else { continue }
            let pattern = try RenamePattern(text)
            for (index, photo) in photos.enumerated() {
                texts[photo.id, default: [:]][field] = try pattern.name(of: photo, number: index + 1, camera: nil)
            }
        }
        return texts
    }
}

extension PhotoCommands {
    /// Passes the marked photos, or else the one on the screen or its burst, to `use` for a change of texts or tags.
    func describe(
        _ marked: [Photo], on screen: any PhotoChoosing, _ use: @escaping ([Photo]) -> Void
    ) throws(NoEffect) {
        guard screens.assessments.canDescribe else { throw .notDescribable }
        try withPhotos(marked, on: screen, use)
    }

    /// Asks for the title and other texts of photos.
    func askForCaption(of photos: [Photo], in shown: ShownLibrary) {
        coordinator?.interact { [screens, coordinator] in
            let form = await PhotoCaptioning(photos: photos, shown: shown).form()
            guard let texts = await coordinator?.ask(form), !texts.isEmpty else { return }
            screens.assessments.describe(photos) { _ in texts }
        }
    }

    func apply(_ template: [String: String], to photos: [Photo], on screen: any PhotoChoosing) {
        do throws(RenamePattern.Failure) {
            let texts = try PhotoCaptioning(photos: photos, shown: screen.shown).texts(by: template)
            screens.assessments.describe(photos) { texts[$0.id] ?? [:] }
        } catch {
            let failure = UserFacingText.failure(error)
            screens.notices.post(.failure(localized("The template doesn't fit: \(failure)")), about: .changes)
        }
    }
}

extension PhotoField {
    fileprivate var label: String {
        switch self {
        case .title: localized("Title")
        case .description: localized("Description")
        case .headline: localized("Headline")
        case .creator: localized("Author")
        case .copyright: localized("Copyright")
        case .city: localized("City")
        case .rating, .label, .pickLabel, .starsBeforeRejection, .date, .orientation: ""
        }
    }
}
