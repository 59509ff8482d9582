import Albums
import CellArt
import FoundationEssentials
import Localization
import TerminalUI

/// A labeled value, such as `Phone` and a number.
public struct Detail: Hashable, Sendable {
    public let label: String
    public let value: String

    public init(_ label: String, _ value: String) {
        self.label = label
        self.value = value
    }

    /// Returns nil if the value is missing or empty.
    init?(_ label: String, _ value: String?) {
        guard let value, !value.isEmpty else { return nil }
        self.init(label, value)
    }
}

/// A page of facts with a title and a subtitle.
public struct DetailSheet: Hashable, Sendable {
    public let title: String
    public let subtitle: String
    public let details: [Detail]
    /// The tones of a photo, to draw below the facts.
    var tones: ToneHistogram?

    public init(title: String, subtitle: String, details: [Detail]) {
        self.title = title
        self.subtitle = subtitle
        self.details = details
    }
}

extension DetailSheet {
    /// The facts about an owner. Totals and dates cover the whole library; only folders, which have a single owner,
    /// show them.
    init(_ owner: Owner, _ totals: LibraryTotals?, _ dates: ClosedRange<Date>? = nil) {
        let person = [
            Detail(localized("Username"), owner.username), Detail(localized("Email"), owner.email),
            Detail(localized("Phone"), owner.phone),
            Detail(localized("Website"), owner.website), Detail(localized("Company"), owner.company?.name),
            Detail(localized("Motto"), owner.company?.catchPhrase),
            Detail(localized("About"), owner.biography.map(VisibleText.withoutLineEnds)),
        ]
        self.init(
            title: owner.name, subtitle: owner.address.line,
            details: (Self.details(of: owner.address, totals, dates) + person).compactMap { $0 })
    }

    private static func details(
        of address: Address, _ totals: LibraryTotals?, _ dates: ClosedRange<Date>?
    ) -> [Detail?] {
        switch address {
        case .account(let user, let host, let path):
            [
                Detail(localized("Account"), user), Detail(localized("Host"), host), Detail(localized("Folder"), path),
                Detail(localized("Albums"), totals.map { String($0.albums) }),
                Detail(localized("Photos"), totals.map { String($0.photos) }),
                Detail(
                    localized("Date"),
                    dates.map {
                        localized("\(UserFacingText.day($0.lowerBound)) to \(UserFacingText.day($0.upperBound))")
                    }),
            ]
        case .postal(let address):
            [
                Detail(
                    localized("Street"), [address.street, address.suite].filter { !$0.isEmpty }.joined(separator: ", ")),
                Detail(
                    localized("City"), [address.zipcode, address.city].filter { !$0.isEmpty }.joined(separator: " ")),
                Detail(localized("Coordinates"), address.coordinate.map(UserFacingText.coordinate)),
            ]
        }
    }
}
