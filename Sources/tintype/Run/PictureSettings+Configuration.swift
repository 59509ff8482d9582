import CellArt
import Screens
import Storage

extension PictureSettings {
    /// What the configuration says, and what of it there is not.
    static func read(_ configuration: Configuration) -> (settings: PictureSettings, problems: [ConfigurationProblem]) {
        let (symbols, noSymbols): (SymbolSet?, _) = choice(configuration.symbols, "pictures.symbols")
        let (dithering, noDithering): (Dithering?, _) = choice(configuration.dithering, "pictures.dither")
        let settings = PictureSettings(symbols: symbols, dithering: dithering, cellAspect: configuration.cellAspect)
        return (settings, [noSymbols, noDithering].compactMap { $0 })
    }

    private static func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ name: String?, _ setting: String
    ) -> (Choice?, ConfigurationProblem?) {
        guard let name else { return (nil, nil) }
        if let choice = Choice(rawValue: name) { return (choice, nil) }
        let names = (["auto"] + Choice.allCases.map(\.rawValue)).joined(separator: ", ")
        return (nil, .wrongKind(setting: setting, needed: "one of \(names)"))
    }
}
