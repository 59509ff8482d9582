import CellArt
import TerminalUI

/// How pictures are drawn in this run: what a person set, and where they set nothing, what the terminal can show.
///
/// What is changed while looking is not kept for the next run, which may be on another terminal.
@MainActor
public final class PictureSettings {
    /// The characters that a person chose, in the configuration or while looking; nil for what is best on the terminal.
    public private(set) var symbols: SymbolSet?
    private let dithering: Dithering?
    private let cellAspect: Double?

    /// - Parameters:
    ///   - symbols: as `dithering`, nil for what is best on the terminal.
    ///   - cellAspect: how many times as high as wide a cell is; nil for what the terminal tells.
    public init(symbols: SymbolSet? = nil, dithering: Dithering? = nil, cellAspect: Double? = nil) {
        self.symbols = symbols
        self.dithering = dithering
        self.cellAspect = cellAspect
    }

    public func style(on appearance: TerminalAppearance) -> ArtStyle {
        var style = ArtStyle(
            symbols: symbols(on: appearance), colors: ColorDepth(appearance.colors), dithering: dithering,
            mergingTolerance: ArtStyle.unseenTolerance, cellAspect: cellAspect ?? appearance.cellAspect)
        if case .rgb(let red, let green, let blue) = appearance.background { style.background = RGB(red, green, blue) }
        return style
    }

    /// Takes the next set that the terminal can be given, the one before with a negative step; stops at the ends.
    func stepSymbols(by step: Int, on appearance: TerminalAppearance) -> SymbolSet {
        let usable = SymbolSet.allCases.filter { $0 == .ascii || appearance.repertoire == .unicode && $0.canBePlaced }
        let index = usable.firstIndex(of: symbols(on: appearance)) ?? 0
        let chosen = usable[min(max(0, index + step), usable.count - 1)]
        symbols = chosen
        return chosen
    }

    private func symbols(on appearance: TerminalAppearance) -> SymbolSet {
        guard let symbols, appearance.repertoire == .unicode, symbols.canBePlaced else {
            return .best(on: appearance)
        }
        return symbols
    }
}
