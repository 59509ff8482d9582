/// SplitMix64 (Steele, Lea and Flood, 2014): the same seed yields the same numbers on every machine.
struct SeededRandom {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var bits = state
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return bits ^ (bits >> 31)
    }

    /// Returns a uniformly distributed number in a range.
    mutating func number(in range: ClosedRange<Double>) -> Double {
        range.lowerBound + (range.upperBound - range.lowerBound) * Double(next() >> 11) * 0x1p-53
    }

    /// Returns a uniformly distributed integer in a range.
    mutating func integer(in range: ClosedRange<Int>) -> Int {
        range.lowerBound + Int(next() % UInt64(range.count))
    }

    /// Returns true with this probability.
    mutating func chance(_ probability: Double) -> Bool {
        number(in: 0...1) < probability
    }

    /// Returns one of the choices, which must not be empty.
    mutating func choice<Choice>(of choices: [Choice]) -> Choice {
        choices[integer(in: 0...(choices.count - 1))]
    }
}
