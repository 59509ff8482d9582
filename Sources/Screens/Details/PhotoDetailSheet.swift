import Albums
import Basics
import CellArt
import FoundationEssentials
import Localization

/// The details of a photo that load on demand.
struct PhotoInformation: Sendable {
    var details: PhotoDetails
    let size: Result<PixelSize, any Error>
    /// Nil if the library couldn't provide it.
    let source: PictureSource?
    var pixels: ShownPixels?
    /// The photos with identical files.
    var identicalFiles: [IdenticalFile] = []
    /// Nil if not requested, or if the photo can't be decoded.
    let tones: ToneHistogram?

    /// Why only a thumbnail of a favorite is available; nil if the original is.
    var missingOriginal: PictureFailure? {
        if case .remote(let picture) = source { picture.missingOriginal } else { nil }
    }

    /// Queries the library and the picture file, and omits whatever either fails to provide.
    ///
    /// - Parameter countsTones: whether to count the tones of its pixels.
    init(of photo: Photo, in shown: ShownLibrary, countsTones: Bool = true) async {
        // Read this first: inspecting the file may load other pixels into memory.
        pixels = shown.pictures.shownPixels(photo)
        source = try? await shown.library.picture(of: photo)
        do {
            size = .success(try await shown.pictures.dimensions(photo))
        } catch {
            size = .failure(error)
        }
        tones = countsTones ? await shown.pictures.tones(photo) : nil
        let fromLibrary = try? await shown.library.details(of: photo)
        let embedded = try? await shown.pictures.details(photo)
        details = (fromLibrary ?? PhotoDetails()).completed(by: embedded ?? PhotoDetails())
        // The library knows a change before the file has been read again.
        if let assessment = shown.library.editing?.assessment(of: photo.id) { details.assessment = assessment }
    }

    /// Returns everything about a photo. Passes it to `early` without the identical files, for which files have to be read.
    @MainActor
    static func complete(
        of photo: Photo, in shown: ShownLibrary, early: @MainActor (PhotoInformation) -> Void = { _ in }
    ) async -> PhotoInformation {
        var information = await PhotoInformation(of: photo, in: shown)
        guard photo.file != nil else { return information }
        early(information)
        information.identicalFiles = await shown.library.folders?.files(identicalTo: photo) ?? []
        return information
    }
}

extension Photo {
    /// The facts beside the title, the most important first. Those of the file follow once it has been read; the earlier
    /// ones would otherwise move.
    func facts(_ details: PhotoDetails?) -> [String] {
        var facts = [attribution, day(details)]
        if let details {
            let exposure = details.exposure.line
            facts += [
                details.camera, exposure.isEmpty ? nil : exposure,
                attribution == nil ? author ?? details.author : nil,
            ]
        }
        return facts.compactMap { $0 }
    }

    /// The date from the list or the file. A date from the list is shown at once, so the other must not replace it.
    private func day(_ details: PhotoDetails?) -> String? {
        if dateKind == .taken, let date { return UserFacingText.moment(date, datePrecision) }
        guard let details else { return nil }
        return details.taken.map { UserFacingText.moment($0, details.takenPrecision) }
            ?? date.map { localized("modified \(UserFacingText.day($0))") }
    }
}

extension PhotoDetails {
    /// Returns the details of a photo on the screen, for its caption. Omits those that a service would have to be asked
    /// for, since requests are limited.
    init(shownBelow photo: Photo, in shown: ShownLibrary) async {
        self.init()
        let source = try? await shown.library.picture(of: photo)
        let needsRequest = if case .remote = source { true } else { false }
        if !needsRequest, let details = try? await shown.library.details(of: photo) { self = details }
        self = completed(by: (try? await shown.pictures.details(photo)) ?? PhotoDetails())
    }
}

extension DetailSheet {
    /// The known facts about a photo. `information` is nil until it has loaded.
    init(_ photo: Photo, _ information: PhotoInformation?) {
        let details = information?.details ?? PhotoDetails()
        let dateTaken =
            photo.dateKind == .taken ? photo.date.map { UserFacingText.moment($0, photo.datePrecision) } : nil
        let tags = photo.tags.isEmpty ? details.tags : photo.tags
        let about: [Detail?] = [
            // Most titles repeat the name of the file.
            Detail(localized("Title"), details.title == photo.title ? nil : details.title),
            Detail(localized("Headline"), details.headline),
            Detail(localized("Description"), photo.description ?? details.description),
            details.people.isEmpty ? nil : Detail(localized("People"), UserFacingText.list(details.people)),
            tags.isEmpty ? nil : Detail(localized("Tags"), UserFacingText.list(tags)),
            Detail(localized("Color label"), details.assessment.label),
            details.missingPackage.map { Detail(localized("Metadata"), localized("install \($0) to see all")) },
            Detail(localized("Author"), photo.author ?? details.author),
            Detail(localized("Copyright"), details.copyright),
            Detail(localized("Rating"), details.assessment.rating.map(UserFacingText.rating)),
            Detail(localized("Flag"), details.assessment.isPicked ? localized("pick") : nil),
            Detail(
                localized("Date"),
                details.taken == nil ? dateTaken : UserFacingText.taken(details)),
            Detail(localized("Modified"), photo.dateKind == .modified ? photo.date.map(UserFacingText.moment) : nil),
            Detail(localized("Camera"), details.camera),
            Detail(localized("Lens"), details.lens),
            // Without the type, an empty line would count as a value.
            Detail(localized("Exposure"), details.exposure.line as String?),
            details.focus.map { Detail(localized("Focus point"), $0.line) },
            Detail(localized("Length"), details.duration.map(UserFacingText.playingTime)),
            details.frameCount.map { Detail(localized("Frames"), localized("\($0), of which the first is shown")) },
            Detail(localized("Location"), details.locationName),
            Detail(localized("Coordinates"), details.coordinate.map(UserFacingText.coordinate)),
        ]
        let file: [Detail?] = [
            information.map { Detail(size: $0.size, of: $0.source) },
            Detail(localized("File size"), details.fileBytes.map(UserFacingText.fileSize)),
            information?.source.flatMap(Detail.init),
            Detail(
                localized("Identical to"), UserFacingText.paths(of: information?.identicalFiles.filter { !$0.isLink })),
            Detail(localized("Same file as"), UserFacingText.paths(of: information?.identicalFiles.filter(\.isLink))),
            information?.missingOriginal.map { Detail(localized("Original"), UserFacingText.failure($0)) },
            information?.pixels.map(Detail.init), information?.tones.map(Detail.init),
            Detail(localized("Library"), details.library),
            Detail(localized("Link"), photo.link),
            Detail(localized("Author's page"), photo.authorLink),
        ]
        self.init(
            title: photo.title, subtitle: photo.attribution ?? "",
            details: (about + file).compactMap { $0 })
        tones = information?.tones
    }
}

extension UserFacingText {
    /// The first path, followed by the number of the others: `Rome/IMG_2.jpg (+2)`; nil without any.
    fileprivate static func paths(of files: [IdenticalFile]?) -> String? {
        guard let files, let first = files.first else { return nil }
        return files.count == 1 ? first.path : "\(first.path) (+\(files.count - 1))"
    }
}

extension Detail {
    fileprivate init(size: Result<PixelSize, any Error>, of source: PictureSource?) {
        switch size {
        case .success(let size):
            if case .remote(let picture) = source, picture.missingOriginal != nil {
                self.init(localized("Source"), localized("stored thumbnail, \(UserFacingText.size(size))"))
            } else {
                self.init(localized("Dimensions"), UserFacingText.size(size))
            }
        case .failure(let error): self.init(localized("Dimensions"), UserFacingText.failure(error))
        }
    }

    /// The location of the picture; nil for a thumbnail that replaces a missing original.
    fileprivate init?(_ source: PictureSource) {
        switch source {
        case .file(let path): self.init(localized("File"), String(decoding: path, as: UTF8.self))
        case .generated: self.init(localized("Source"), localized("generated locally"))
        case .remote(let picture) where picture.missingOriginal != nil: return nil
        case .remote: self.init(localized("Source"), localized("downloaded"))
        }
    }

    /// The shares of the photo without detail in shadows and highlights.
    fileprivate init(_ tones: ToneHistogram) {
        let shadows = UserFacingText.percentage(tones.clippedShadows)
        let highlights = UserFacingText.percentage(tones.clippedHighlights)
        self.init(localized("Clipped"), localized("shadows \(shadows), highlights \(highlights)"))
    }

    /// The resolution and source of the picture on the screen.
    fileprivate init(_ pixels: ShownPixels) {
        let size = "\(pixels.width) \u{00D7} \(pixels.height)"
        let origin =
            switch pixels.origin {
            case .fullDecode: localized("\(size) (from all pixels)")
            case .scaledDecode(let factor): localized("\(size) (at 1/\(factor))")
            case .exifThumbnail: localized("\(size) (EXIF thumbnail)")
            case .cachedThumbnail: localized("\(size) (desktop thumbnail)")
            case .scaledByService: localized("\(size) (scaled by the service)")
            case .generated: localized("\(size) (generated)")
            }
        self.init(localized("Decoded"), pixels.wereInMemory ? localized("\(origin), cached") : origin)
    }
}

extension FocusPoint {
    /// `48% from the left, 37% from the top`.
    var line: String {
        func percent(_ fraction: Double) -> Int { Int((100 * fraction).rounded()) }
        return localized("\(percent(x))% from the left, \(percent(y))% from the top")
    }
}

extension Exposure {
    /// `f/5.6 1/500 s ISO 200 24 mm`, the notation of photographers everywhere; empty if nothing is known. No line
    /// break separates a number from its unit.
    var line: String {
        [
            aperture.map { "f/\(Self.number($0))" }, time.map { "\(Self.time($0))\u{00A0}s" },
            iso.map { "ISO\u{00A0}\($0)" }, focalLength.map { "\(Self.number($0))\u{00A0}mm" },
        ].compactMap { $0 }.joined(separator: " ")
    }

    /// Formats times under 0.3 s as fractions, in seconds.
    private static func time(_ seconds: Double) -> String {
        seconds < 0.3 ? "1/\(Int((1 / seconds).rounded()))" : number(seconds)
    }

    /// Formats up to two decimal places, without trailing zeros.
    private static func number(_ value: Double) -> String {
        let hundredths = (value * 100).rounded() / 100
        return hundredths == hundredths.rounded() ? String(Int(hundredths)) : String(hundredths)
    }
}
