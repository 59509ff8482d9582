import CQREncode

/// A text encoded as a QR code, a square of dark and light modules (ISO/IEC 18004).
struct QRCode: Hashable, Sendable {
    /// The width in modules of the light margin around the code (ISO/IEC 18004, 6.3.8).
    static let quietZone = 4

    /// The number of modules per side, from 21 to 177, without the quiet zone.
    let width: Int
    private let dark: [Bool]

    /// Returns nil if the text exceeds the 2953 bytes that a QR code can hold.
    init?(_ text: String) {
        // Choose the smallest version for the text, then the highest error correction level at that size.
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
        // Bit 0 is the color; the other bits describe the module's function.
        dark = (0..<width * width).map { modules[$0] & 1 == 1 }
    }

    /// Whether a module is dark; modules outside the code are light.
    func isDark(column: Int, row: Int) -> Bool {
        guard (0..<width).contains(column), (0..<width).contains(row) else { return false }
        return dark[row * width + column]
    }
}
