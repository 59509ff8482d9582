import Albums
import FoundationEssentials
import Localization

extension FactSheet {
    /// Everything that is known of a photo; its size and what its pixels are made from are known only when asked for.
    init(_ photo: Photo, size: Fact?, picture: Fact?) {
        let facts = [
            Fact(localized("Description"), photo.description), Fact(localized("Tags"), Words.list(photo.tags)),
            Fact(localized("Author"), photo.author), Fact(localized("Date"), photo.date.map(Self.text)),
            size, picture, Fact(localized("Link"), photo.link), Fact(localized("Author's page"), photo.authorLink),
        ]
        self.init(title: photo.title, subtitle: photo.attribution ?? photo.author ?? "", facts: facts.compactMap { $0 })
    }

    /// `2024-05-12 17:03`, in UTC.
    private static func text(_ date: Date) -> String {
        let text = date.formatted(
            .iso8601.year().month().day().dateTimeSeparator(.space).time(includingFractionalSeconds: false))
        return String(text.dropLast(3))
    }
}

extension Fact {
    /// A photo's size.
    init(_ dimensions: PictureDimensions) {
        self.init(
            localized("Size"),
            localized("\(ungrouped: dimensions.width) \u{00D7} \(ungrouped: dimensions.height) pixels"))
    }

    /// Where the pixels come from.
    init(_ source: PictureSource) {
        switch source {
        case .file(let path): self.init(localized("File"), String(decoding: path, as: UTF8.self))
        case .painting: self.init(localized("Picture"), localized("painted here, without a request"))
        case .remote: self.init(localized("Picture"), localized("fetched over the network"))
        }
    }
}
