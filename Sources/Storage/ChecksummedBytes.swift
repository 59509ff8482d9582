/// Bytes prefixed with their SHA-256 hash, to detect corruption.
enum ChecksummedBytes {
    static func seal(_ bytes: [UInt8]) -> [UInt8] {
        SHA256.hash(bytes) + bytes
    }

    /// Returns the sealed bytes; nil if the hash does not match.
    static func open(_ sealed: [UInt8]) -> [UInt8]? {
        let bytes = Array(sealed.dropFirst(SHA256.length))
        return Array(sealed.prefix(SHA256.length)) == SHA256.hash(bytes) ? bytes : nil
    }
}
