/// The IDs that a program gives to its images in kitty's graphics protocol. All programs in a terminal share them, so each
/// takes some at random.
///
/// A placeholder has the lower 24 bits of the ID as its color, and the upper 8 bits as a mark. On a terminal without true
/// color, the color is one of its palette.
struct ImageIDs {
    /// All IDs that may be taken.
    let ranges: [ClosedRange<UInt32>]
    /// The number of IDs that may be in use, so that one is left to take.
    static let maxInUse = 900
    private var nextID: UInt32

    /// The number of IDs in true color.
    private static let count: UInt32 = 0x1_0000
    /// In a palette, there is an ID for each of these marks and each index. The first 16 colors, which have short
    /// sequences, are not used.
    private static let markCount: UInt32 = 4
    private static let firstIndex: UInt32 = 16

    init(usesPalette: Bool) {
        if usesPalette {
            let first = UInt32.random(in: 1...0xFF - Self.markCount)
            ranges = (first..<first + Self.markCount).map { $0 << 24 | Self.firstIndex...$0 << 24 | 0xFF }
        } else {
            let first = UInt32.random(in: 1..<0xFF) * Self.count
            ranges = [first...first + Self.count - 1]
        }
        nextID = ranges[0].lowerBound
    }

    /// Returns the next ID that isn't in use; after the last one, the first again.
    /// - Precondition: at most `maxInUse` are in use.
    mutating func take(notIn used: Set<UInt32> = []) -> UInt32 {
        var id: UInt32
        repeat {
            id = nextID
            let next = ranges.firstIndex { $0.upperBound == id }.map { ranges[($0 + 1) % ranges.count].lowerBound }
            nextID = next ?? id + 1
        } while used.contains(id)
        return id
    }

    /// Returns any ID, for an image that stays when the program has ended.
    static func random(usesPalette: Bool) -> UInt32 {
        usesPalette
            ? UInt32.random(in: 1...0xFF) << 24 | UInt32.random(in: firstIndex...0xFF)
            : UInt32.random(in: count...0xFF_FFFF)
    }

    /// Returns the index of the palette that is the color of an image's placeholders; nil if it is a true color.
    static func paletteIndex(of id: UInt32) -> UInt8? { id >> 24 == 0 ? nil : UInt8(truncatingIfNeeded: id) }
}
