import Albums
import Localization

/// Titles and other texts of photos: typed into a form, or from a template of the configuration.
@MainActor
struct PhotoCaptioning {
    let photos: [Photo]
    let shown: ShownLibrary

    private var fields: [PhotoField] { shown.library.editing?.textFields ?? [] }

    /// The form, with the texts of a single photo.
    func form() async -> Form {
        let isSingle = photos.count == 1
        let details = isSingle ? await PhotoInformation(of: photos[0], in: shown, countsTones: false).details : nil
        return Form(
            title: localized("Caption of \(UserFacingText.title(of: photos))"),
            rows: fields.map { .init(field: $0, label: $0.label, text: details?[$0] ?? "") },
            help: isSingle ? nil : localized("Only the lines that you fill in change."),
            hint: localized("save", context: "hint"))
    }

    /// Returns the texts and tags that a template makes for each photo. An unknown camera is an empty text.
    ///
    /// - Parameter library: knows the current dates.
    func edits(
        by template: [String: String], datesIn library: any PhotoLibrary
    ) async throws(RenamePattern.Failure) -> [PhotoChange] {
        let tags = try template[PhotoField.tagsOfTemplate].map(RenamePattern.init)
        var patterns: [PhotoField: RenamePattern] = [:]
        for field in fields { patterns[field] = try template[field.rawValue].map(RenamePattern.init) }
        let all = patterns.values + [tags].compactMap { $0 }
        let needsCameras = all.contains(where: \.needsCamera)
        let photos = all.contains(where: \.needsDate) ? await shown.dated(photos, in: library) : photos
        var changes: [PhotoChange] = []
        for (index, photo) in photos.enumerated() {
            let camera = needsCameras ? (try? await shown.details(of: photo))?.camera : nil
            func text(_ pattern: RenamePattern) throws(RenamePattern.Failure) -> String {
                try pattern.name(of: photo, number: index + 1, camera: camera ?? "")
            }
            var texts: PhotoValues = [:]
            for (field, pattern) in patterns { texts[field] = try text(pattern) }
            if !texts.isEmpty { changes.append(PhotoChange(photo, .set(texts))) }
            if let tags { changes.append(PhotoChange(photo, .tag(TagChange(typed: try text(tags))))) }
        }
        return changes
    }
}

extension PhotoCommands {
    /// Asks for the title and other texts of photos.
    func askForCaption(of photos: [Photo], in shown: ShownLibrary) {
        coordinator?.lookUp { [screens, coordinator] in
            let form = await PhotoCaptioning(photos: photos, shown: shown).form()
            guard let texts = await coordinator?.ask(form), !texts.isEmpty else { return }
            screens.stores.edits.edit(photos, photos.map { PhotoChange($0, .set(texts)) })
        }
    }

    func apply(_ template: [String: String], to photos: [Photo], on screen: any PhotoChoosing) {
        coordinator?.lookUp { [screens] in
            do throws(RenamePattern.Failure) {
                let captioning = PhotoCaptioning(photos: photos, shown: screen.shown)
                let edits = try await captioning.edits(by: template, datesIn: screens.library)
                // A canceled lookup finds no cameras and dates.
                if !Task.isCancelled { screens.stores.edits.edit(photos, edits) }
            } catch {
                guard !Task.isCancelled else { return }
                let failure = UserFacingText.failure(error)
                screens.notices.post(.failure(localized("The template doesn't fit: \(failure)")), about: .changes)
            }
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
