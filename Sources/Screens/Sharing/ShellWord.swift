/// Quotes bytes as one word of a shell command line, for POSIX shells and fish. Words with control characters use
/// `$'…'`, which needs bash, zsh or ksh.
enum ShellWord {
    /// Returns plain words unchanged, and others quoted.
    static func quoted(_ bytes: [UInt8]) -> [UInt8] {
        if !bytes.isEmpty, bytes.allSatisfy(isPlain) { return bytes }
        // A pasted control character could end the line and run the command.
        if bytes.contains(where: isControl) { return Array("$'".utf8) + bytes.flatMap(escaped) + Array("'".utf8) }
        guard !bytes.isEmpty else { return Array("''".utf8) }
        // In quotes, fish treats a backslash before a quote or backslash as an escape, so both go outside.
        return bytes.chunked(by: isEscaped).flatMap { run in
            isEscaped(run[run.startIndex])
                ? run.flatMap { [UInt8(ascii: "\\"), $0] }
                : run.allSatisfy(isPlain) ? Array(run) : Array("'".utf8) + run + Array("'".utf8)
        }
    }

    private static func isEscaped(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\\")
    }

    /// Whether a byte is a control character, which can't be pasted literally.
    static func isControl(_ byte: UInt8) -> Bool { byte < 0x20 || byte == 0x7F }

    /// Whether a byte is literal to every shell, in any position.
    static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...:
            true
        default: "/._-+,:@%".utf8.contains(byte)
        }
    }

    private static func escaped(_ byte: UInt8) -> [UInt8] {
        if isControl(byte) { return Array("\\\(String(byte, radix: 8).leftPadded(to: 3))".utf8) }
        return byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\\") ? [UInt8(ascii: "\\"), byte] : [byte]
    }
}

extension [UInt8] {
    /// Splits the bytes into maximal runs with the same value of the predicate.
    fileprivate func chunked(by isOfOneKind: (UInt8) -> Bool) -> [ArraySlice<UInt8>] {
        var runs: [ArraySlice<UInt8>] = []
        var start = startIndex
        for index in indices where index + 1 == endIndex || isOfOneKind(self[index]) != isOfOneKind(self[index + 1]) {
            runs.append(self[start...index])
            start = index + 1
        }
        return runs
    }
}

extension String {
    fileprivate func leftPadded(to length: Int) -> String {
        String(repeating: "0", count: max(0, length - count)) + self
    }
}
