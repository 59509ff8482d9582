import ArgumentParser
import CellArt
import Screens
import Storage
import TerminalUI

/// How many colors to use, as it is typed.
enum ColorChoice: String, ExpressibleByArgument, CaseIterable {
    case auto
    case none
    case eight = "8"
    case sixteen = "16"
    case palette256 = "256"
    case trueColor = "true"

    /// Nil for as many as the terminal has.
    var colors: TerminalAppearance.Colors? {
        switch self {
        case .auto: nil
        case .none: TerminalAppearance.Colors.none
        case .eight: .eight
        case .sixteen: .sixteen
        case .palette256: .palette256
        case .trueColor: .trueColor
        }
    }

    /// - Parameter terminal: what the terminal has, for `auto`.
    func depth(on terminal: TerminalAppearance?) -> ColorDepth {
        ColorDepth(colors ?? terminal?.colors ?? .none)
    }
}

extension Configuration {
    /// How many colors a person says that the terminal has; nil when that is left to the terminal.
    var colorsOfTerminal: TerminalAppearance.Colors? {
        colors.flatMap(ColorChoice.init)?.colors
    }
}
