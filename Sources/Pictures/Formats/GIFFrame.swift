import Albums
import CGIF

/// The header of a GIF frame.
struct GIFFrame {
    /// The treatment of the frame after its display time.
    enum Disposal {
        case keep
        /// Makes its region transparent.
        case clear
        /// Restores the previous contents.
        case restore
    }

    /// The frame's region on the canvas; may extend beyond it.
    let region: PixelRegion
    let isInterlaced: Bool
    /// The RGBA pixel for each of the 256 indices; transparent for those not in the palette.
    let palette: [UInt32]
    let delay: Duration
    let disposal: Disposal

    /// Creates a frame from the header that was read last and the graphics control block before it.
    /// - Throws: `PictureFailure.damaged` if the frame has no pixels or no colors.
    init(_ gif: GifFileType, _ control: GraphicsControlBlock?) throws {
        region = PixelRegion(
            x: Int(gif.Image.Left), y: Int(gif.Image.Top), width: Int(gif.Image.Width), height: Int(gif.Image.Height))
        isInterlaced = gif.Image.Interlace
        guard region.width > 0, region.height > 0, let colors = (gif.Image.ColorMap ?? gif.SColorMap)?.pointee else {
            throw GIFStream.damaged
        }
        let transparent = control.map { Int($0.TransparentColor) } ?? Int(NO_TRANSPARENT_COLOR)
        var palette = [UInt32](repeating: 0, count: 256)
        for index in 0..<min(256, Int(colors.ColorCount)) where index != transparent {
            let color = colors.Colors[index]
            palette[index] = UInt32(
                littleEndian: 0xFF00_0000 | UInt32(color.Blue) << 16 | UInt32(color.Green) << 8 | UInt32(color.Red))
        }
        self.palette = palette
        delay = .milliseconds(10 * (control.map { Int($0.DelayTime) } ?? 0))
        disposal =
            switch control?.DisposalMode {
            case DISPOSE_BACKGROUND: .clear
            case DISPOSE_PREVIOUS: .restore
            default: .keep
            }
    }

    /// The frame's rows in stored order; interlaced rows are stored in four passes (GIF89a, appendix E).
    var storedRows: [Int] {
        guard isInterlaced else { return Array(0..<region.height) }
        return [(0, 8), (4, 8), (2, 4), (1, 2)].flatMap { first, step in
            stride(from: first, to: region.height, by: step)
        }
    }
}
