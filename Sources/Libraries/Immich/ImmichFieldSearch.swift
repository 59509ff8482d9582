import Albums
import Basics

/// Translates a search line to searches of the server, of which a photo has to match one.
///
/// The server compares whole names, such as those of cameras, so it is asked first which ones contain the text. Conditions
/// that it doesn't know are left out, as are those with a minus, except for favorites.
struct ImmichFieldSearch {
    let service: ImmichService
    let version: ImmichVersion

    private typealias Option = (inout ImmichSearch) -> Void

    /// The number of searches that one line may need.
    private static let maxSearches = 8

    /// - Throws: `LibraryFailure`, or `CancellationError`.
    func searches(for query: SearchQuery) async throws -> [ImmichSearch] {
        var first = ImmichSearch()
        first.confine(to: nil, version: version)
        let words = query.conditions.compactMap { condition -> String? in
            if case .word(let word) = condition.test, !condition.isNegated { word.text } else { nil }
        }
        if !words.isEmpty { first.words = words.joined(separator: " ") }
        var searches = query.mistake == nil ? [first] : []
        for condition in query.conditions where !condition.isNegated || condition.test == .favorite {
            guard let options = try await options(for: condition) else { continue }
            searches = Array(
                searches.lazy.flatMap { search in
                    options.map { option in
                        var search = search
                        option(&search)
                        return search
                    }
                }.prefix(Self.maxSearches))
        }
        return searches
    }

    /// Returns the ways in which a photo can meet a condition; nil for a condition that isn't translated.
    private func options(for condition: SearchCondition) async throws -> [Option]? {
        switch condition.test {
        case .text(let field, let word): try await options(for: field, word)
        case .date(let dates), .period(let dates, _):
            // The server compares points in time, which differ from local ones by up to 14 hours.
            [
                {
                    $0.confine(
                        to: dates.lowerBound.timeIntervalSince1970 - 50_400...dates.upperBound.timeIntervalSince1970
                            + 50_400)
                }
            ]
        case .rating(let ratings):
            (1...5).filter(ratings.contains).map { stars in { $0.confine("rating", to: .number(Double(stars))) } }
        case .kind(let kind):
            [{ $0.confine("type", to: kind == .video ? "VIDEO" : "IMAGE") }]
        case .favorite: [{ $0.confine("isFavorite", to: .bool(!condition.isNegated)) }]
        default: nil
        }
    }

    private func options(for field: SearchField, _ word: FoldedText) async throws -> [Option]? {
        switch field {
        case .camera:
            try await values("camera-make", word, "make") + values("camera-model", word, "model")
        case .lens:
            version.suggestsLenses ? try await values("camera-lens-model", word, "lensModel") : nil
        case .place:
            try await values("city", word, "city") + values("state", word, "state") + values("country", word, "country")
        case .person:
            try await service.get(
                LossyArray<ImmichPeople.Person>.self, ["search", "person"], [("name", word.text)]
            ).elements.map { person in { $0.confine("personIds", toElement: person.id.text) } }
        case .tag:
            try await service.get(LossyArray<ImmichTag>.self, ["tags"]).elements.filter { tag in
                FoldedText(tag.value.text).contains(word)
            }.map { tag in { $0.confine("tagIds", toElement: tag.id.text) } }
        default: nil
        }
    }

    /// Returns an option for each value of the server that contains a text.
    private func values(_ kind: String, _ word: FoldedText, _ field: String) async throws -> [Option] {
        try await service.get(LossyArray<BoundedText>.self, ["search", "suggestions"], [("type", kind)]).elements
            .filter { FoldedText($0.text).contains(word) }
            .map { value in { $0.confine(field, to: .string(value.text)) } }
    }
}
