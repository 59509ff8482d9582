/// Collects a bracketed paste up to its end marker, `CSI 201 ~`.
struct PasteCollector: Sendable {
    /// Far longer than any sensible paste into a photo album; the rest is dropped.
    static let maxBytes = 1 << 20

    private static let endMark = Array("\u{1B}[201~".utf8)

    private var bytes: [UInt8] = []
    /// The number of bytes of the end marker matched so far.
    private var matched = 0

    /// Returns the whole text, with invalid UTF-8 repaired, after its last byte; nil before.
    mutating func take(_ byte: UInt8) -> String? {
        if byte == Self.endMark[matched] {
            matched += 1
            guard matched == Self.endMark.count else { return nil }
            defer { self = PasteCollector() }
            return String(decoding: bytes, as: UTF8.self)
        }
        keep(Self.endMark.prefix(matched))
        // Only the marker's first byte can restart the match.
        matched = byte == Self.endMark[0] ? 1 : 0
        if matched == 0 { keep(CollectionOfOne(byte)) }
        return nil
    }

    private mutating func keep(_ more: some Collection<UInt8>) {
        bytes += more.prefix(Self.maxBytes - bytes.count)
    }
}
