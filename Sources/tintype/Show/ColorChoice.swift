import ArgumentParser
import CellArt
import Screens
import Storage
import TerminalUI

/// A color depth as a command-line argument or setting; `auto` means the terminal's own.
enum ColorChoice: String, ExpressibleByArgument, CaseIterable {
    case auto
    case none
    case eight = "8"
    case sixteen = "16"
    case palette256 = "256"
    case trueColor = "true"

    /// The chosen color depth; nil for `auto`.
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

    /// Returns the color depth to use; without a terminal, `auto` means no colors.
    /// - Parameter terminal: the terminal's capabilities, used for `auto`.
    func depth(on terminal: TerminalAppearance?) -> ColorDepth {
        colors ?? terminal?.colors ?? ColorDepth.none
    }
}

extension Configuration {
    /// The color depth from the configuration; nil to detect it.
    var colorDepth: ColorDepth? {
        colors.flatMap(ColorChoice.init)?.colors
    }
}
