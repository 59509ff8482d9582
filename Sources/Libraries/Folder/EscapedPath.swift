/// Percent-encodes paths for use as IDs; visible ASCII stays readable.
///
/// Different file names get different IDs, although Swift considers a composed and a decomposed `é` equal.
enum EscapedPath {
    static func escape(_ path: FilePath) -> String {
        var escaped: [UInt8] = []
        escaped.reserveCapacity(path.count)
        for byte in path {
            if (0x21...0x7E).contains(byte), byte != UInt8(ascii: "%") {
                escaped.append(byte)
            } else {
                escaped += [UInt8(ascii: "%"), hexadecimalDigits[Int(byte >> 4)], hexadecimalDigits[Int(byte & 15)]]
            }
        }
        return String(decoding: escaped, as: UTF8.self)
    }

    static func unescape(_ escaped: String) -> FilePath {
        var path: FilePath = []
        var remainder = Substring(escaped).utf8
        while let byte = remainder.popFirst() {
            let digits = remainder.prefix(2).compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
            if byte == UInt8(ascii: "%"), digits.count == 2 {
                path.append(UInt8(digits[0] * 16 + digits[1]))
                remainder = remainder.dropFirst(2)
            } else {
                path.append(byte)
            }
        }
        return path
    }

    private static let hexadecimalDigits = Array("0123456789ABCDEF".utf8)
}
