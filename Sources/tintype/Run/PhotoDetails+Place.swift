import Albums
import Foundation
import Localization
import Places
import Synchronization

extension PhotoDetails {
    /// Returns these details with the name of the place, unless they have one.
    func namingPlace() -> PhotoDetails {
        var details = self
        details.locationName = locationName ?? coordinate.flatMap(Gazetteer.embedded.place)?.text
        return details
    }

    /// The names by which searches find the place, in lines: the one that is shown, those of the towns around, and the
    /// countries' in all languages of the interface.
    var searchedPlace: String? {
        guard let coordinate, let place = Gazetteer.embedded.place(at: coordinate) else { return locationName }
        let neighbors = Gazetteer.embedded.neighbors(of: coordinate)
        let countries = Set([place.countryCode] + neighbors.map(\.countryCode)).sorted()
        var names = [locationName, place.text].compactMap { $0 }
        // Most have the country of the place.
        names += neighbors.map { [$0.town, $0.state].compactMap { $0 }.joined(separator: ", ") }
        names += [place.englishCountry] + countries.flatMap { CountryNames.shared.names(of: $0) }
        return names.joined(separator: "\n")
    }
}

/// The names of countries in all languages of the interface. Foundation takes long for each.
private final class CountryNames: Sendable {
    static let shared = CountryNames()

    private let known = Mutex<[String: [String]]>([:])

    /// - Parameter code: two letters of ISO 3166-1.
    func names(of code: String) -> [String] {
        known.withLock { known in
            if let names = known[code] { return names }
            let names = Language.allCases.compactMap {
                Locale(identifier: $0.rawValue).localizedString(forRegionCode: code)
            }
            known[code] = Set(names).sorted()
            return known[code] ?? []
        }
    }
}

extension Place {
    /// The place in the language of the interface.
    fileprivate var text: String { text(locale: Catalog.current.language.rawValue) }
}
