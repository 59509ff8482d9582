import CellArt
import Screens
import Storage

extension PictureSettings {
    /// What the configuration says.
    convenience init(_ configuration: Configuration) {
        self.init(
            symbols: configuration.symbols.flatMap(SymbolSet.init),
            dithering: configuration.dithering.flatMap(Dithering.init), cellAspect: configuration.cellAspect)
    }
}

extension ConfigurationFile {
    /// The file of the person who runs the program.
    static var ofPerson: ConfigurationFile {
        ConfigurationFile(
            choices: ConfigurationChoices(
                symbols: SymbolSet.allCases.map(\.rawValue), dithering: Dithering.allCases.map(\.rawValue)))
    }
}
