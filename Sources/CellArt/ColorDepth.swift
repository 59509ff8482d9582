/// How many colors a terminal shows.
public enum ColorDepth: Int, Sendable, Hashable, CaseIterable, Comparable {
    case none = 0
    case eight = 8
    case sixteen = 16
    /// The xterm palette, of which pictures use 16 to 255 only: a theme may change the rest.
    case palette256 = 256
    case trueColor = 16_777_216

    public static func < (left: ColorDepth, right: ColorDepth) -> Bool {
        left.rawValue < right.rawValue
    }
}
