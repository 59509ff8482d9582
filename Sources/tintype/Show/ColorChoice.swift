import ArgumentParser
import CellArt
import Screens
import TerminalUI

/// How many colors to print with, as it is typed.
enum ColorChoice: String, ExpressibleByArgument, CaseIterable {
    case auto
    case none
    case eight = "8"
    case sixteen = "16"
    case palette256 = "256"
    case trueColor = "true"

    /// - Parameter terminal: what the terminal has, for `auto`.
    func depth(on terminal: TerminalAppearance?) -> ColorDepth {
        switch self {
        case .auto: terminal.map { ColorDepth($0.colors) } ?? .none
        case .none: .none
        case .eight: .eight
        case .sixteen: .sixteen
        case .palette256: .palette256
        case .trueColor: .trueColor
        }
    }
}
