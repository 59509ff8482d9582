import CellArt
import TerminalUI

/// Picture settings for this run: the user's choices, with defaults from the terminal's capabilities.
///
/// Changes made in the viewer don't persist, because the next run may be on another terminal.
@MainActor
public final class PictureSettings {
    /// The characters chosen by the user, in the configuration or in the viewer; nil selects the best for the terminal.
    public private(set) var symbols: SymbolSet?
    /// Whether pictures are drawn with characters only, even where the terminal shows pixels.
    private var hidesPixels = false
    private let dithering: Dithering?
    private let cellAspect: Double?

    /// - Parameters:
    ///   - symbols: The characters; nil selects the best for the terminal, as it does for `dithering`.
    ///   - cellAspect: The height of a cell divided by its width; nil uses the terminal's report.
    public init(symbols: SymbolSet? = nil, dithering: Dithering? = nil, cellAspect: Double? = nil) {
        self.symbols = symbols
        self.dithering = dithering
        self.cellAspect = cellAspect
    }

    public func style(on appearance: TerminalAppearance) -> ArtStyle {
        var style = ArtStyle(
            symbols: symbols(on: appearance), colors: appearance.colors, dithering: dithering,
            mergingTolerance: ArtStyle.unseenTolerance, cellAspect: cellAspect ?? appearance.cellAspect)
        style.cell = hidesPixels ? nil : appearance.pixelCell
        if case .rgb(let red, let green, let blue) = appearance.background {
            style.background = RGB(red, green, blue)
            style.showsBackground = true
        }
        return style
    }

    /// The glyphs that pictures are drawn with.
    public enum Elements: Hashable {
        case symbols(SymbolSet)
        case pixels
    }

    public func elements(on appearance: TerminalAppearance) -> Elements {
        appearance.pixelCell != nil && !hidesPixels ? .pixels : .symbols(symbols(on: appearance))
    }

    /// Selects the next supported elements, or the previous ones for a negative step; stops at the ends. Pixels are the
    /// finest; where the terminal shows them, they follow its best characters.
    func step(by step: Int, on appearance: TerminalAppearance) -> Elements {
        switch elements(on: appearance) {
        case .pixels: hidesPixels = step < 0
        case .symbols(.best(on: appearance)) where step > 0 && appearance.pixelCell != nil: hidesPixels = false
        case .symbols(let symbols):
            let isFinest = stepSymbols(by: step, on: appearance) == symbols && step > 0
            if isFinest { hidesPixels = false }
        }
        return elements(on: appearance)
    }

    private func stepSymbols(by step: Int, on appearance: TerminalAppearance) -> SymbolSet {
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
