import CQREncode

/// A text as a square of dark and light modules (ISO/IEC 18004).
struct QRCode: Hashable, Sendable {
    /// Light modules that readers need around the code (ISO/IEC 18004, 6.3.8).
    static let quietZone = 4

    /// How many modules a side has, from 21 to 177, without the quiet zone.
    let width: Int
    private let dark: [Bool]

    /// Nil for a text that no code can hold, which has more than 2953 bytes.
    init?(_ text: String) {
        // The smallest code there is for the text, and then the most errors that it can still correct.
        guard let smallest = QRCode(text, QR_ECLEVEL_L) else { return nil }
        let surest = [QR_ECLEVEL_H, QR_ECLEVEL_Q, QR_ECLEVEL_M].lazy.compactMap { QRCode(text, $0) }
            .first { $0.width == smallest.width }
        self = surest ?? smallest
    }

    private init?(_ text: String, _ correction: QRecLevel) {
        let bytes = Array(text.utf8)
        guard let code = QRcode_encodeData(Int32(bytes.count), bytes, 0, correction) else { return nil }
        defer { QRcode_free(code) }
        let width = Int(code.pointee.width)
        guard let modules = code.pointee.data else { return nil }
        self.width = width
        // The lowest bit is the color; the others tell what a module is for.
        dark = (0..<width * width).map { modules[$0] & 1 == 1 }
    }

    /// Whether a module is dark; those around the code are light.
    func isDark(column: Int, row: Int) -> Bool {
        guard (0..<width).contains(column), (0..<width).contains(row) else { return false }
        return dark[row * width + column]
    }
}
