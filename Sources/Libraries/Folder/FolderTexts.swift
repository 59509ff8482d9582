import Albums
import Synchronization

/// The texts of a library's photos, folded for search. Each text is stored once, and photos refer to it by number,
/// because thousands of photos share a camera, keywords and a place.
final class FolderTexts: Sendable {
    /// The number of a text; 0 is the empty one.
    typealias Number = UInt32

    private struct State {
        var texts = FoldedTextList([FoldedText("")])
        /// The first spelling of each text that isn't folded.
        var spellings: [Number: String] = [:]
        /// The number of a folded text, by its hash; another text with this hash is stored again.
        var numbers: [Int: Number] = [:]
        /// The numbers of texts that are asked for often, so that they aren't folded each time.
        var recent: [String: Number] = [:]
        /// The colors of label texts, as far as they have been looked up.
        var labelColors: [Number: ColorLabel?] = [:]
        /// Which texts contain the words of the last searches.
        var found: [FoldedText: [Bool]] = [:]
    }

    private let state = Mutex(State())
    /// The names of color labels.
    let labelNames: LabelNames

    init(labelNames: LabelNames = .default) {
        self.labelNames = labelNames
    }

    /// The memory for texts. The words of further ones aren't found.
    private static let maxSize = 64 << 20
    private static let maxRecent = 2000
    /// Longer texts aren't values to choose from.
    private static let maxSpellingBytes = 1000
    /// More than a search has words.
    private static let maxFound = 16

    /// Returns the number of a text.
    func number(of text: String?) -> Number {
        guard let text, !text.isEmpty else { return 0 }
        return state.withLock { state in
            if let number = state.recent[text] { return number }
            let number = Self.number(of: text, in: &state)
            if state.recent.count >= Self.maxRecent { state.recent = [:] }
            state.recent[text] = number
            return number
        }
    }

    private static func number(of text: String, in state: inout State) -> Number {
        let folded = FoldedText(text)
        let hash = folded.bytes.hashValue
        if let number = state.numbers[hash], state.texts[Int(number)].elementsEqual(folded.bytes) { return number }
        guard state.texts.size + folded.bytes.count < maxSize else { return 0 }
        let number = Number(state.texts.count)
        state.texts.append(folded)
        state.numbers[hash] = number
        state.found = [:]
        if text.utf8.count <= maxSpellingBytes, !text.utf8.elementsEqual(folded.bytes) {
            state.spellings[number] = text
        }
        return number
    }

    /// Returns the folded text with a number.
    func text(_ number: Number) -> String {
        state.withLock { String(decoding: $0.texts[Int(number)], as: UTF8.self) }
    }

    /// Returns the text with a number as it was spelled first.
    func spelling(_ number: Number) -> String {
        state.withLock { $0.spellings[number] ?? String(decoding: $0.texts[Int(number)], as: UTF8.self) }
    }

    /// Returns the color of the label with a number; nil without a label, and for one that has no color.
    func labelColor(_ number: Number) -> ColorLabel? {
        guard number != 0 else { return nil }
        if let known = state.withLock({ $0.labelColors[number] }) { return known }
        let color = ColorLabel(name: spelling(number), names: labelNames)
        state.withLock { $0.labelColors[number] = .some(color) }
        return color
    }

    /// For each text, returns whether it contains a word.
    func containing(_ word: FoldedText) -> [Bool] {
        state.withLock { state in
            if let found = state.found[word] { return found }
            let found = state.texts.containing(word)
            if state.found.count >= Self.maxFound { state.found = [:] }
            state.found[word] = found
            return found
        }
    }
}
