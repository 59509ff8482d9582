import CursesTerminal
import Localization
import Pictures
import Screens
import Storage
import TerminalUI

extension FactSheet {
    /// Creates the doctor's report.
    init(_ diagnosis: Diagnosis) {
        self.init(
            title: localized("Doctor"), subtitle: localized("What the terminal can do, and where things are kept"),
            facts: diagnosis.terminalFacts + diagnosis.pictureFacts + diagnosis.libraryFacts + diagnosis.networkFacts
                + diagnosis.storageFacts
                + diagnosis.versionFacts)
    }
}

extension Diagnosis {
    fileprivate var terminalFacts: [Fact] {
        var facts = [Fact(localized("Terminal"), environment["TERM"] ?? localized("TERM is not set"))]
        if let program = appearance?.program { facts.append(Fact(localized("Program"), "\(program)")) }
        facts.append(
            Fact(localized("Multiplexer"), Multiplexer(environment: environment)?.rawValue ?? localized("none")))
        facts.append(Fact(localized("Size"), window?.words ?? localized("not known: this is not a terminal")))
        if let terminalFailure {
            facts.append(Fact(localized("Display"), StartFailure.terminal(terminalFailure).words))
        }
        guard let appearance else { return facts }
        facts.append(Fact(localized("Colors"), colorWords(appearance.colors)))
        facts.append(
            Fact(localized("Background"), appearance.background?.words ?? localized("not told by the terminal")))
        facts.append(Fact(localized("Theme"), themeWords(on: appearance)))
        return facts
    }

    fileprivate var libraryFacts: [Fact] {
        var facts: [Fact] = []
        if let library { facts.append(Fact(localized("Library"), library)) }
        if let unsplashLimit {
            let left = unsplashLimit.remaining
            facts.append(
                Fact(
                    "Unsplash",
                    unsplashLimit.limit.map { localized("\(left) of \($0) requests left in this hour") }
                        ?? localized(
                            left, one: "\(left) request left in this hour",
                            other: "\(left) requests left in this hour")))
        }
        return facts
    }

    fileprivate var storageFacts: [Fact] {
        [Fact(localized("Configuration"), ConfigurationFile.ofPerson.path)]
            + configuration.problems.map { Fact("", $0.words) }
            + [
                Fact(
                    localized("Disk cache"),
                    localized(
                        "\(UserFolder.cache.path), at most \(configuration.configuration.diskCacheBytes >> 20) MB")
                        + words(diskLookups)
                        + (DiskCache().isLink ? localized(", but it is a symbolic link, which is not followed") : "")
                        + (UserFolder.cache.canBeWritten ? "" : localized(", but it cannot be written"))
                ),
                Fact(
                    localized("Memory cache"),
                    localized("at most \(configuration.configuration.memoryCacheBytes >> 20) MB") + words(memoryLookups)
                ),
                Fact(localized("Favorites"), FavoritesDatabase.path(in: UserFolder.data.path)),
                Fact(localized("State"), UserFolder.state.path),
            ]
    }

    fileprivate var versionFacts: [Fact] {
        [
            Fact("Tintype", Tintype.version), Fact("ncurses", CursesTerminal.version),
            Fact(localized("Decoders"), CodecVersion.all.map { "\($0.library) \($0.version)" }.joined(separator: ", ")),
        ]
    }

    private func words(_ lookups: (found: Int, missed: Int)?) -> String {
        guard let (found, missed) = lookups, found + missed > 0 else { return "" }
        return localized(", had \(found) of the \(found + missed) things it was asked for")
    }

    private func themeWords(on appearance: TerminalAppearance) -> String {
        guard appearance.colors != .none else { return localized("mono: there are no colors") }
        switch (themes.choice, appearance.brightness) {
        case (.auto, .dark?): return localized("dark: the background is said to be dark")
        case (.auto, .light?): return localized("light: the background is said to be light")
        case (.auto, nil): return localized("dark: nothing tells what the background is")
        case (.dark, _), (.light, _), (.mono, _): return localized("\(themes.choice.rawValue), as was chosen")
        }
    }

    private func colorWords(_ colors: TerminalAppearance.Colors) -> String {
        switch colors {
        case .none:
            environment["NO_COLOR"]?.isEmpty == false
                ? localized("none: NO_COLOR is set") : localized("none: the terminal has none")
        case .eight: "8"
        case .sixteen: "16"
        case .palette256:
            localized("256: the terminal does not say that it has true color (COLORTERM=truecolor would say so)")
        case .trueColor: localized("true color")
        }
    }
}

extension TerminalWindow {
    fileprivate var words: String {
        let cells = localized("\(size.columns) \u{00D7} \(size.rows) cells")
        guard let cell else {
            return localized("\(cells), a cell's pixels are not told: taken as twice as high as wide")
        }
        return localized("\(cells) of \(cell.width) \u{00D7} \(cell.height) pixels")
    }
}

extension Color {
    fileprivate var words: String {
        guard case .rgb(let red, let green, let blue) = self else { return "\(self)" }
        return HexColor(red: red, green: green, blue: blue).description
    }
}
