import TerminalUI

extension Brightness {
    /// Reads the brightness from COLORFGBG, which rxvt, Konsole and others set to palette indices such as `15;0` or
    /// `0;default;15`. The last one is the background; 7 and 9 to 15 are light.
    init?(environment: [String: String]) {
        guard let last = environment["COLORFGBG"]?.split(separator: ";").last, let index = UInt8(last), index < 16
        else {
            return nil
        }
        self = index == 7 || index > 8 ? .light : .dark
    }
}
