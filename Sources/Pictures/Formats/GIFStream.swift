import Albums
import Basics
import CGIF

/// A GIF in memory, read by giflib.
final class GIFStream {
    let gif: UnsafeMutablePointer<GifFileType>
    /// The number of repetitions after the first play, 0 for infinite; nil if not specified so far.
    private(set) var repeats: Int?
    private let source: Source

    static let damaged = PictureFailure.damaged(format: PictureFormat.gif.name)

    init(_ file: FileBytes) throws {
        source = Source(file)
        var failure: Int32 = 0
        let opened = DGifOpen(
            Unmanaged.passUnretained(source).toOpaque(),
            { gif, target, count in
                guard let target, count > 0, let context = gif?.pointee.UserData else { return 0 }
                let source = Unmanaged<Source>.fromOpaque(context).takeUnretainedValue()
                return source.read(into: UnsafeMutableRawBufferPointer(start: target, count: Int(count)))
            }, &failure)
        guard let opened else { throw Self.damaged }
        gif = opened
    }

    deinit {
        var failure: Int32 = 0
        DGifCloseFile(gif, &failure)
    }

    /// The size of the canvas; nil if the file doesn't specify it.
    var canvasSize: PixelSize? {
        let (width, height) = (Int(gif.pointee.SWidth), Int(gif.pointee.SHeight))
        return width > 0 && height > 0 ? PixelSize(width: width, height: height) : nil
    }

    /// Reads up to the pixels of the next frame; nil if there is none.
    func nextFrame() throws -> GIFFrame? {
        var control: GraphicsControlBlock?
        while true {
            var kind = UNDEFINED_RECORD_TYPE
            guard DGifGetRecordType(gif, &kind) == GIF_OK else { throw Self.damaged }
            switch kind {
            case IMAGE_DESC_RECORD_TYPE:
                guard DGifGetImageDesc(gif) == GIF_OK else { throw Self.damaged }
                return try GIFFrame(gif.pointee, control)
            case EXTENSION_RECORD_TYPE:
                if let found = try readExtension() { control = found }
            case TERMINATE_RECORD_TYPE:
                return nil
            default:
                throw Self.damaged
            }
        }
    }

    /// Skips the pixels of a frame. Returns whether that succeeded.
    func skipPixels() -> Bool {
        var size: Int32 = 0
        var block: UnsafeMutablePointer<UInt8>?
        guard DGifGetCode(gif, &size, &block) == GIF_OK else { return false }
        while block != nil {
            guard DGifGetCodeNext(gif, &block) == GIF_OK else { return false }
        }
        return true
    }

    /// Reads the next stored row, one palette index per pixel. Returns whether that succeeded.
    func readRow(_ indices: inout [UInt8]) -> Bool {
        DGifGetLine(gif, &indices, Int32(indices.count)) == GIF_OK
    }

    /// - Returns: the graphics control block for the next frame, if the extension is one.
    private func readExtension() throws -> GraphicsControlBlock? {
        var code: Int32 = 0
        var block: UnsafeMutablePointer<UInt8>?
        guard DGifGetExtension(gif, &code, &block) == GIF_OK else { throw Self.damaged }
        var control: GraphicsControlBlock?
        var isLoop = false
        while let content = block {
            // A block starts with its length.
            let bytes = UnsafeBufferPointer(start: content + 1, count: Int(content[0]))
            if code == GRAPHICS_EXT_FUNC_CODE {
                var found = GraphicsControlBlock()
                if DGifExtensionToGCB(bytes.count, bytes.baseAddress, &found) == GIF_OK { control = found }
            } else if code == APPLICATION_EXT_FUNC_CODE {
                if isLoop, bytes.count >= 3, bytes[0] == 1 { repeats = Int(bytes[1]) | Int(bytes[2]) << 8 }
                isLoop = isLoop || ["NETSCAPE2.0", "ANIMEXTS1.0"].contains(String(decoding: bytes, as: UTF8.self))
            }
            guard DGifGetExtensionNext(gif, &block) == GIF_OK else { throw Self.damaged }
        }
        return control
    }

    /// A read position in a file.
    private final class Source {
        private let file: FileBytes
        private var position = 0

        init(_ file: FileBytes) {
            self.file = file
        }

        func read(into target: UnsafeMutableRawBufferPointer) -> Int32 {
            let part = file.bytes[position..<min(file.count, position + target.count)]
            target.copyBytes(from: part)
            position = part.endIndex
            return Int32(part.count)
        }
    }
}

/// The header of a GIF frame.
struct GIFFrame {
    /// The frame's region on the canvas; may extend beyond it.
    let region: PixelRegion
    let isInterlaced: Bool
    /// The RGBA pixel for each of the 256 indices; transparent for those not in the palette.
    let palette: [UInt32]
    let delay: Duration
    let disposal: FrameCanvas.Disposal

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
