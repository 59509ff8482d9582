import CellArt
import Localization
import Pictures
import Screens
import TerminalUI

extension Diagnosis {
    /// The drawing settings, with the reasons for limited quality.
    var pictureFacts: [Fact] {
        guard let style else { return [] }
        return [
            Fact(localized("Symbols"), symbolWords(style.symbols)),
            Fact(
                localized("Dithering"),
                style.colors == .trueColor ? localized("none is needed") : style.dithering.rawValue),
            Fact(localized("Picture blurred?"), blurWords(style.symbols)),
        ]
    }

    private func symbolWords(_ symbols: SymbolSet) -> String {
        if let chosenSymbols, chosenSymbols == symbols {
            return configuration.configuration.symbols == symbols.rawValue
                ? localized("\(symbols.rawValue), as config.toml says")
                : localized("\(symbols.rawValue), as was chosen")
        }
        guard appearance?.repertoire == .unicode else {
            return localized("\(symbols.rawValue): only ASCII can be shown")
        }
        if let chosenSymbols { return chosenSymbols.unplaceableWords(insteadUsing: symbols) }
        guard style?.colors != ColorDepth.none else {
            return localized("\(symbols.rawValue): there are no colors")
        }
        guard let program = appearance?.program else {
            return localized(
                "\(symbols.rawValue): it is not known which program the terminal is, so only what all have is used")
        }
        return localized("\(symbols.rawValue): what \(program.description) is known to draw without a font")
    }

    private func blurWords(_ symbols: SymbolSet) -> String {
        let keys = KeyChoice(configuration.configuration.keys)
        let way = localized(
            """
            A smaller font or a larger window shows more; \(keys.label(for: "viewer.plainer")) and \(keys.label(for: "viewer.richer")) in a photo try other symbols, \
            and \(keys.label(for: "viewer.zoom-in")) zooms in until \
            every pixel is there.
            """)
        guard symbols != .ascii else {
            return localized(
                "Letters show shapes and hardly any detail; colors and a locale with UTF-8 allow for more. \(way)")
        }
        let parts = symbols.partsOfCell
        guard let size = window?.size else {
            return localized("A cell shows \(parts.width * parts.height) pixels. \(way)")
        }
        return localized(
            """
            A cell shows \(parts.width) \u{00D7} \(parts.height) pixels in two colors, so this terminal shows \
            \(parts.width * size.columns) \u{00D7} \(parts.height * size.rows) of a photo's millions. \(way)
            """)
    }
}

extension SymbolSet {
    /// Why the program doesn't use the characters that the user chose.
    func unplaceableWords(insteadUsing used: SymbolSet) -> String {
        localized("\(used.rawValue): the C library of this system does not know the characters of \(rawValue)")
    }

    /// The number of parts into which a character divides a cell, horizontally and vertically.
    fileprivate var partsOfCell: PixelSize {
        switch self {
        case .ascii: PixelSize(width: 1, height: 1)
        case .half: PixelSize(width: 1, height: 2)
        case .quadrant: PixelSize(width: 2, height: 2)
        case .sextant, .wedge: PixelSize(width: 2, height: 3)
        case .octant, .braille: PixelSize(width: 2, height: 4)
        }
    }
}
