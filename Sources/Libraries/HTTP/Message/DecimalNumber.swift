/// Numbers in the heads of answers: digits and nothing else.
enum DecimalNumber {
    /// The greatest number that counts (RFC 9111, section 1.2.2); any sum of such numbers can be computed.
    static let greatest = 1 << 31

    /// The number that `text` writes; the greatest that counts for a greater one, and nil for anything else.
    static func parse(_ text: some StringProtocol) -> Int? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
            return nil
        }
        return min(Int(text) ?? .max, greatest)
    }
}
