/// How many colors a terminal shows.
public enum ColorDepth: Int, Sendable, Hashable, CaseIterable, Comparable {
    case none = 0
    case eight = 8
    case sixteen = 16
    /// The xterm palette. Pictures use only 16 to 255, because themes may change the first 16 colors.
    case palette256 = 256
    case trueColor = 16_777_216

    public static func < (left: ColorDepth, right: ColorDepth) -> Bool {
        left.rawValue < right.rawValue
    }
}
