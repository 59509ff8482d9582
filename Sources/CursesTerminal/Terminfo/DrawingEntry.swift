import FoundationEssentials

/// The entry that ncurses draws with: the terminal's own, without what the session does itself, and with colors by
/// `ColorNumber` in one sequence.
///
/// ncurses sends both colors of a pair with every change, as two sequences. But `setaf` and `setab` go through tparm,
/// whose static variables live as long as the terminal, so the entry itself can remember what is on the screen: `setaf`
/// only notes its color in A; `setab` compares A and its own with F and B, the colors on the screen, and sends the half
/// that changed, or both in one SGR. `sgr` resets colors, so it puts the terminal's own into F and B.
struct DrawingEntry: Sendable {
    let entry: TerminfoEntry
    /// Whether the terminal takes colors as ECMA-48 has them (30 to 37, 39 and so on), as nearly all that have color do.
    let hasColors: Bool

    init(for own: TerminfoEntry) {
        var entry = own
        entry.strings = own.strings.map { $0.map(withoutPadding) }
        for capability in Self.notForDrawing { entry[capability] = nil }
        entry[.canChangeColor] = false
        hasColors = Self.takesColors(own)
        if let attributes = entry[.setAttributes], hasColors {
            entry[.maxColors] = ColorNumber.count
            entry[.maxPairs] = PairTable.mostPairs
            entry[.setForeground] = Array("%p1%PA".utf8)
            entry[.setBackground] = Array(Self.setBackground(withBasicColors: (own[.maxColors] ?? 0) < 256).utf8)
            entry[.setAttributes] =
                Self.withoutCharacterSets(attributes)
                + Array("%{\(ColorNumber.terminal)}%PF%{\(ColorNumber.terminal)}%PB".utf8)
            // `sgr0` resets colors too, and `setab` does with the next pair, of which the variables then know.
            entry[.exitAttributes] = own[.exitAttributes].map(withoutPadding).map(Self.withoutCharacterSets)
            entry[.originalPair] = []
            // The entries of screen and tmux leave out what both can do, and ncurses' other way to the last cell of the
            // last row goes wrong beside a wide character.
            entry[.enterAutomaticMargins] = entry[.enterAutomaticMargins] ?? Array("\u{1B}[?7h".utf8)
            entry[.exitAutomaticMargins] = entry[.exitAutomaticMargins] ?? Array("\u{1B}[?7l".utf8)
            // Without this flag ncurses would allocate a table of all colors.
            entry.extendedNumbers.removeAll { $0.name == "RGB" }
            entry.extendedStrings.removeAll { $0.name == "RGB" }
            entry.extendedBooleans.removeAll { $0.name == "RGB" }
            entry.extendedBooleans.append(.init(name: "RGB", value: 1))
        } else {
            entry[.maxColors] = nil
            entry[.maxPairs] = nil
            for capability: TerminfoString in [.setForeground, .setBackground, .originalPair] {
                entry[capability] = nil
            }
        }
        self.entry = entry
    }

    /// The form in which ncurses takes an entry from the environment variable TERMINFO.
    var inlineForm: String {
        let digits = Array("0123456789ABCDEF".utf8)
        return String(
            decoding: "hex:".utf8 + entry.compiled.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] },
            as: UTF8.self)
    }

    /// The session sends these itself, or they would change what a color number means.
    private static let notForDrawing: [TerminfoString] = [
        .enterAlternateScreen, .exitAlternateScreen, .keypadLocal, .keypadTransmit, .initializeColor, .initializePair,
        .originalColors, .setColorPair,
    ]

    private static func takesColors(_ entry: TerminfoEntry) -> Bool {
        guard let foreground = entry[.setForeground], let reset = entry[.originalPair] else { return false }
        return entry[.setAttributes] != nil && String(decoding: foreground, as: UTF8.self).contains("3%p1%d")
            && reset == Array("\u{1B}[39;49m".utf8)
    }

    /// A capability without the choice of a character set: line drawing comes as Unicode.
    private static func withoutCharacterSets(_ capability: [UInt8]) -> [UInt8] {
        var text = String(decoding: capability, as: UTF8.self)
        for choice in ["%?%p9%t\u{1B}(0%e\u{1B}(B%;", "%?%p9%t\u{E}%e\u{F}%;"] {
            text = text.replacing(choice, with: "")
        }
        if !text.contains("%") {
            for choice in ["\u{1B}(B", "\u{F}"] { text = text.replacing(choice, with: "") }
        }
        return Array(text.utf8)
    }

    /// What `setab` is: the half of the pair that changed, or both, in one sequence.
    private static func setBackground(withBasicColors: Bool) -> String {
        let foreground = parameters(of: "%gA", base: 30, withBasicColors: withBasicColors)
        let background = parameters(of: "%p1", base: 40, withBasicColors: withBasicColors)
        return "%?%gA%gF%=%!%t\u{1B}[\(foreground)%?%gB%p1%=%tm%e;%;%e%?%gB%p1%=%!%t\u{1B}[%;%;"
            + "%?%gB%p1%=%!%t\(background)m%;%gA%PF%p1%PB"
    }

    /// The SGR parameters of one color number, which `value` puts on tparm's stack. The semicolon form, for the colon
    /// form is unknown to older terminals. Every character costs time in every cell, true colors come first therefore.
    private static func parameters(of value: String, base: Int, withBasicColors: Bool) -> String {
        let dark = base - ColorNumber.firstOfPalette
        let bright = base + 60 - 8 - ColorNumber.firstOfPalette
        let basic =
            "%e\(value)%{\(ColorNumber.firstOfPalette + 8)}%<%t\(value)%{\(dark)}%+%d"
            + "%e\(value)%{\(ColorNumber.firstOfPalette + 16)}%<%t\(value)%{\(bright)}%+%d"
        return "%?\(value)%{\(ColorNumber.firstTrueColor - 1)}%>%t\(base + 8);2;"
            + "\(value)%{65536}%/%{255}%&%d;\(value)%{256}%/%{255}%&%d;\(value)%{255}%&%d"
            + "%e\(value)%{\(ColorNumber.terminal)}%=%t\(base + 9)\(withBasicColors ? basic : "")"
            + "%e\(base + 8);5;\(value)%{\(ColorNumber.firstOfPalette)}%-%d%;"
    }
}
