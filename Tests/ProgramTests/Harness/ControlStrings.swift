/// Finds control strings in a program's output: titles, clipboard access, queries, pictures and anything else that a
/// terminal interprets without showing it.
enum ControlStrings {
    /// Returns every string introduced by OSC, DCS, APC, PM or SOS, starting with the letter after the escape, such
    /// as `]11;?`.
    static func find(in output: [UInt8]) -> Set<String> {
        let introducers = Set("]P_^X".utf8)
        var found: Set<String> = []
        var index = 0
        while index + 1 < output.count {
            guard output[index] == 0x1B, introducers.contains(output[index + 1]) else {
                index += 1
                continue
            }
            let content = output[(index + 1)...].prefix { $0 != 0x1B && $0 != 0x07 }
            found.insert(String(decoding: content, as: UTF8.self))
            index = content.endIndex
        }
        return found
    }
}
