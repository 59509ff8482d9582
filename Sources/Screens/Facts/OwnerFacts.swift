import Albums
import FoundationEssentials

extension FactSheet {
    /// Everything that is known of an owner; totals and dates are those of the whole library, which is a folder's own.
    init(_ owner: Owner, _ totals: LibraryTotals?, _ dates: ClosedRange<Date>? = nil) {
        let person = [
            Fact("Username", owner.username), Fact("E-mail", owner.email), Fact("Phone", owner.phone),
            Fact("Website", owner.website), Fact("Company", owner.company?.name),
            Fact("Motto", owner.company?.catchPhrase), Fact("About", owner.biography),
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
                Fact("Account", user), Fact("Host", host), Fact("Folder", path),
                Fact("Albums", totals.map { String($0.albums) }), Fact("Photos", totals.map { String($0.photos) }),
                Fact("Dates of files", dates.map { "\(day($0.lowerBound)) to \(day($0.upperBound))" }),
            ]
        case .place(let place):
            [
                Fact("Street", [place.street, place.suite].filter { !$0.isEmpty }.joined(separator: ", ")),
                Fact("City", [place.zipcode, place.city].filter { !$0.isEmpty }.joined(separator: " ")),
                Fact("Coordinates", place.coordinate.map { "\($0.latitude), \($0.longitude)" }),
            ]
        }
    }

    /// `2024-05-12`, in UTC.
    private static func day(_ date: Date) -> String {
        date.formatted(.iso8601.year().month().day())
    }
}
