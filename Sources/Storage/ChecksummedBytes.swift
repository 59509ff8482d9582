/// Bytes with their hash before them, so that damage shows.
enum ChecksummedBytes {
    static func seal(_ bytes: [UInt8]) -> [UInt8] {
        SHA256.hash(bytes) + bytes
    }

    /// The bytes that were sealed; nil if they, or their hash, are not what they were.
    static func open(_ sealed: [UInt8]) -> [UInt8]? {
        let bytes = Array(sealed.dropFirst(SHA256.length))
        return Array(sealed.prefix(SHA256.length)) == SHA256.hash(bytes) ? bytes : nil
    }
}
