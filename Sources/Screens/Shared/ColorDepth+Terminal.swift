import CellArt
import TerminalUI

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
