/// The name of a photo's place, from the parts that metadata has.
enum LocationName {
    /// Joins parts such as a district, a city, a state and a country, without repetitions; nil without any.
    static func joined(_ parts: [String?]) -> String? {
        var names: [String] = []
        for case let name? in parts where !names.contains(name) { names.append(name) }
        return names.isEmpty ? nil : names.joined(separator: ", ")
    }
}
