import Albums
import FoundationEssentials
import Localization
import TerminalUI

extension FactSheet {
    /// The facts about an owner. Totals and dates cover the whole library; only folders, which have a single owner,
    /// show them.
    init(_ owner: Owner, _ totals: LibraryTotals?, _ dates: ClosedRange<Date>? = nil) {
        let person = [
            Fact(localized("Username"), owner.username), Fact(localized("Email"), owner.email),
            Fact(localized("Phone"), owner.phone),
            Fact(localized("Website"), owner.website), Fact(localized("Company"), owner.company?.name),
            Fact(localized("Motto"), owner.company?.catchPhrase),
            Fact(localized("About"), owner.biography.map(VisibleText.withoutLineEnds)),
        ]
        self.init(
            title: owner.name, subtitle: owner.address.line,
            facts: (Self.facts(of: owner.address, totals, dates) + person).compactMap { $0 })
    }

    private static func facts(
        of address: Address, _ totals: LibraryTotals?, _ dates: ClosedRange<Date>?
    ) -> [Fact?] {
        switch address {
        case .account(let user, let host, let path):
            [
                Fact(localized("Account"), user), Fact(localized("Host"), host), Fact(localized("Folder"), path),
                Fact(localized("Albums"), totals.map { String($0.albums) }),
                Fact(localized("Photos"), totals.map { String($0.photos) }),
                Fact(localized("Not shown"), totals.map { Words.kinds(of: $0.unshown) }),
                Fact(
                    localized("Modified"),
                    dates.map { localized("\(Words.day($0.lowerBound)) to \(Words.day($0.upperBound))") }),
            ]
        case .place(let place):
            [
                Fact(localized("Street"), [place.street, place.suite].filter { !$0.isEmpty }.joined(separator: ", ")),
                Fact(localized("City"), [place.zipcode, place.city].filter { !$0.isEmpty }.joined(separator: " ")),
                Fact(localized("Coordinates"), place.coordinate.map(Words.coordinate)),
            ]
        }
    }
}
