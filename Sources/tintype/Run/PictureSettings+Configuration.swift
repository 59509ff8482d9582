import CellArt
import Localization
import Screens
import Storage

extension PictureSettings {
    /// Creates the settings from the configuration.
    convenience init(_ configuration: Configuration) {
        self.init(
            symbols: configuration.symbols.flatMap(SymbolSet.init),
            dithering: configuration.dithering.flatMap(Dithering.init), cellAspect: configuration.cellAspect)
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
                slideshowOrders: Slideshow.Order.allCases.map(\.rawValue)))
    }
}
