import TerminalUI

/// The questions that a terminal is asked when a session starts, and what its answers mean.
///
/// Nothing waits for them: a terminal that does not answer is drawn on as its name says.
enum TerminalQueries {
    /// What an answer says.
    enum Finding: Equatable {
        /// Name and version of the program that the terminal is.
        case program(String)
        case trueColor
        /// The background, an RGB color.
        case background(Color)
        /// The terminal's colors have changed, to a background of this kind.
        case newColors(Brightness)
        /// An answer without news.
        case nothing
        /// The last answer: every terminal gives it.
        case last
    }

    /// Name and version (XTVERSION), RGB colors (XTGETTCAP), background (OSC 11), and at last what all answer (DA1).
    static func bytes(through multiplexer: Multiplexer?) -> [UInt8] {
        Array("\u{1B}[>q\u{1B}P+q524742\u{1B}\\".utf8) + background(through: multiplexer)
    }

    /// The background, and what all answer. Where tmux does not answer itself, it may hand
    /// the question on.
    static func background(through multiplexer: Multiplexer?) -> [UInt8] {
        let question = "\u{1B}]11;?\u{1B}\\"
        return Array((question + (multiplexer == .tmux ? Multiplexer.passedOnByTmux(question) : "") + "\u{1B}[c").utf8)
    }

    /// What an answer says; nil when it answers no question of these.
    static func finding(in answer: TerminalAnswer) -> Finding? {
        switch answer {
        case .deviceControl(let text) where text.hasPrefix(">|"):
            .program(String(text.dropFirst(2)))
        case .deviceControl(let text) where text.hasPrefix("1+r524742"): .trueColor
        case .deviceControl(let text) where text.hasPrefix("0+r") || text.hasPrefix("1+r"): .nothing
        case .operatingSystem(let text) where text.hasPrefix("11;"):
            color(from: text.dropFirst(3)).map { .background($0) } ?? .nothing
        case .controlSequence("?997;1n"): .newColors(.dark)
        case .controlSequence("?997;2n"): .newColors(.light)
        case .controlSequence(let text) where text.hasPrefix("?") && text.hasSuffix("c"): .last
        default: nil
        }
    }

    /// `rgb:1e1e/1e1e/2e2e`, with one to four hexadecimal digits each, or `rgba:` with a fourth part.
    private static func color(from text: Substring) -> Color? {
        guard let colon = text.firstIndex(of: ":"), text[..<colon] == "rgb" || text[..<colon] == "rgba" else {
            return nil
        }
        let parts = text[text.index(after: colon)...].split(separator: "/").compactMap { part -> UInt8? in
            guard (1...4).contains(part.utf8.count), let value = Int(part, radix: 16), value >= 0 else { return nil }
            return UInt8(value * 255 / (1 << (4 * part.utf8.count) - 1))
        }
        return parts.count >= 3 ? .rgb(parts[0], parts[1], parts[2]) : nil
    }
}
