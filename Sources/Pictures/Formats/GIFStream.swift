import Albums
import CGIF

/// A GIF that giflib reads from memory.
final class GIFStream {
    let gif: UnsafeMutablePointer<GifFileType>
    private let source: Source

    static let damaged = PictureFailure.damaged(format: PictureFormat.gif.rawValue)

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

    /// Reads up to the pixels of the first frame.
    /// - Returns: the index of its transparent color, -1 for none.
    func skipToFrame() throws -> Int {
        var transparent = -1
        while true {
            var kind = UNDEFINED_RECORD_TYPE
            guard DGifGetRecordType(gif, &kind) == GIF_OK else { throw Self.damaged }
            switch kind {
            case IMAGE_DESC_RECORD_TYPE:
                guard DGifGetImageDesc(gif) == GIF_OK else { throw Self.damaged }
                return transparent
            case EXTENSION_RECORD_TYPE:
                if let found = try readExtension() { transparent = found }
            default:
                throw Self.damaged
            }
        }
    }

    /// Reads the next stored row, one index a pixel.
    func readRow(_ indices: inout [UInt8]) -> Bool {
        DGifGetLine(gif, &indices, Int32(indices.count)) == GIF_OK
    }

    /// - Returns: the transparent color, if the extension is the one that names it.
    private func readExtension() throws -> Int? {
        var code: Int32 = 0
        var block: UnsafeMutablePointer<UInt8>?
        guard DGifGetExtension(gif, &code, &block) == GIF_OK else { throw Self.damaged }
        var control = GraphicsControlBlock()
        var transparent: Int?
        // The first byte of a block is its length.
        if code == GRAPHICS_EXT_FUNC_CODE, let block,
            DGifExtensionToGCB(Int(block[0]), block + 1, &control) == GIF_OK
        {
            transparent = Int(control.TransparentColor)
        }
        while block != nil {
            guard DGifGetExtensionNext(gif, &block) == GIF_OK else { throw Self.damaged }
        }
        return transparent
    }

    /// A place in a file.
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
