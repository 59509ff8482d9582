import CellArt
import TerminalUI

extension ArtStyle {
    /// The best that a terminal can show.
    public init(for appearance: TerminalAppearance) {
        let colors = ColorDepth(appearance.colors)
        let symbols = SymbolSet.best(on: appearance)
        guard case .rgb(let red, let green, let blue) = appearance.background else {
            self.init(symbols: symbols, colors: colors, cellAspect: appearance.cellAspect)
            return
        }
        self.init(
            symbols: symbols, colors: colors, background: RGB(red, green, blue),
            cellAspect: appearance.cellAspect)
    }
}

extension ColorDepth {
    public init(_ colors: TerminalAppearance.Colors) {
        self =
            switch colors {
            case .none: .none
            case .eight: .eight
            case .sixteen: .sixteen
            case .palette256: .palette256
            case .trueColor: .trueColor
            }
    }
}
