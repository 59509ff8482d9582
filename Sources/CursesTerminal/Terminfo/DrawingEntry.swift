import FoundationEssentials

/// The terminfo entry that ncurses draws with: the terminal's own entry, without the capabilities that the session
/// handles itself, and with colors in the form of `ColorNumber`.
///
/// By default, ncurses sends both colors of a pair at every change, as two sequences. But tparm
/// evaluates `setaf` and `setab`, and its static variables last as long as the terminal, so the entry itself can
/// remember the colors on the screen. `setaf` only stores its color in A. `setab` compares A and its own color with F
/// and B, the colors on the screen, and sends the color that changed, or both in one SGR sequence. `sgr` resets colors,
/// so it sets F and B to the terminal's own.
struct DrawingEntry: Sendable {
    let entry: TerminfoEntry
    /// Whether the terminal uses the ECMA-48 color sequences (30 to 37, 39 and so on), as nearly all color terminals
    /// do. The entry of rxvt-unicode has only those of the palette.
    let hasColors: Bool

    /// - Parameter isInTmux: whether tmux draws the cells.
    init(for own: TerminfoEntry, isInTmux: Bool = false) {
        var entry = own
        entry.strings = own.strings.map { $0.map(withoutPadding) }
        for capability in Self.notForDrawing { entry[capability] = nil }
        entry[.canChangeColor] = false
        hasColors = Self.hasCommonColorSequences(own)
        if let attributes = entry[.setAttributes], hasColors {
            entry[.maxColors] = ColorNumber.count
            entry[.maxPairs] = PairTable.maxPairs
            entry[.setForeground] = Array("%p1%PA".utf8)
            entry[.setBackground] = Array(Self.setBackground(withBasicColors: (own[.maxColors] ?? 0) < 256).utf8)
            entry[.setAttributes] =
                Self.withoutCharacterSets(attributes)
                + Array("%{\(ColorNumber.terminal)}%PF%{\(ColorNumber.terminal)}%PB".utf8)
            // `sgr0` resets colors too; the next pair's `setab` then updates the variables.
            entry[.exitAttributes] = own[.exitAttributes].map(withoutPadding).map(Self.withoutCharacterSets)
            entry[.originalPair] = []
            // The entries of screen and tmux omit these, though both support them. Otherwise ncurses writes the last
            // cell of the last row in a way that fails next to a wide character.
            entry[.enterAutomaticMargins] = entry[.enterAutomaticMargins] ?? Array("\u{1B}[?7h".utf8)
            entry[.exitAutomaticMargins] = entry[.exitAutomaticMargins] ?? Array("\u{1B}[?7l".utf8)
            if isInTmux {
                // tmux erases in color, as few terminals did when its entry was written.
                entry[.backColorErase] = true
                entry[.eraseCharacters] = Array("\u{1B}[%p1%dX".utf8)
            }
            // ncurses avoids line feeds, which the terminal device may translate to CR LF.
            if entry[.moveDown] == Array("\u{1B}[%p1%dB".utf8) { entry[.cursorDown] = OutputOptimizer.moveDown }
            // Keeps ncurses from allocating a table of all colors.
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

    /// The entry in the form that ncurses accepts in the environment variable TERMINFO.
    var inlineForm: String {
        let digits = Array("0123456789ABCDEF".utf8)
        return String(
            decoding: "hex:".utf8 + entry.compiled.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] },
            as: UTF8.self)
    }

    /// Capabilities that the session sends itself, or that would change the meaning of a color number.
    private static let notForDrawing: [TerminfoString] = [
        .enterAlternateScreen, .exitAlternateScreen, .keypadLocal, .keypadTransmit, .initializeColor, .initializePair,
        .originalColors, .setColorPair,
    ]

    private static func hasCommonColorSequences(_ entry: TerminfoEntry) -> Bool {
        guard let foreground = entry[.setForeground], let reset = entry[.originalPair] else { return false }
        let sequence = String(decoding: foreground, as: UTF8.self)
        // The last form is that of terminals with 16 colors.
        return entry[.setAttributes] != nil
            && ["3%p1%d", "38;5;%p1%d", "%p1%{30}%+"].contains { sequence.contains($0) }
            && reset == Array("\u{1B}[39;49m".utf8)
    }

    /// Removes character set selection from a capability: line drawing characters are sent as Unicode.
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

    /// Returns `setab`, which sends the color of the pair that changed, or both in one sequence.
    private static func setBackground(withBasicColors: Bool) -> String {
        let foreground = parameters(of: "%gA", base: 30, withBasicColors: withBasicColors)
        let background = parameters(of: "%p1", base: 40, withBasicColors: withBasicColors)
        return "%?%gA%gF%=%!%t\u{1B}[\(foreground)%?%gB%p1%=%tm%e;%;%e%?%gB%p1%=%!%t\u{1B}[%;%;"
            + "%?%gB%p1%=%!%t\(background)m%;%gA%PF%p1%PB"
    }

    /// Returns the SGR parameters of a color number that `value` pushes onto tparm's stack. Uses semicolons, because
    /// older terminals don't know the colon form. Every character costs time in every cell, so true colors are tested
    /// first.
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
