import Albums
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
