import Albums
import FoundationEssentials
import Localization

extension FactSheet {
    /// The known facts about a photo. `information` is nil until it has loaded.
    init(_ photo: Photo, _ information: PhotoInformation?) {
        let details = information?.details ?? PhotoDetails()
        let tags = photo.tags.isEmpty ? details.tags : photo.tags
        let about: [Fact?] = [
            Fact(localized("Description"), photo.description ?? details.description),
            tags.isEmpty ? nil : Fact(localized("Tags"), Words.list(tags)),
            Fact(localized("Author"), photo.author ?? details.author),
            Fact(localized("Taken"), details.taken.map(Words.moment)),
            Fact(photo.dateKind == .modified ? localized("Modified") : localized("Date"), photo.date.map(Words.moment)),
            Fact(localized("Camera"), details.camera),
            Fact(localized("Lens"), details.lens),
            Fact(localized("Exposure"), details.exposure.line), Fact(localized("Place"), details.place),
            Fact(localized("Coordinates"), details.coordinate.map(Words.coordinate)),
        ]
        let file: [Fact?] = [
            information.map { Fact(size: $0.size, of: $0.source) }, information?.source.flatMap(Fact.init),
            information?.missingOriginal.map { Fact(localized("Original"), Words.failure($0)) },
            information?.pixels.map(Fact.init), Fact(localized("Library"), details.library),
            Fact(localized("Link"), photo.link),
            Fact(localized("Author's page"), photo.authorLink),
        ]
        self.init(
            title: photo.title, subtitle: photo.attribution ?? photo.author ?? "",
            facts: (about + file).compactMap { $0 })
    }
}

extension Fact {
    fileprivate init(size: Result<PictureDimensions, any Error>, of source: PictureSource?) {
        switch size {
        case .success(let size):
            if case .remote(let picture) = source, picture.missingOriginal != nil {
                self.init(localized("Picture"), localized("the thumbnail that was kept: \(Words.size(size))"))
            } else {
                self.init(localized("Size"), Words.size(size))
            }
        case .failure(let error): self.init(localized("Size"), Words.failure(error))
        }
    }

    /// The location of the picture; nil for a thumbnail that replaces a missing original.
    fileprivate init?(_ source: PictureSource) {
        switch source {
        case .file(let path): self.init(localized("File"), String(decoding: path, as: UTF8.self))
        case .painting: self.init(localized("Picture"), localized("painted here, without a request"))
        case .remote(let picture) where picture.missingOriginal != nil: return nil
        case .remote: self.init(localized("Picture"), localized("fetched over the network"))
        }
    }

    /// The resolution and source of the picture on the screen.
    fileprivate init(_ pixels: ShownPixels) {
        let size = "\(pixels.width) \u{00D7} \(pixels.height)"
        let origin =
            switch pixels.origin {
            case .fullDecode: localized("\(size), decoded in full")
            case .scaledDecode(let factor): localized("\(size), decoded at 1/\(factor) of the size")
            case .scaledByService: localized("\(size), made smaller by the service")
            case .painted: localized("\(size), painted")
            }
        self.init(localized("Shown pixels"), pixels.wereInMemory ? localized("\(origin), from memory") : origin)
    }
}
