/// Bars of one to seven eighths of a cell (U+2580 to U+2595 and U+1FB82 to U+1FB8B).
enum EighthBlocks {
    /// Which bars exist at the upper and the right side.
    enum Complements {
        /// One eighth and one half (Unicode 1.1).
        case few
        /// All of them (Unicode 13).
        case all
    }

    private static let upper: [Unicode.Scalar] = [
        "▔", "\u{1FB82}", "\u{1FB83}", "▀", "\u{1FB84}", "\u{1FB85}", "\u{1FB86}",
    ]
    private static let right: [Unicode.Scalar] = [
        "▕", "\u{1FB87}", "\u{1FB88}", "▐", "\u{1FB89}", "\u{1FB8A}", "\u{1FB8B}",
    ]
    private static let lower: [Unicode.Scalar] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇"]
    private static let left: [Unicode.Scalar] = ["▏", "▎", "▍", "▌", "▋", "▊", "▉"]

    /// Returns the bars of a thickness of 1 to 7 eighths.
    static func bars(eighths: Int, complements: Complements) -> (
        lower: Unicode.Scalar, lowerComplement: Unicode.Scalar?, left: Unicode.Scalar, leftComplement: Unicode.Scalar?
    ) {
        let hasComplement = complements == .all || eighths == 7 || eighths == 4
        return (
            lower[eighths - 1], hasComplement ? upper[7 - eighths] : nil,
            left[eighths - 1], hasComplement ? right[7 - eighths] : nil
        )
    }
}
