import Albums
import Localization

/// New names for photos: a typed one for a single photo, or those of a pattern for several.
@MainActor
final class PhotoNaming {
    typealias Names = [(photo: Photo, name: String)]

    private let photos: [Photo]
    private let shown: ShownLibrary
    private let files: FilesStore
    /// The cameras that have loaded.
    private var cameras: [Photo.ID: String] = [:]

    init(_ photos: [Photo], in shown: ShownLibrary, files: FilesStore) {
        self.photos = photos
        self.shown = shown
        self.files = files
    }

    /// The prompt, which shows what would become of each photo.
    var prompt: Prompt<Names> {
        let isPattern = photos.count > 1
        return Prompt(
            title: localized("Rename \(UserFacingText.title(of: photos))"), label: localized("Name:") + " ",
            text: isPattern ? "{date:%Y-%m-%d}_{n:3}" : photos[0].stem,
            help: isPattern ? localized("Placeholders: \(RenamePattern.placeholders)") : nil,
            hint: localized("rename", context: "hint"), reading: .whileTyping { await self.check($0) })
    }

    /// Computes the names, and finds those already taken.
    private func check(_ text: String) async -> Prompt<Names>.Checked {
        let named = await names(for: text)
        let names = named.compactMap { photo, name in (try? name.get()).map { (photo: photo, name: $0) } }
        let refusals = await files.refusals(of: names)
        let lines = named.map { photo, name in
            switch name {
            case .success(let new):
                Prompt<Names>.Line(
                    from: photo.stem, to: new, problem: refusals[photo.id].map(UserFacingText.failure))
            case .failure(let failure): Prompt<Names>.Line(from: photo.stem, to: nil, problem: failure.text)
            }
        }
        let problems = lines.filter(\.isProblem)
        return .init(
            lines: problems + lines.filter { !$0.isProblem },
            answer: problems.isEmpty ? .success(names) : .failure(.namesImpossible))
    }

    private func names(
        for text: String
    ) async -> [(photo: Photo, name: Result<String, RenamePattern.Failure>)] {
        // A single photo gets the typed name, without a pattern.
        guard photos.count > 1 else { return photos.map { ($0, .success(text)) } }
        do throws(RenamePattern.Failure) {
            let pattern = try RenamePattern(text)
            if pattern.needsCamera { await loadCameras() }
            let names = photos.enumerated().map { number, photo in
                Result { () throws(RenamePattern.Failure) in
                    try pattern.name(of: photo, named: photo.stem, number: number + 1, camera: cameras[photo.id])
                }
            }
            return Array(zip(photos, pattern.distinct(names)))
        } catch {
            return photos.map { ($0, .failure(error)) }
        }
    }

    private func loadCameras() async {
        for photo in photos where cameras[photo.id] == nil {
            guard !Task.isCancelled else { return }
            cameras[photo.id] = await PhotoInformation(of: photo, in: shown, countsTones: false).details.camera ?? ""
        }
    }
}

extension Prompt.Line {
    /// - Parameters:
    ///   - new: nil if the pattern gives the photo no name.
    ///   - problem: why the photo can't have the name.
    fileprivate init(from old: String, to new: String?, problem: String?) {
        let names = [old, new].compactMap { $0 }.joined(separator: " \u{2192} ")
        self.init(text: problem.map { "\(names): \($0)" } ?? names, isProblem: problem != nil)
    }
}

extension RenamePattern.Failure {
    fileprivate var text: String {
        switch self {
        case .unknownPlaceholder(let text): localized("unknown placeholder \(text)")
        case .noDate: localized("its date is unknown")
        case .noCamera: localized("its camera is unknown")
        }
    }
}

extension Photo {
    /// The name of its file without the extension; its title if it is no file.
    fileprivate var stem: String {
        guard let name = file?.split(separator: UInt8(ascii: "/")).last else { return title }
        let end = name.lastIndex(of: UInt8(ascii: ".")).flatMap { $0 == name.startIndex ? nil : $0 } ?? name.endIndex
        return String(decoding: name[..<end], as: UTF8.self)
    }
}
