import CTextWidth

/// A line of text that is safe to display: it can't move the cursor, and the width of every character is known.
public struct VisibleText: Sendable, Equatable {
    /// A character with its combining marks, one or two columns wide.
    public struct Glyph: Sendable, Equatable {
        public let scalar: Unicode.Scalar
        /// At most four, the capacity of an ncurses cell.
        public let marks: [Unicode.Scalar]
        /// 1 or 2.
        public let width: Int
    }

    private let text: String
    private let repertoire: Repertoire

    /// Replaces control and format characters by visible substitutes, and characters that the C library doesn't know by
    /// U+FFFD.
    public init(_ text: String, repertoire: Repertoire = .unicode) {
        self.text = text
        self.repertoire = repertoire
    }

    /// The glyphs of the whole text.
    public var glyphs: [Glyph] { Self.glyphs(of: text.unicodeScalars, repertoire) }

    /// Returns the first glyphs of a text: all of them, or just enough to exceed `columns` columns.
    ///
    /// Reads only that much of the text, and stops at an endless run of combining marks.
    static func glyphs(
        of scalars: some Sequence<Unicode.Scalar>, columns: Int = .max, _ repertoire: Repertoire
    ) -> [Glyph] {
        var glyphs: [Glyph] = []
        var printable = PrintableScalars()
        var width = 0
        // Scripts that stack marks have a few per letter.
        var marksLeft = columns < .max / 32 ? 16 * (columns + 1) : Int.max
        for scalar in scalars {
            let glyph: Glyph
            if repertoire == .ascii {
                let substitute = Self.asciiSubstitute(for: scalar)
                if substitute.isEmpty { marksLeft -= 1 }
                guard marksLeft > 0, width <= columns else { return glyphs }
                glyphs += substitute.map { Glyph(scalar: $0, marks: [], width: 1) }
                width += substitute.count
                continue
            }
            let shown = printable.next(scalar)
            if shown != scalar || shown.isASCII {
                glyph = Glyph(scalar: shown, marks: [], width: 1)
            } else {
                switch text_width_of_scalar(scalar.value) {
                case 0:
                    marksLeft -= 1
                    guard marksLeft > 0 else { return glyphs }
                    if let last = glyphs.last, last.marks.count < 4 {
                        glyphs[glyphs.count - 1] = Glyph(
                            scalar: last.scalar, marks: last.marks + [scalar], width: last.width)
                    }
                    continue
                case 2: glyph = Glyph(scalar: scalar, marks: [], width: 2)
                case 1: glyph = Glyph(scalar: scalar, marks: [], width: 1)
                default: glyph = Glyph(scalar: "\u{FFFD}", marks: [], width: 1)
                }
            }
            // Checked here, because the marks of the last glyph that fits come after it.
            guard width <= columns else { return glyphs }
            glyphs.append(glyph)
            width += glyph.width
        }
        return glyphs
    }

    /// Returns the text with substitutes for control and format characters, for output without column layout.
    ///
    /// All printed text passes through here or through a `VisibleText`, so that external text can't control the
    /// terminal or reorder the line. Unlike column widths, this doesn't depend on the locale.
    ///
    /// In ASCII, a character without a substitute is a question mark, and an ellipsis is three periods.
    public static func printable(_ text: String, repertoire: Repertoire = .unicode) -> String {
        var printable = PrintableScalars()
        let scalars = text.unicodeScalars.map { printable.next($0) }
        guard repertoire == .ascii else { return String(String.UnicodeScalarView(scalars)) }
        return scalars.reduce(into: "") { ascii, scalar in
            ascii += scalar == "\u{2026}" ? "..." : String(asciiSubstitute(for: scalar))
        }
    }

    /// Joins the lines of a text: replaces line breaks and the white space around them by single spaces.
    public static func withoutLineEnds(_ text: String) -> String {
        let lines = text.split(whereSeparator: \.isNewline).compactMap { line in
            line.lastIndex { !$0.isWhitespace }.map { line[...$0].drop(while: \.isWhitespace) }
        }
        return String(lines.joined(separator: " "))
    }

    /// The width of the text in columns.
    public var width: Int { glyphs.reduce(0) { $0 + $1.width } }

    /// Returns the width of the text in columns, limited to `columns`.
    public func width(upTo columns: Int) -> Int {
        min(columns, Self.glyphs(of: text.unicodeScalars, columns: columns, repertoire).reduce(0) { $0 + $1.width })
    }

    /// Returns the glyphs that fit into `columns`, ending with an ellipsis if some are omitted.
    public func fitted(to columns: Int) -> [Glyph] {
        Self.fitted(
            Self.glyphs(of: text.unicodeScalars, columns: max(0, columns), repertoire)[...], to: columns, repertoire)
    }

    private static func fitted(_ glyphs: ArraySlice<Glyph>, to columns: Int, _ repertoire: Repertoire) -> [Glyph] {
        guard glyphs.reduce(0, { $0 + $1.width }) > columns else { return Array(glyphs) }
        guard columns > 0 else { return [] }
        var kept: [Glyph] = []
        var used = 0
        for glyph in glyphs {
            guard used + glyph.width <= columns - 1 else { break }
            kept.append(glyph)
            used += glyph.width
        }
        return kept + [Glyph(scalar: repertoire == .ascii ? "~" : "\u{2026}", marks: [], width: 1)]
    }

    /// Returns the text, shortened to `columns` by an ellipsis in the middle if it doesn't fit.
    ///
    /// The end of a title often distinguishes it, such as the number in a file name.
    public func truncatedInMiddle(to columns: Int) -> String {
        let columns = max(0, columns)
        let beginning = Self.glyphs(of: text.unicodeScalars, columns: columns, repertoire)
        guard beginning.reduce(0, { $0 + $1.width }) > columns else { return Self.string(beginning[...]) }
        guard columns > 0 else { return "" }
        func count(_ glyphs: some Sequence<Glyph>, fitting columns: Int) -> Int {
            var used = 0
            return glyphs.prefix { glyph in
                used += glyph.width
                return used <= columns
            }.count
        }
        // As many marks per letter as `glyphs` reads, from the end of a text of any length.
        let end = Self.glyphs(of: text.unicodeScalars.suffix(16 * (columns + 1)), repertoire)
        let ellipsis = repertoire == .ascii ? "~" : "\u{2026}"
        return Self.string(beginning.prefix(count(beginning, fitting: columns / 2))) + ellipsis
            + Self.string(end.suffix(count(end.reversed(), fitting: (columns - 1) / 2)))
    }

    /// Breaks the text into lines between words, or between the parts of a path or link. If it doesn't fit, the last line
    /// ends with an ellipsis.
    public func wrapped(columns: Int, rows: Int) -> [String] {
        guard columns > 0, rows > 0 else { return [] }
        var lines: [String] = []
        // Lines broken between words hold less than their full width, and the spaces between them are dropped.
        let area = columns.multipliedReportingOverflow(by: 2 * rows)
        let glyphs = Self.glyphs(
            of: text.unicodeScalars, columns: area.overflow ? .max : area.partialValue, repertoire)
        var remainder = glyphs[...]
        while !remainder.isEmpty, lines.count < rows - 1, remainder.reduce(0, { $0 + $1.width }) > columns {
            var used = 0
            let fitting = remainder.prefix { glyph in
                used += glyph.width
                return used <= columns
            }
            // Scripts with wide characters have no spaces and can be broken anywhere.
            let isCutInWord =
                fitting.endIndex < remainder.endIndex && remainder[fitting.endIndex].scalar != " "
                && remainder[fitting.endIndex].width == 1
            let space = isCutInWord ? fitting.lastIndex { $0.scalar == " " } : nil
            let part = isCutInWord ? fitting.lastIndex { Self.endsPart($0.scalar) }.map { $0 + 1 } : nil
            let line = remainder[..<(space ?? part ?? max(fitting.endIndex, remainder.startIndex + 1))]
            lines.append(Self.string(line))
            remainder = remainder[line.endIndex...].drop { $0.scalar == " " }
        }
        if !remainder.isEmpty { lines.append(Self.string(Self.fitted(remainder, to: columns, repertoire)[...])) }
        return lines
    }

    /// Whether a line may end after a character in a path or link.
    private static func endsPart(_ scalar: Unicode.Scalar) -> Bool {
        ["/", "?", "&", "=", "-", "_"].contains(scalar)
    }

    private static func string(_ glyphs: ArraySlice<Glyph>) -> String {
        var scalars = String.UnicodeScalarView()
        for glyph in glyphs {
            scalars.append(glyph.scalar)
            scalars.append(contentsOf: glyph.marks)
        }
        return String(scalars)
    }

    /// Returns the ASCII substitute for a character; empty for a mark that can be omitted.
    private static func asciiSubstitute(for scalar: Unicode.Scalar) -> String.UnicodeScalarView {
        let text =
            switch scalar {
            case " "..."~": String(scalar)
            case "\u{2026}": "~"
            case "\u{2500}", "\u{2013}", "\u{2014}", "\u{2501}", "\u{00B7}": "-"
            case "\u{2502}", "\u{2503}": "|"
            case "\u{250C}"..."\u{251B}": "+"
            case "\u{2022}": "."
            case "\u{00A0}": " "
            case "\u{2665}": "*"
            case "\u{2661}": "o"
            case "\u{25B8}", "\u{203A}", "\u{25B6}": ">"
            case "\u{25BE}": "v"
            case "\u{25A3}", "\u{2588}": "#"
            case "\u{2018}", "\u{2019}": "'"
            case "\u{201C}", "\u{201D}": "\""
            // Arrows stand for keys; `^` and `v` would be others.
            case "\u{2190}": "Left"
            case "\u{2191}": "Up"
            case "\u{2192}": "Right"
            case "\u{2193}": "Down"
            case "\u{00D7}": "x"
            case "\u{2713}": "V"
            case "\u{2717}": "X"
            case "\u{2605}": "*"
            case "\u{2691}": "P"
            case "\u{200C}", "\u{200D}": ""
            case "\u{00C6}": "AE"
            case "\u{00E6}": "ae"
            case "\u{0152}": "OE"
            case "\u{0153}": "oe"
            case "\u{00DF}": "ss"
            default:
                if scalar.properties.generalCategory == .nonspacingMark { "" } else { latinLetter(of: scalar) ?? "?" }
            }
        return text.unicodeScalars
    }

    /// Returns a Latin letter without its accent or stroke. Its Unicode name contains the letter, as in LATIN SMALL
    /// LETTER A WITH ACUTE.
    private static func latinLetter(of scalar: Unicode.Scalar) -> String? {
        guard let name = scalar.properties.name else { return nil }
        let words = name.split(separator: " ")
        guard words.count > 3, words[0] == "LATIN", words[2] == "LETTER", words[3].count == 1,
            words.count == 4 || words[4] == "WITH"
        else { return nil }
        return words[1] == "SMALL" ? words[3].lowercased() : String(words[3])
    }
}

/// Filters the scalars of a text, one by one, so that they can be printed.
private struct PrintableScalars {
    /// The last letter or symbol, which marks and a joiner apply to; nil if a joiner has nothing to join.
    private var base: Unicode.Scalar?

    /// Returns the scalar or its substitute: the control picture of a control character (U+2400 and up), or a middle
    /// dot for an invisible character.
    mutating func next(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar.value {
        case 0x20..<0x7F:
            base = nil
            return scalar
        case 0x00..<0x20:
            base = nil
            return Unicode.Scalar(0x2400 + scalar.value) ?? "\u{FFFD}"
        case 0x7F:
            base = nil
            return "\u{2421}"
        case 0x200C, 0x200D:
            // Joiners are allowed only where they are needed: once after a letter, as in Persian and Indic scripts, or
            // an emoji.
            let joins = base.map(Self.canBeJoined) ?? false
            base = nil
            return joins ? scalar : "\u{00B7}"
        default: break
        }
        switch scalar.properties.generalCategory {
        case .format, .lineSeparator, .paragraphSeparator:
            base = nil
            return "\u{00B7}"
        case .control, .surrogate, .privateUse, .unassigned:
            base = nil
            return "\u{FFFD}"
        case .nonspacingMark, .spacingMark, .enclosingMark: break
        default: base = scalar
        }
        return scalar
    }

    private static func canBeJoined(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isAlphabetic || scalar.properties.isEmoji
    }
}

extension Unicode.Scalar {
    /// Whether the character is one column wide in the C library's current locale; ncurses can't place others.
    public var hasOneColumn: Bool { text_width_of_scalar(value) == 1 }
}
