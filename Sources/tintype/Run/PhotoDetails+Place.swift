import Albums
import Localization
import Places

extension PhotoDetails {
    /// Returns these details with the name of the place, unless they have one.
    func namingPlace() -> PhotoDetails {
        var details = self
        details.locationName = locationName ?? coordinate.flatMap(Gazetteer.embedded.place)?.text
        return details
    }

    /// The names by which searches find the place: those in the language of the interface and, if it differs, the
    /// country's in English.
    var searchedPlace: String? {
        guard let place = coordinate.flatMap(Gazetteer.embedded.place) else { return locationName }
        let names: [String?] = [locationName, place.text, place.englishCountry]
        return names.compactMap { $0 }.joined(separator: "\n")
    }
}

extension Place {
    /// The place in the language of the interface.
    fileprivate var text: String { text(locale: Catalog.current.language.rawValue) }
}
