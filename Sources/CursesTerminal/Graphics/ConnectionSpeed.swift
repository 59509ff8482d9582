/// Whether the connection to the terminal is too slow for uncompressed or losslessly compressed pixels.
struct ConnectionSpeed {
    private(set) var isSlow = false
    /// The rate at the last decision, in bytes per second.
    private var decidedRate: Double?

    /// How many bytes a pixel of a photo takes, compressed by zlib.
    private static let bytesPerPixel = 2.2
    /// By which factor the rate changes before the decision is made again, so that the protocol doesn't go back and forth.
    private static let minChange = 2.0

    /// Decides by the rate of the connection whether a screen of photos fits the time that pixels may take.
    /// - Parameters:
    ///   - rate: in bytes per second.
    ///   - pixels: the number of pixels of the screen.
    mutating func consider(rate: Double, pixels: Int) {
        if let decidedRate, max(rate / decidedRate, decidedRate / rate) < Self.minChange { return }
        decidedRate = rate
        isSlow = Double(pixels) * Self.bytesPerPixel > rate * PixelBudget.maxTime
    }
}
