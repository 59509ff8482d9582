/// Returns a capability without padding delays such as `$<5/>`, which no current terminal needs.
func withoutPadding(_ capability: [UInt8]) -> [UInt8] {
    var rest = capability[...]
    var kept: [UInt8] = []
    while let byte = rest.popFirst() {
        if byte == UInt8(ascii: "$"), rest.first == UInt8(ascii: "<"), let end = rest.firstIndex(of: UInt8(ascii: ">"))
        {
            rest = rest[(end + 1)...]
        } else {
            kept.append(byte)
        }
    }
    return kept
}
