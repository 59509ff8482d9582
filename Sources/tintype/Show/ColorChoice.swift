import ArgumentParser
import CellArt
import Screens
import Storage
import TerminalUI

/// The number of colors as a command-line argument.
enum ColorChoice: String, ExpressibleByArgument, CaseIterable {
    case auto
    case none
    case eight = "8"
    case sixteen = "16"
    case palette256 = "256"
    case trueColor = "true"

    /// Nil for the terminal's own number of colors.
    var colors: ColorDepth? {
        switch self {
        case .auto: nil
        case .none: ColorDepth.none
        case .eight: .eight
        case .sixteen: .sixteen
        case .palette256: .palette256
        case .trueColor: .trueColor
        }
    }

    /// - Parameter terminal: The terminal's capabilities, for `auto`.
    func depth(on terminal: TerminalAppearance?) -> ColorDepth {
        colors ?? terminal?.colors ?? ColorDepth.none
    }
}

extension Configuration {
    /// The configured number of colors; nil for automatic detection.
    var colorsOfTerminal: ColorDepth? {
        colors.flatMap(ColorChoice.init)?.colors
    }
}
