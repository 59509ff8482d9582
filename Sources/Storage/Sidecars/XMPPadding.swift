/// The white space in an XMP packet that lets it change without moving what follows (XMP specification, part 1, 7.3.2).
enum XMPPadding {
    /// The size that the specification recommends for new packets, in bytes.
    static let newBytes = 2048

    private static let trailer = Array("<?xpacket end".utf8)

    /// Returns a packet padded to `count` bytes; nil if it is longer without padding.
    static func fit(_ packet: [UInt8], to count: Int) -> [UInt8]? {
        // White space in UTF-16 has two bytes.
        guard !packet.prefix(4).contains(0) else { return packet.count == count ? packet : nil }
        let end = startOfTrailer(packet) ?? packet.count
        var start = end
        while start > 0, [0x20, 0x09, 0x0A, 0x0D].contains(packet[start - 1]) { start -= 1 }
        let missing = count - (packet.count - (end - start))
        guard missing >= 0 else { return nil }
        if missing == end - start { return packet }
        return packet[..<start] + whiteSpace(missing) + packet[end...]
    }

    /// Returns a packet with `newBytes` of padding, or as much as fits into `maxCount` bytes; nil if the packet itself
    /// is longer.
    static func padded(_ packet: [UInt8], maxCount: Int) -> [UInt8]? {
        if packet.prefix(4).contains(0) { return packet.count <= maxCount ? packet : nil }
        return fit(packet, to: min(maxCount, packet.count + newBytes))
    }

    private static func startOfTrailer(_ packet: [UInt8]) -> Int? {
        guard packet.count >= trailer.count else { return nil }
        return stride(from: packet.count - trailer.count, through: 0, by: -1).first {
            packet[$0...].starts(with: trailer)
        }
    }

    /// Returns lines of spaces, as other programs write them.
    private static func whiteSpace(_ count: Int) -> [UInt8] {
        (0..<count).map { ($0 - count + 1) % 100 == 0 ? 0x0A : 0x20 }
    }
}
