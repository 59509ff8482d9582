/// Numbers in the heads of answers: digits and nothing else.
enum DecimalNumber {
    /// The number that `text` writes; the greatest that counts, 2^31, for a greater one (RFC 9111, section 1.2.2), and nil
    /// for anything else.
    static func parse(_ text: some StringProtocol) -> Int? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
            return nil
        }
        return min(Int(text) ?? .max, 1 << 31)
    }
}
