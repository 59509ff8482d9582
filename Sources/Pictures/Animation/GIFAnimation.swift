import Basics

/// The frames of an animated GIF, composited as specified by GIF89a.
final class GIFAnimation: AnimationDecoder {
    let size: PixelSize
    let orientation = Orientation.upright
    let profile: [UInt8]? = nil
    private(set) var plays: Int? = 1
    private var drawn: FrameCanvas
    private let file: FileBytes
    private var stream: GIFStream
    private var isDamaged = false

    /// Returns nil for a GIF with a single frame, or one that needs too much memory.
    init?(_ file: FileBytes, limits: DecodeLimits) throws {
        let first = try GIFStream(file)
        guard let frame = try first.nextFrame() else { throw GIFStream.damaged }
        size = first.canvasSize ?? frame.region.size
        guard Self.memory(size, file) <= limits.animationBytes, first.skipPixels(), try first.nextFrame() != nil else {
            return nil
        }
        self.file = file
        stream = try GIFStream(file)
        drawn = FrameCanvas(size: size)
    }

    var canvas: [UInt8] { drawn.pixels }

    func next(cancellation: DecodeCancellation) throws -> Duration? {
        try cancellation.check()
        guard !isDamaged, let frame = try? stream.nextFrame() else { return nil }
        plays = stream.repeats.map { $0 == 0 ? nil : $0 + 1 } ?? 1
        let clipped = frame.region.cut(to: size)
        var indices = [UInt8](repeating: 0, count: frame.region.width)
        for (count, row) in frame.storedRows.enumerated() {
            if count.isMultiple(of: 16) { try cancellation.check() }
            guard stream.readRow(&indices) else {
                isDamaged = true
                // The rows before the damage are worth showing.
                return count == 0 ? nil : frame.delay
            }
            if count == 0 { drawn.beginFrame(in: clipped, frame.disposal) }
            if clipped.rows.contains(frame.region.y + row) { draw(indices, of: frame, row: row, in: clipped) }
        }
        return frame.delay
    }

    func rewind() {
        guard let stream = try? GIFStream(file) else {
            isDamaged = true
            return
        }
        self.stream = stream
        isDamaged = false
        drawn = FrameCanvas(size: size)
    }

    private func draw(_ indices: [UInt8], of frame: GIFFrame, row: Int, in clipped: PixelRegion) {
        drawn.pixels.withUnsafeMutableBytes { bytes in
            let pixels = bytes.bindMemory(to: UInt32.self)
            let start = (frame.region.y + row) * size.width + clipped.x
            for column in 0..<clipped.width {
                let color = frame.palette[Int(indices[column])]
                // Transparent pixels leave the canvas unchanged.
                if color != 0 { pixels[start + column] = color }
            }
        }
    }

    /// Returns the memory needed during playback, in bytes: the file, the canvas, a copy for drawing, and the pixels
    /// that a frame covers.
    private static func memory(_ size: PixelSize, _ file: FileBytes) -> Int {
        file.count + 3 * DecodePlan(region: PixelRegion(all: size), factor: 1).bytes
    }
}

extension PixelRegion {
    /// Returns the part of the region within a picture.
    fileprivate func cut(to size: PixelSize) -> PixelRegion {
        PixelRegion(
            x: min(x, size.width), y: min(y, size.height), width: max(0, min(width, size.width - x)),
            height: max(0, min(height, size.height - y)))
    }
}
