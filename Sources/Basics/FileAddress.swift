/// Converts paths to and from `file:` URLs (RFC 8089): valid text for any bytes in the path.
public enum FileAddress {
    private static let scheme = "file://"

    public static func make(path: [UInt8]) -> String {
        scheme + PercentEncoding.encode(path) { $0 == UInt8(ascii: "/") || PercentEncoding.isUnreserved($0) }
    }

    /// Returns the path of a local `file:` URL; nil for any other text.
    public static func path(of address: String) -> [UInt8]? {
        guard address.hasPrefix(scheme + "/"), let path = PercentEncoding.decode(address.dropFirst(scheme.count)),
            !path.contains(0)
        else { return nil }
        return path
    }
}
