import TerminalUI

extension Brightness {
    /// What rxvt, Konsole and others tell of the background in COLORFGBG, such as `15;0` or `0;default;15`: numbers of the
    /// palette, the background's last; 7 and 9 to 15 are light.
    init?(environment: [String: String]) {
        guard let last = environment["COLORFGBG"]?.split(separator: ";").last, let index = UInt8(last), index < 16
        else {
            return nil
        }
        self = index == 7 || index > 8 ? .light : .dark
    }
}
