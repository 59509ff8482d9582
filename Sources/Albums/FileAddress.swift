/// Converts paths to and from `file:` URLs (RFC 8089): valid text for any bytes in the path.
public enum FileAddress {
    private static let scheme = "file://"
    private static let plain = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/".utf8)
    private static let digits = Array("0123456789ABCDEF".utf8)

    public static func make(path: [UInt8]) -> String {
        var address = Array(scheme.utf8)
        address.reserveCapacity(address.count + path.count)
        for byte in path {
            if plain.contains(byte) {
                address.append(byte)
            } else {
                address += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: address, as: UTF8.self)
    }

    /// Returns the path of a local `file:` URL; nil for any other text.
    public static func path(of address: String) -> [UInt8]? {
        guard address.hasPrefix(scheme + "/") else { return nil }
        var path: [UInt8] = []
        var remainder = address.utf8.dropFirst(scheme.utf8.count)
        while let byte = remainder.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                path.append(byte)
                continue
            }
            guard remainder.count >= 2,
                let value = UInt8(String(decoding: remainder.prefix(2), as: UTF8.self), radix: 16),
                value != 0
            else { return nil }
            path.append(value)
            remainder = remainder.dropFirst(2)
        }
        return path
    }
}
