import Albums
import Basics
import CZlib

/// The frames of an animated PNG (PNG 3rd edition, 5.7 and 11.3.7), each decoded as a separate PNG.
///
/// Debian's libpng reads no animations.
final class PNGAnimation: AnimationDecoder {
    let size: PixelSize
    let orientation: Orientation
    /// The frames are converted to sRGB one by one.
    let profile: [UInt8]? = nil
    let plays: Int?
    private let file: FileBytes
    private let limits: DecodeLimits
    /// The content of the header, and the chunks before the first pixels that apply to all frames.
    private let header: [UInt8]
    private let shared: [UInt8]
    private let frames: [Frame]
    private var nextFrame = 0
    private var drawn: FrameCanvas

    fileprivate struct Frame {
        let region: PixelRegion
        let delay: Duration
        let disposal: FrameCanvas.Disposal
        /// Whether the frame is drawn over the canvas; otherwise it replaces its region.
        let isBlended: Bool
        /// The compressed pixels in the file.
        var parts: [Range<Int>] = []
    }

    /// Opens an animation; nil for a still PNG, of which only the beginning is read.
    @Sendable
    static func open(
        _ file: any EncodedPicture, limits: DecodeLimits, cancellation: DecodeCancellation
    ) throws -> (any AnimationDecoder)? {
        let head = try file.read(maxHeadBytes, at: 0, cancellation: cancellation)
        guard withExtendedLifetime(head, { isAnnounced(in: head.bytes) }) else { return nil }
        return try PNGAnimation(file.read(file.size, at: 0, cancellation: cancellation), limits: limits)
    }

    /// The maximum number of bytes before `acTL`, mostly of a color profile.
    private static let maxHeadBytes = 64 << 10

    /// Returns nil for a PNG with a single frame, or one that needs too much memory.
    init?(_ file: FileBytes, limits: DecodeLimits) throws {
        let still = try PNGDecoder(file, limits: limits)
        size = still.size
        guard file.count + 4 * 4 * size.count <= limits.animationBytes else { return nil }
        orientation = still.orientation
        var (header, shared, frames): ([UInt8], [UInt8], [Frame]) = ([], [], [])
        var (plays, hasPixels): (Int?, Bool) = (nil, false)
        PNGMetadata.forEachChunk(of: file.bytes) { kind, content in
            let range = content.startOffset(in: file.bytes)..<content.startOffset(in: file.bytes) + content.count
            switch String(decoding: kind, as: UTF8.self) {
            case "IHDR": header = Array(content)
            case "acTL": plays = content.bigEndian(4, at: 4)
            case "fcTL":
                guard let frame = Frame(content, canvas: still.size) else { return false }
                frames.append(frame)
            case "IDAT":
                hasPixels = true
                // The default picture is a frame only if a frame's header precedes it.
                if frames.count == 1 { frames[0].parts.append(range) }
            case "fdAT" where content.count > 4 && !frames.isEmpty:
                frames[frames.count - 1].parts.append(range.dropFirst(4))
            case "IEND": return false
            case _ where !hasPixels:
                // With its length, type and checksum.
                shared += file.bytes[range.lowerBound - 8..<range.upperBound + 4]
            default: break
            }
            return frames.count <= Self.maxFrames
        }
        frames.removeAll(where: \.parts.isEmpty)
        guard header.count == 13, frames.count > 1, let plays else { return nil }
        self.plays = plays == 0 ? nil : plays
        (self.header, self.shared, self.frames) = (header, shared, frames)
        self.file = file
        self.limits = limits
        drawn = FrameCanvas(size: size)
    }

    var canvas: [UInt8] { drawn.pixels }

    private static let maxFrames = 1 << 16

    /// Returns whether the beginning of a PNG announces an animation.
    static func isAnnounced(in head: UnsafeRawBufferPointer) -> Bool {
        var isAnnounced = false
        PNGMetadata.forEachChunk(of: head) { kind, _ in
            isAnnounced = kind.elementsEqual("acTL".utf8)
            return !isAnnounced && !kind.elementsEqual("IDAT".utf8)
        }
        return isAnnounced
    }

    func next(cancellation: DecodeCancellation) throws -> Duration? {
        try cancellation.check()
        guard frames.indices.contains(nextFrame) else { return nil }
        let frame = frames[nextFrame]
        guard let pixels = try decoded(frame, cancellation: cancellation) else { return nil }
        drawn.beginFrame(in: frame.region, frame.disposal)
        draw(pixels, of: frame)
        nextFrame += 1
        return frame.delay
    }

    func rewind() {
        nextFrame = 0
        drawn = FrameCanvas(size: size)
    }

    /// Returns the pixels of a frame; nil if they are damaged.
    private func decoded(_ frame: Frame, cancellation: DecodeCancellation) throws -> [UInt8]? {
        do {
            let bytes = png(of: frame)
            let content = FileBytes(capacity: bytes.count) { target in
                target.copyBytes(from: bytes)
                return bytes.count
            }
            let decoder = try PNGDecoder(content, limits: limits)
            let plan = DecodePlan(region: PixelRegion(all: decoder.size), factor: 1)
            let pixels = try decoder.decode(plan, limits: limits, cancellation: cancellation)
            return pixels.isTruncated ? nil : pixels.convertedToSRGB(profile: decoder.profile).bytes
        } catch PictureFailure.damaged {
            return nil
        }
    }

    /// Returns a frame as a separate PNG.
    private func png(of frame: Frame) -> [UInt8] {
        var header = header
        for (start, side) in [(0, frame.region.width), (4, frame.region.height)] {
            for byte in 0..<4 { header[start + byte] = UInt8(truncatingIfNeeded: side >> (24 - 8 * byte)) }
        }
        let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        let pixels = frame.parts.flatMap { Self.chunk("IDAT", file.bytes[$0]) }
        return signature + Self.chunk("IHDR", header) + shared + pixels + Self.chunk("IEND", [])
    }

    private static func chunk(_ kind: String, _ content: some Collection<UInt8>) -> [UInt8] {
        let checked = Array(kind.utf8) + content
        let checksum = UInt32(truncatingIfNeeded: crc32(0, checked, UInt32(checked.count)))
        return withUnsafeBytes(of: UInt32(content.count).bigEndian, Array.init) + checked
            + withUnsafeBytes(of: checksum.bigEndian, Array.init)
    }

    private func draw(_ pixels: [UInt8], of frame: Frame) {
        guard frame.isBlended else { return drawn.put(pixels, at: frame.region) }
        for (index, row) in frame.region.rows.enumerated() {
            let start = 4 * (row * size.width + frame.region.x)
            for offset in stride(from: 0, to: 4 * frame.region.width, by: 4) {
                blend(pixels, at: 4 * frame.region.width * index + offset, into: start + offset)
            }
        }
    }

    /// Draws a pixel over one of the canvas, with straight alpha in both.
    private func blend(_ pixels: [UInt8], at source: Int, into target: Int) {
        let alpha = UInt32(pixels[source + 3])
        if alpha == 255 {
            for channel in 0..<4 { drawn.pixels[target + channel] = pixels[source + channel] }
        } else if alpha > 0 {
            let below = UInt32(drawn.pixels[target + 3]) * (255 - alpha)
            let sum = 255 * alpha + below
            for channel in 0..<3 {
                let mixed =
                    255 * alpha * UInt32(pixels[source + channel]) + below * UInt32(drawn.pixels[target + channel])
                drawn.pixels[target + channel] = UInt8((mixed + sum / 2) / sum)
            }
            drawn.pixels[target + 3] = UInt8((sum + 127) / 255)
        }
    }
}

extension PNGAnimation.Frame {
    /// Reads the content of a frame's header; nil if it is invalid, or the frame isn't within the canvas.
    fileprivate init?(_ content: UnsafeRawBufferPointer, canvas: PixelSize) {
        guard content.count >= 26, let width = content.bigEndian(4, at: 4), let height = content.bigEndian(4, at: 8),
            let x = content.bigEndian(4, at: 12), let y = content.bigEndian(4, at: 16), width > 0, height > 0,
            x + width <= canvas.width, y + height <= canvas.height
        else { return nil }
        let (count, unit) = (Int(content[20]) << 8 | Int(content[21]), Int(content[22]) << 8 | Int(content[23]))
        self.init(
            region: PixelRegion(x: x, y: y, width: width, height: height),
            delay: .milliseconds(1000 * count / (unit == 0 ? 100 : unit)),
            disposal: FrameCanvas.Disposal(rawValue: content[24]) ?? .keep, isBlended: content[25] == 1)
    }
}

extension UnsafeRawBufferPointer {
    /// Returns the offset of these bytes in the buffer that contains them.
    fileprivate func startOffset(in whole: UnsafeRawBufferPointer) -> Int {
        guard let start = baseAddress, let wholeStart = whole.baseAddress else { return 0 }
        return start - wholeStart
    }
}
