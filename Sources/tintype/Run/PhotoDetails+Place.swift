import Albums
import Basics
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

    /// The names that find the place in searches, one per line: the displayed one, and those of the towns around.
    var searchedPlace: String? {
        let names = [locationName, coordinate.flatMap(SearchedPlaces.shared.names)?.towns].compactMap { $0 }
        return names.isEmpty ? nil : names.joined(separator: "\n")
    }

    /// The names of the countries around, in all languages of the interface, one per line.
    var searchedCountries: String? { coordinate.flatMap(SearchedPlaces.shared.names)?.countries }
}

/// The names of places for searches. Photos of one place share them, so each place is looked up once.
private final class SearchedPlaces: Sendable {
    static let shared = SearchedPlaces()

    struct Names {
        let towns: String
        let countries: String
    }

    /// About 100 m; the gazetteer is less exact.
    private struct Cell: Hashable {
        let latitude: Int
        let longitude: Int

        init(_ point: Address.Coordinate) {
            latitude = Int((point.latitude * 1000).rounded())
            longitude = Int((point.longitude * 1000).rounded())
        }
    }

    private static let maxCells = 20_000

    private let cells = Mutex<[Cell: Names?]>([:])

    /// Returns nil on the open sea.
    func names(at point: Address.Coordinate) -> Names? {
        let cell = Cell(point)
        if let names = cells.withLock({ $0[cell] }) { return names }
        let names = Gazetteer.embedded.place(at: point).map { place in
            let neighbors = Gazetteer.embedded.neighbors(of: point)
            // Most towns are in the country of the place.
            let towns = [place.text] + neighbors.map { [$0.town, $0.state].compactMap { $0 }.joined(separator: ", ") }
            let codes = Set([place.countryCode] + neighbors.map(\.countryCode)).sorted()
            let countries = [place.englishCountry] + codes.flatMap(CountryNames.embedded.names)
            return Names(towns: towns.joined(separator: "\n"), countries: countries.joined(separator: "\n"))
        }
        cells.withLock { cells in
            if cells.count >= Self.maxCells { cells = [:] }
            cells[cell] = .some(names)
        }
        return names
    }
}

extension Place {
    /// The place in the language of the interface.
    fileprivate var text: String { text(locale: Catalog.current.language.rawValue) }
}
