import TerminalUI
import Testing

@testable import CursesTerminal

/// A terminal that answers as a real one has, without what the environment says of it: the state over SSH.
///
/// Recorded in Debian 12, of the programs in its packages, except for Alacritty's DA2, which is from its source. A query
/// without an answer is missing.
struct RecordedTerminal: CustomTestStringConvertible, Sendable {
    let name: String
    var term = "xterm-256color"
    /// Answers by their queries, both without `ESC [`.
    let answers: [String: String]
    /// The answers to XTVERSION, DA3, XTGETTCAP and DECRQSS, without `ESC P`.
    var strings: [String: String] = [:]

    var testDescription: String { name }

    static let vte = RecordedTerminal(
        name: "VTE 0.70.6",
        answers: ["c": "?65;1;9c", ">c": ">65;7006;1c", "14t": "4;760;1200t", "18t": "8;40;120t"],
        strings: ["[=c": "!|7E565445", "P$qm": "0$r"])
    static let xterm = RecordedTerminal(
        name: "xterm 379", answers: ["c": "?64;1;2;6;9;15;16;17;18;21;22;28c", ">c": ">41;379;0c"],
        strings: ["[>q": ">|XTerm(379)", "[=c": "!|00000000", "P$qm": "1$r0;48:2::1:2:3m"])
    static let vt340 = RecordedTerminal(
        name: "xterm -ti vt340", answers: ["c": "?63;1;2;4;6;9;15;16;22;28c", ">c": ">19;379;0c"],
        strings: ["[>q": ">|XTerm(379)", "P$qm": "1$r0;48:2::1:2:3m"])
    static let foot = RecordedTerminal(
        name: "foot 1.13.1",
        answers: ["c": "?62;4;22c", "14t": "4;768;1095t", "16t": "6;12;5t", "18t": "8;64;219t", "?u": "?0u"],
        strings: ["[>q": ">|foot(1.13.1)", "P+q524742": "1+r524742=38", "P$qm": "1$r0;48:2::1:2:3m"])
    static let kitty = RecordedTerminal(
        name: "kitty 0.26.5", term: "xterm-kitty",
        answers: ["c": "?62;c", "14t": "4;720;1080t", "16t": "6;18;9t", "18t": "8;40;120t", "?u": "?0u"],
        strings: ["[>q": ">|kitty(0.26.5)", "P+q524742": "0+r524742", "P$qm": "1$r48:2:1:2:3m"])
    static let konsole = RecordedTerminal(
        name: "Konsole 22.12.3",
        answers: ["c": "?62;1;4c", "14t": "4;714;1072t", "16t": "6;17;8t", "18t": "8;42;134t"],
        strings: ["[>q": ">|Konsole 22.12.3"])
    static let mlterm = RecordedTerminal(
        name: "mlterm 3.9.0", term: "mlterm",
        answers: [
            "c": "?63;1;2;3;4;6;7;15;18;22;29c", ">c": ">24;279;0c", "14t": "4;456;960t", "16t": "6;19;12t",
            "18t": "8;24;80t",
        ], strings: ["[=c": "!|000000", "P+q524742": "0+r", "P$qm": "1$r0;48;5;16m"])
    static let rxvt = RecordedTerminal(
        name: "rxvt-unicode 9.30", term: "rxvt-unicode-256color",
        answers: ["c": "?1;2c", ">c": ">85;95;0c", "14t": "4;764;1096t", "18t": "8;40;108t"])
    static let qterminal = RecordedTerminal(name: "QTerminal 1.2.0", answers: ["c": "?1;2c", ">c": ">0;115;0c"])
    static let alacritty = RecordedTerminal(
        name: "Alacritty 0.11", answers: ["c": "?6c", ">c": ">0;1700;1c", "14t": "4;774;1098t", "18t": "8;43;122t"])
    static let st = RecordedTerminal(name: "st 0.9", term: "st-256color", answers: ["c": "?6c"])
    static let screen = RecordedTerminal(
        name: "GNU screen 4.9.0", term: "screen", answers: ["c": "?1;2c", ">c": ">83;40900;0c"])
    static let tmux = RecordedTerminal(
        name: "tmux 3.3a", term: "screen", answers: ["c": "?1;2c", ">c": ">84;0;0c", "18t": "8;80;23t"],
        strings: ["[>q": ">|tmux 3.3a"])

    /// Returns what is known after the answers to all queries.
    func known(in environment: [String: String] = [:]) throws -> KnownTerminal {
        let environment = ["TERM": term, "LANG": "C.UTF-8"].merging(environment) { $1 }
        var known = KnownTerminal(
            try TerminalDescription(environment: environment), environment: environment, ascii: false, colors: nil,
            graphics: .auto, window: nil)
        var queries = known.colorQueries + known.queries
        while !queries.isEmpty {
            var decoder = InputDecoder()
            let findings = decoder.decode(replies(to: queries)).compactMap { event -> TerminalQueries.Finding? in
                guard case .response(let response) = event else { return nil }
                return TerminalQueries.finding(in: response)
            }
            queries = findings.flatMap { known.apply($0) }
        }
        return known
    }

    /// Returns the answers to queries, in their order.
    private func replies(to queries: [UInt8]) -> [UInt8] {
        let text = String(decoding: queries, as: UTF8.self)
        let known =
            answers.map { ("\u{1B}[\($0)", "\u{1B}[\($1)") }
            + strings.map {
                ("\u{1B}\($0)" + ($0.hasPrefix("P") ? "\u{1B}\\" : ""), "\u{1B}P\($1)\u{1B}\\")
            }
        return known.flatMap { query, answer in text.ranges(of: query).map { ($0.lowerBound, answer) } }
            .sorted { $0.0 < $1.0 }.flatMap { Array($0.1.utf8) }
    }
}
