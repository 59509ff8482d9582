import CellArt
import TerminalUI

/// The view-model of a `TileScreen`.
@MainActor
protocol TileScreenModel: AnyObject {
    var search: TextField { get }

    /// Lays out the items. With a nil `tile`, each is a line of text.
    func layOut(_ layout: TileLayout, tile: TileRequest?)

    /// Reloads the list; called when the library has changed or the screen appears.
    func reload()

    /// Cancels outstanding loads; called when the screen is covered or left.
    func suspend()

    /// Adopts the settings chosen on another screen.
    func adoptPreferences()

    /// Edits, opens, keeps or clears the search line; the list updates immediately.
    func changeSearch(_ change: (inout TextField) -> Void)

    /// Resizes tiles by one step in a view of `columns`, and stores the new width.
    ///
    /// - Parameter canGrow: whether the number of items is small enough for larger tiles.
    func resizeTiles(_ step: TileSize.Step, columns: Int, canGrow: Bool)
}

/// A screen with a grid of tiles and a search line.
@MainActor
protocol TileScreen: CommandScreen {
    associatedtype ViewModel: TileScreenModel
    var viewModel: ViewModel { get }
    var context: ScreenContext { get set }
    /// The layout of the tiles; nil until the size of the screen is known.
    var arranged: TileLayout? { get set }
    /// The layout that the state asks for.
    var layoutOfState: TileLayout { get }
}

extension TileScreen {
    var layout: TileLayout { arranged ?? layoutOfState }

    func appear() {
        viewModel.reload()
    }

    func reload() {
        viewModel.reload()
    }

    func disappear() {
        viewModel.suspend()
    }

    func layOut(size: Size, appearance: TerminalAppearance) {
        context.layOut(size: size, appearance: appearance)
        viewModel.adoptPreferences()
        arrange(as: layoutOfState)
    }

    /// Called after each change of the state.
    func stateChanged() {
        let layout = layoutOfState
        if let arranged, arranged != layout { arrange(as: layout) }
        onNeedsDisplay()
    }

    private func arrange(as layout: TileLayout) {
        arranged = layout
        viewModel.layOut(layout, tile: theme.isForReaders ? nil : layout.request(context.style))
    }

    var isTyping: Bool { viewModel.search.isTyping }

    func changeText(_ change: (inout TextField) -> Void) {
        viewModel.changeSearch(change)
    }

    func resizeTiles(_ step: TileSize.Step) {
        viewModel.resizeTiles(step, columns: size.columns, canGrow: layout.canGrow)
    }

    /// Clears the rows above and below the list, where tiles that are partly in view may have been drawn.
    func clearAroundList(on surface: inout Surface) {
        let area = layout.area
        surface.fill(Rect(column: 0, row: 0, columns: size.columns, rows: area.row))
        surface.fill(Rect(column: 0, row: area.endRow, columns: size.columns, rows: size.rows - area.endRow))
    }
}
