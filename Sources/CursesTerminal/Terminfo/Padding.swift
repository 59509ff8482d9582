/// Returns a capability without padding delays such as `$<5/>`, which no current terminal needs.
func withoutPadding(_ capability: [UInt8]) -> [UInt8] {
    var remainder = capability[...]
    var kept: [UInt8] = []
    while let byte = remainder.popFirst() {
        if byte == UInt8(ascii: "$"), remainder.first == UInt8(ascii: "<"),
            let end = remainder.firstIndex(of: UInt8(ascii: ">"))
        {
            remainder = remainder[(end + 1)...]
        } else {
            kept.append(byte)
        }
    }
    return kept
}
