import TerminalUI

/// A screen in a box over the screen below. For screen readers, which would also read the screen below, it covers it.
@MainActor
protocol BoxScreen: NoticeScreen {
    /// The frame; nil if the screen below is covered.
    var box: Rect? { get }

    func goBack()
}

extension BoxScreen {
    var isOverlay: Bool { box != nil }

    /// The width of the widest box. A wider terminal shows the screen below on both sides.
    var maxBoxColumns: Int { size.columns < 50 ? size.columns : size.columns - 2 }

    /// Goes back if a click is outside the box; returns whether it is.
    @discardableResult
    func handleClickOutside(at point: Position) -> Bool {
        guard let box, !box.contains(point) else { return false }
        goBack()
        return true
    }

    /// Draws the content in the box, or on the whole screen.
    func draw(on surface: inout Surface, title: String, _ draw: (inout Surface) -> Void) {
        if let box {
            surface.drawBox(box, title: title, style: theme.quiet, draw)
        } else {
            surface.write(title, column: 1, row: 0, style: theme.title, width: size.columns - 2)
            draw(&surface)
        }
    }
}
