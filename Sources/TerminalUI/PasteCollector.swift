/// Collects what is pasted until its end mark, `CSI 201 ~`.
struct PasteCollector: Sendable {
    /// A photo album's longest sensible paste is far shorter; the rest is dropped.
    static let mostBytes = 1 << 20

    private static let endMark = Array("\u{1B}[201~".utf8)

    private var bytes: [UInt8] = []
    /// How much of the end mark the last bytes are.
    private var matched = 0

    /// The whole text after its last byte, with invalid UTF-8 repaired; nil before.
    mutating func take(_ byte: UInt8) -> String? {
        if byte == Self.endMark[matched] {
            matched += 1
            guard matched == Self.endMark.count else { return nil }
            defer { self = PasteCollector() }
            return String(decoding: bytes, as: UTF8.self)
        }
        keep(Self.endMark.prefix(matched))
        // Only the mark's first byte can begin it anew.
        matched = byte == Self.endMark[0] ? 1 : 0
        if matched == 0 { keep(CollectionOfOne(byte)) }
        return nil
    }

    private mutating func keep(_ more: some Collection<UInt8>) {
        bytes += more.prefix(Self.mostBytes - bytes.count)
    }
}
