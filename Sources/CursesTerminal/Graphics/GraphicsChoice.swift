import CellArt
import TerminalUI

/// How pictures are shown. The raw value is the name that users type.
public enum GraphicsChoice: String, Sendable, CaseIterable {
    /// By pixels on terminals that are known to show them, otherwise by characters.
    case auto
    /// By pixels with kitty's graphics protocol, whatever the terminal.
    case kitty
    /// By characters.
    case none

    /// Whether pictures are shown by pixels on a terminal.
    /// - Parameter program: the program that has answered; one of the environment may be another.
    func usesPixels(on appearance: TerminalAppearance, of program: TerminalProgram?) -> Bool {
        guard appearance.colors == .trueColor, appearance.repertoire == .unicode else { return false }
        return switch self {
        case .auto: program?.hasPlaceholders ?? false
        case .kitty: true
        case .none: false
        }
    }
}

extension TerminalProgram {
    /// Whether the program shows images of kitty's graphics protocol in placeholder cells. No query answers that.
    fileprivate var hasPlaceholders: Bool {
        switch name {
        case "kitty": isAtLeast(0, 28)
        case "ghostty": true
        default: false
        }
    }
}
