import Albums
import Localization

extension DetailSheet {
    /// The differences between photos, for users of a screen reader.
    ///
    /// - Parameter sheets: all that is known of each photo.
    init(comparing sheets: [DetailSheet]) {
        var labels: [String] = []
        for detail in sheets.flatMap(\.details) where !labels.contains(detail.label) { labels.append(detail.label) }
        let differences = labels.compactMap { label -> Detail? in
            let values = sheets.map { sheet in sheet.details.first { $0.label == label }?.value }
            guard Set(values).count > 1 else { return nil }
            let parts = zip(sheets, values).map { "\($0.title): \($1 ?? localized("unknown"))" }
            return Detail(label, parts.joined(separator: "; "))
        }
        self.init(
            title: localized(
                sheets.count, one: "\(sheets.count) photo compared", other: "\(sheets.count) photos compared"),
            subtitle: UserFacingText.list(sheets.map(\.title)),
            details: differences.isEmpty ? [Detail(localized("Differences"), localized("none"))] : differences)
    }
}
