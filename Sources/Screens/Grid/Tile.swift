import CellArt
import TerminalUI

/// The state of a photo's tile in a grid.
public enum Tile: Sendable {
    /// A stand-in until the pixels arrive.
    case placeholder(RenderedPicture)
    case picture(RenderedPicture)
    /// There is no placeholder, and loading has taken long enough to show a busy indicator.
    case loading
    /// The photo can't be shown, for this reason.
    case broken(String)

    /// Whether loading has neither succeeded nor failed yet.
    var isPending: Bool {
        switch self {
        case .placeholder, .loading: true
        case .picture, .broken: false
        }
    }

    /// Draws the thumbnail, a placeholder, or the sign of a broken or slow one.
    ///
    /// - Parameter saysWhy: whether to write the reason below the sign of a broken thumbnail.
    func draw(in rect: Rect, on surface: inout Surface, theme: Theme, saysWhy: Bool = true) {
        switch self {
        case .placeholder(let picture), .picture(let picture):
            surface.place(picture, centeredIn: rect)
        case .broken(let reason):
            let lines = VisibleText(reason, repertoire: surface.repertoire)
                .wrapped(columns: rect.columns, rows: saysWhy ? max(0, rect.rows - 1) : 0)
            let top = rect.row + max(0, rect.rows - lines.count - 1) / 2
            surface.write("\u{00D7}", column: rect.column + rect.columns / 2, row: top, style: theme.failure)
            for (offset, line) in lines.enumerated() {
                let indent = max(0, (rect.columns - VisibleText(line).width) / 2)
                surface.write(
                    line, column: rect.column + indent, row: top + 1 + offset, style: theme.quiet,
                    width: rect.columns - indent)
            }
        case .loading:
            surface.write(
                "\u{2026}", column: rect.column + rect.columns / 2, row: rect.row + rect.rows / 2, style: theme.quiet)
        }
    }
}

extension Tile: CustomStringConvertible {
    /// The case without its cells, so that a printed state stays readable.
    public var description: String {
        switch self {
        case .placeholder: "placeholder"
        case .picture: "picture"
        case .loading: "loading"
        case .broken(let reason): "broken: \(reason)"
        }
    }
}
