/// The padding that MD5 (RFC 1321, section 3.1) and SHA-256 (FIPS 180-4, section 5.1.1) share.
enum MessagePadding {
    /// The length of a block, in bytes.
    static let blockLength = 64

    /// Returns the number of bytes in the whole blocks of a message.
    static func wholeLength(of message: [UInt8]) -> Int {
        message.count / blockLength * blockLength
    }

    /// Returns the blocks that follow the whole ones: the remaining bytes, a 0x80 byte, zeros, and the length.
    /// - Parameter encode: converts the length of the message in bits to 8 bytes.
    static func lastBlocks(of message: [UInt8], length encode: (UInt64) -> [UInt8]) -> [UInt8] {
        lastBlocks(after: message[wholeLength(of: message)...], of: UInt64(message.count), length: encode)
    }

    /// Returns the blocks that follow the whole ones of a message that was read in parts.
    /// - Parameters:
    ///   - remainder: the bytes after the whole blocks.
    ///   - count: the length of the message, in bytes.
    static func lastBlocks(
        after remainder: ArraySlice<UInt8>, of count: UInt64, length encode: (UInt64) -> [UInt8]
    ) -> [UInt8] {
        var blocks = remainder + [0x80]
        blocks += [UInt8](repeating: 0, count: (2 * blockLength - 8 - blocks.count) % blockLength)
        return Array(blocks + encode(count &* 8))
    }
}
