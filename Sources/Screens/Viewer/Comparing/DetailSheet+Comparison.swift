import Albums
import Basics
import CellArt
import Localization

extension DetailSheet {
    /// The differences between photos, for users of a screen reader.
    ///
    /// - Parameters:
    ///   - sheets: all that is known of each photo.
    ///   - pixels: the measurements of their pixels; nil while these are outstanding.
    init(comparing sheets: [DetailSheet], _ pixels: ComparedPixels? = nil) {
        var labels: [String] = []
        for detail in sheets.flatMap(\.details) where !labels.contains(detail.label) { labels.append(detail.label) }
        let differences = labels.compactMap { label in
            Self.difference(label, sheets, sheets.map { sheet in sheet.details.first { $0.label == label }?.value })
        }
        let sharpness = pixels.flatMap { pixels in
            Self.difference(
                localized("Sharpness"), sheets, pixels.sharpness.map { $0.map(UserFacingText.sharpnessInFull) })
        }
        let pictures = pixels.flatMap { pixels -> Detail? in
            let parts = zip(sheets, pixels.shares).dropFirst().compactMap { sheet, share in
                share.map { "\(sheet.title): \(UserFacingText.difference($0, from: sheets[0].title))" }
            }
            return parts.isEmpty ? nil : Detail(localized("Picture"), parts.joined(separator: "; "))
        }
        let all = [sharpness].compactMap { $0 } + differences
        self.init(
            title: localized(
                sheets.count, one: "\(sheets.count) photo compared", other: "\(sheets.count) photos compared"),
            subtitle: UserFacingText.list(sheets.map(\.title)),
            details: (all.isEmpty && pictures == nil ? [Detail(localized("Differences"), localized("none"))] : all)
                + [pictures].compactMap { $0 })
    }

    /// Returns a fact that isn't the same about all photos; nil for others.
    private static func difference(_ label: String, _ sheets: [DetailSheet], _ values: [String?]) -> Detail? {
        guard Set(values).count > 1 else { return nil }
        let parts = zip(sheets, values).map { "\($0.title): \($1 ?? localized("unknown"))" }
        return Detail(label, parts.joined(separator: "; "))
    }
}

/// Measurements of the pixels of compared photos, made without showing the photos.
struct ComparedPixels: Sendable {
    /// From 0 to 1, in the middle of each photo at actual size; nil if it can't be measured.
    let sharpness: [Double?]
    /// The share in which each photo differs from the first one; nil for photos of another shape.
    let shares: [Double?]

    /// The grid of cells in which photos are compared, 256 x 192 pixels.
    private static let (columns, rows) = (64, 24)
    /// The maximum difference of the aspect ratios of photos that show the same.
    private static let maxSkew = 0.02

    /// Decodes the photos one after another. Without some, the others are compared.
    init(of photos: [Photo], in pictures: PicturePort) async {
        var (middles, views, aspects): ([Bitmap?], [Bitmap?], [Double?]) = ([], [], [])
        for photo in photos {
            let size = try? await pictures.dimensions(photo)
            let whole = size.map { PixelRect(x: 0, y: 0, width: Double($0.width), height: Double($0.height)) }
            aspects.append(whole.flatMap { $0.height > 0 ? $0.width / $0.height : nil })
            // At actual size first, from which the coarser one is made.
            middles.append(await Self.sample(.middle, of: whole?.middle(Self.columns), of: photo, in: pictures)?.middle)
            views.append(await Self.sample(.view, of: whole, of: photo, in: pictures)?.view)
        }
        sharpness = await Self.sharpness(of: middles)
        shares = await Self.shares(of: views, aspects)
    }

    private static func sample(
        _ part: ViewSample.Parts, of rect: PixelRect?, of photo: Photo, in pictures: PicturePort
    ) async -> ViewSample? {
        guard let rect else { return nil }
        return await pictures.sample(part, of: rect, of: photo, columns: columns, rows: rows)
    }

    private nonisolated static func sharpness(of middles: [Bitmap?]) async -> [Double?] {
        Sharpness.of(middles)
    }

    private nonisolated static func shares(of views: [Bitmap?], _ aspects: [Double?]) async -> [Double?] {
        zip(views, aspects).map { view, aspect in
            guard let view, let aspect, let first = views[0], let firstAspect = aspects[0],
                abs(aspect / firstAspect - 1) < maxSkew
            else { return nil }
            return PictureDifference(of: view, from: first)?.share
        }
    }
}

extension PixelRect {
    /// A part in the middle, of as many pixels across and twice as many down.
    fileprivate func middle(_ side: Int) -> PixelRect {
        let (width, height) = (min(width, Double(side)), min(height, Double(2 * side)))
        return PixelRect(
            x: x + (self.width - width) / 2, y: y + (self.height - height) / 2, width: width, height: height)
    }
}
