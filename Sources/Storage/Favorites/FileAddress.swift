/// A file's path as a `file:` address (RFC 8089): text, whatever bytes the path has.
enum FileAddress {
    private static let scheme = "file://"
    private static let plain = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/".utf8)

    static func make(path: [UInt8]) -> String {
        path.reduce(into: scheme) { address, byte in
            if plain.contains(byte) {
                address.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                let digits = String(byte, radix: 16, uppercase: true)
                address += digits.utf8.count == 1 ? "%0\(digits)" : "%\(digits)"
            }
        }
    }

    /// The path; nil for what is no address of a file of this computer.
    static func path(of address: String) -> [UInt8]? {
        guard address.hasPrefix(scheme + "/") else { return nil }
        var path: [UInt8] = []
        var rest = address.utf8.dropFirst(scheme.utf8.count)
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                path.append(byte)
                continue
            }
            guard rest.count >= 2, let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16),
                value != 0
            else { return nil }
            path.append(value)
            rest = rest.dropFirst(2)
        }
        return path
    }
}
