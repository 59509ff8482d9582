import CursesTerminal
import Pictures
import Screens
import Storage
import TerminalUI

extension FactSheet {
    /// What the terminal can do and why pictures look as they do, where things are kept, and what is opened.
    init(_ diagnosis: Diagnosis) {
        self.init(
            title: "Doctor", subtitle: "What the terminal can do, and where things are kept",
            facts: diagnosis.terminalFacts + diagnosis.pictureFacts + diagnosis.libraryFacts + diagnosis.storageFacts
                + diagnosis.versionFacts)
    }
}

extension Diagnosis {
    fileprivate var terminalFacts: [Fact] {
        var facts = [Fact("Terminal", environment["TERM"] ?? "TERM is not set")]
        if let program = appearance?.program { facts.append(Fact("Program", "\(program)")) }
        facts.append(Fact("Multiplexer", Multiplexer(environment: environment)?.rawValue ?? "none"))
        facts.append(Fact("Size", window?.words ?? "not known: this is not a terminal"))
        if let terminalFailure { facts.append(Fact("Display", StartFailure.terminal(terminalFailure).words)) }
        guard let appearance else { return facts }
        facts.append(Fact("Colors", colorWords(appearance.colors)))
        facts.append(Fact("Background", appearance.background?.words ?? "not told by the terminal"))
        return facts
    }

    fileprivate var libraryFacts: [Fact] {
        var facts: [Fact] = []
        if let library { facts.append(Fact("Library", library)) }
        if let unsplashLimit {
            let whole = unsplashLimit.limit.map { " of \($0)" } ?? ""
            facts.append(Fact("Unsplash", "\(unsplashLimit.remaining)\(whole) requests left in this hour"))
        }
        return facts
    }

    fileprivate var storageFacts: [Fact] {
        [Fact("Configuration", ConfigurationFile.ofPerson.path)]
            + configuration.problems.map { Fact("", $0.words) }
            + [
                Fact(
                    "Disk cache",
                    "\(UserFolder.cache.path), at most \(configuration.configuration.diskCacheBytes >> 20) MB\(words(diskLookups))"
                ),
                Fact(
                    "Memory cache",
                    "at most \(configuration.configuration.memoryCacheBytes >> 20) MB\(words(memoryLookups))"),
                Fact("Favorites", FavoritesDatabase.path(in: UserFolder.data.path)),
                Fact("State", UserFolder.state.path),
            ]
    }

    fileprivate var versionFacts: [Fact] {
        [
            Fact("Tintype", Tintype.version), Fact("ncurses", CursesTerminal.version),
            Fact("Decoders", CodecVersion.all.map { "\($0.library) \($0.version)" }.joined(separator: ", ")),
        ]
    }

    private func words(_ lookups: (found: Int, missed: Int)?) -> String {
        guard let (found, missed) = lookups, found + missed > 0 else { return "" }
        return ", had \(found) of the \(found + missed) things it was asked for"
    }

    private func colorWords(_ colors: TerminalAppearance.Colors) -> String {
        switch colors {
        case .none: environment["NO_COLOR"]?.isEmpty == false ? "none: NO_COLOR is set" : "none: the terminal has none"
        case .eight: "8"
        case .sixteen: "16"
        case .palette256: "256: the terminal does not say that it has true color (COLORTERM=truecolor would say so)"
        case .trueColor: "true color"
        }
    }
}

extension TerminalWindow {
    fileprivate var words: String {
        let cells = "\(size.columns) \u{00D7} \(size.rows) cells"
        guard let cell else { return cells + ", a cell's pixels are not told: taken as twice as high as wide" }
        return cells + " of \(cell.width) \u{00D7} \(cell.height) pixels"
    }
}

extension Color {
    fileprivate var words: String {
        guard case .rgb(let red, let green, let blue) = self else { return "\(self)" }
        let digits = [red, green, blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
        return "#" + digits.joined()
    }
}
