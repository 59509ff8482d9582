import Localization
import TerminalUI

extension UserFacingText {
    /// Returns a failure and the key that retries, wrapped; a long failure is shortened, never the key.
    static func retriable(
        _ failure: String, with key: String, columns: Int, rows: Int = 1, _ repertoire: Repertoire
    ) -> [String] {
        lines(shortening: failure, columns: columns, rows: rows, repertoire) {
            localized("\($0) (press \(key) to retry)")
        }
    }

    /// Wraps a sentence that has a detail of any length in it, such as a search or an error. The detail is shortened
    /// until all of the sentence fits.
    static func lines(
        shortening detail: String, columns: Int, rows: Int = 1, _ repertoire: Repertoire,
        in sentence: (String) -> String
    ) -> [String] {
        func wrapped(_ detail: String) -> [String] {
            VisibleText(sentence(detail), repertoire: repertoire).wrapped(columns: columns, rows: rows + 1)
        }
        let all = wrapped(detail)
        guard all.count > rows else { return all }
        let detail = VisibleText(detail, repertoire: repertoire)
        let room = columns * rows - VisibleText(sentence(""), repertoire: repertoire).width
        for width in stride(from: room, to: 0, by: -1) {
            let lines = wrapped(detail.wrapped(columns: width, rows: 1).joined())
            if lines.count <= rows { return lines }
        }
        return VisibleText(sentence("\u{2026}"), repertoire: repertoire).wrapped(columns: columns, rows: rows)
    }
}
