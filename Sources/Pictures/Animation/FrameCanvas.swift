import Basics

/// The canvas on which the frames of a GIF or PNG are drawn, one over another.
struct FrameCanvas {
    /// The treatment of a frame after its display time. The raw values are those of PNG (3rd edition, 11.3.7).
    enum Disposal: UInt8 {
        case keep
        /// Makes its region transparent.
        case clear
        /// Restores the previous contents.
        case restore
    }

    let size: PixelSize
    /// RGBA, row by row.
    var pixels: [UInt8]
    /// The last frame, with the pixels it covers if its disposal restores them.
    private var last: (region: PixelRegion, disposal: Disposal, covered: [UInt8])?

    /// Creates a transparent canvas.
    init(size: PixelSize) {
        self.size = size
        pixels = [UInt8](repeating: 0, count: 4 * size.count)
    }

    /// Disposes of the last frame and prepares to draw the next into a region of the canvas.
    mutating func beginFrame(in region: PixelRegion, _ disposal: Disposal) {
        if let last {
            switch last.disposal {
            case .keep: break
            case .clear: put([UInt8](repeating: 0, count: 4 * last.region.size.count), at: last.region)
            case .restore: put(last.covered, at: last.region)
            }
        }
        last = (region, disposal, disposal == .restore ? pixels(of: region) : [])
    }

    /// Returns the pixels of a region.
    private func pixels(of region: PixelRegion) -> [UInt8] {
        region.rows.flatMap {
            pixels[4 * ($0 * size.width + region.x)..<4 * ($0 * size.width + region.x + region.width)]
        }
    }

    /// Replaces the pixels of a region.
    mutating func put(_ new: [UInt8], at region: PixelRegion) {
        let rowBytes = 4 * region.width
        for (index, row) in region.rows.enumerated() {
            let start = 4 * (row * size.width + region.x)
            pixels.replaceSubrange(start..<start + rowBytes, with: new[index * rowBytes..<(index + 1) * rowBytes])
        }
    }
}
