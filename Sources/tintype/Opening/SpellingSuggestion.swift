/// The name that a misspelled one probably stands for.
struct SpellingSuggestion {
    let text: String

    /// Returns nil unless one of the names is close to the typed one. A name may end in a colon, as schemes do.
    init?(for typed: String, among names: [String]) {
        let typed = Array(typed.lowercased().prefix(Self.maxLength))
        func distance(to name: String) -> Int {
            let letters = Array(name.lowercased())
            return min(
                Self.distance(from: typed, to: letters),
                letters.last == ":" ? Self.distance(from: typed, to: letters.dropLast()) : .max)
        }
        let distances = names.map { (name: $0, distance: distance(to: $0)) }
        guard let closest = distances.min(by: { $0.distance < $1.distance }),
            closest.distance <= max(1, typed.count / 3)
        else { return nil }
        text = closest.name
    }

    /// Longer than any name.
    private static let maxLength = 100

    /// Returns the number of letters that are missing, added, replaced, or swapped with their neighbor (optimal string
    /// alignment).
    private static func distance(from typed: [Character], to name: some Sequence<Character>) -> Int {
        /// The distances between the beginnings of `typed` and the name before the last letter, and before that one.
        var (previous, beforePrevious) = (Array(0...typed.count), [Int]())
        var previousLetter: Character?
        for (row, letter) in name.enumerated() {
            var current = [row + 1]
            for (column, other) in typed.enumerated() {
                var best = min(
                    previous[column] + (letter == other ? 0 : 1), previous[column + 1] + 1, current[column] + 1)
                if column > 0, !beforePrevious.isEmpty, letter == typed[column - 1], previousLetter == other {
                    best = min(best, beforePrevious[column - 1] + 1)
                }
                current.append(best)
            }
            (previous, beforePrevious, previousLetter) = (current, previous, letter)
        }
        return previous[typed.count]
    }
}
