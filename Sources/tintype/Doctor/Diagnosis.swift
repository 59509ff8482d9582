import CellArt
import CursesTerminal
import FoundationEssentials
import Libraries
import Pictures
import Screens
import Storage
import TerminalUI

/// What is known of the terminal and of this run, for whoever wonders why a picture looks as it does.
struct Diagnosis {
    /// What the terminal can show; nil where there is none that can show anything.
    var appearance: TerminalAppearance?
    /// Why there is none.
    var terminalFailure: TerminalStartError?
    var window: TerminalWindow?
    var themes: ThemeSettings
    /// How pictures are drawn there.
    var style: ArtStyle?
    /// The characters that a person chose for them; nil where that was left to the program.
    var chosenSymbols: SymbolSet?
    var environment = ProcessInfo.processInfo.environment
    var configuration: ConfigurationFile.Contents
    /// The library that is open, if one is.
    var library: String?
    var unsplashLimit: RateLimit?
    /// How often the caches of this run were of use; nil without a run.
    var diskLookups: (found: Int, missed: Int)?
    var memoryLookups: (found: Int, missed: Int)?
    /// What became of the requests of this run; nil without a run.
    var traffic: NetworkTraffic?

    /// Looks at the terminal from outside of a session.
    @MainActor
    init(_ configuration: ConfigurationFile.Contents) {
        self.configuration = configuration
        themes = ThemeSettings(configuration.configuration)
        do {
            appearance = try TerminalAppearance(
                environment: environment, ascii: false, colors: configuration.configuration.colorsOfTerminal)
        } catch {
            terminalFailure = error
        }
        let settings = PictureSettings(configuration.configuration)
        chosenSymbols = settings.symbols
        style = appearance.map { settings.style(on: themes.appearance(on: $0)) }
        window = [0, 1, 2].lazy.compactMap { TerminalWindow(descriptor: $0) }.first
    }

    @MainActor
    init(
        _ terminal: CursesTerminal, _ configuration: ConfigurationFile.Contents, _ themes: ThemeSettings,
        _ settings: PictureSettings, _ opened: OpenedLibrary, _ network: Network, _ loader: PictureLoader
    ) {
        self.configuration = configuration
        self.themes = themes
        appearance = terminal.appearance
        chosenSymbols = settings.symbols
        style = settings.style(on: themes.appearance(on: terminal.appearance))
        window = terminal.window
        library = opened.library.address
        unsplashLimit = opened.unsplash?.rateLimit
        diskLookups = network.cacheLookups
        traffic = network.traffic
        memoryLookups = loader.thumbnailLookups
    }
}
