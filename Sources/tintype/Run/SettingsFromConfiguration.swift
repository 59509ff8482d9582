import Albums
import CellArt
import CursesTerminal
import Libraries
import Localization
import Screens
import Storage
import TerminalUI

extension PictureSettings {
    /// Creates the settings from the configuration.
    convenience init(_ configuration: Configuration) {
        self.init(
            symbols: configuration.symbols.flatMap(SymbolSet.init),
            dithering: configuration.dithering.flatMap(Dithering.init), cellAspect: configuration.cellAspect)
    }
}

extension GraphicsChoice {
    /// Reads the choice from the configuration. Screen readers have no use for pictures.
    init(_ configuration: Configuration) {
        self = configuration.isForReaders ? .none : GraphicsChoice(rawValue: configuration.graphics) ?? .auto
    }
}

extension JPEGExport {
    /// Reads the settings of copies for others; nil for exact copies.
    init?(_ configuration: Configuration) {
        guard let side = configuration.exportMaxSide else { return nil }
        self.init(maxSide: Int(side), stripsPlaces: configuration.stripsPlacesFromExports)
    }
}

extension ConfigurationFile {
    /// The configuration file of the current user.
    static var ofUser: ConfigurationFile {
        ConfigurationFile(
            choices: ConfigurationChoices(
                languages: Language.allCases.map(\.rawValue),
                themes: ThemeChoice.allCases.filter { $0 != .auto }.map(\.rawValue),
                themeColors: ThemeColor.allCases.map(\.rawValue),
                colors: ColorChoice.allCases.filter { $0 != .auto }.map(\.rawValue),
                symbols: SymbolSet.allCases.map(\.rawValue),
                dithering: Dithering.allCases.map(\.rawValue),
                graphics: GraphicsChoice.allCases.map(\.rawValue),
                slideshowOrders: Slideshow.Order.allCases.map(\.rawValue),
                keyPresets: KeyPreset.allCases.map(\.rawValue),
                keyFiles: LibraryKind.all.flatMap(\.keys).map { ($0.setting, $0.service) }))
    }
}

extension ThemeSettings {
    /// Creates the settings from the configuration; a theme from the command line takes precedence.
    init(_ configuration: Configuration, choice: ThemeChoice? = nil, isForReaders: Bool = false) {
        var colors: [ThemeColor: Color] = [:]
        for (name, color) in configuration.themeColors {
            if let name = ThemeColor(rawValue: name) { colors[name] = .rgb(color.red, color.green, color.blue) }
        }
        self.init(
            choice: choice ?? configuration.theme.flatMap(ThemeChoice.init) ?? .auto, colors: colors,
            isForReaders: isForReaders || configuration.isForReaders)
    }
}

extension ViewingSettings {
    /// Creates the settings from the configuration; `isStill` disables all animation.
    init(_ configuration: Configuration, isStill: Bool) {
        self.init(
            interval: .seconds(configuration.slideshowInterval),
            order: Slideshow.Order(rawValue: configuration.slideshowOrder) ?? .list,
            isAnimated: configuration.isAnimated && !isStill)
    }
}
