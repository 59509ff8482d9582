import CZlib
import CellArt
import FoundationEssentials

/// The control sequences of kitty's graphics protocol for images that placeholder cells show.
struct KittyGraphics: Sendable {
    /// Whether tmux passes the sequences to the terminal.
    var isThroughTmux = false

    /// Returns the commands that transmit an image and create its virtual placement: complete sequences, so that other
    /// output may come between two of them. The terminal answers only if it refuses the image.
    /// - Parameter level: how much to compress, from 0 (not at all) to 9.
    func transmission(of bitmap: Bitmap, as id: UInt32, columns: Int, rows: Int, level: Int32) -> [[UInt8]] {
        let pixels = bitmap.isOpaque ? bitmap.opaquePixels : bitmap.pixels
        let compressed = level == 0 ? nil : Self.deflated(pixels, level: level)
        let data = Array(Data(compressed ?? pixels).base64EncodedData())
        let format = "f=\(bitmap.isOpaque ? 24 : 32),s=\(bitmap.width),v=\(bitmap.height)"
        let first =
            "a=T,U=1,q=1,i=\(id),p=1,c=\(columns),r=\(rows),\(format)" + (compressed == nil ? "" : ",o=z")
        return stride(from: 0, to: data.count, by: Self.chunkBytes).map { start in
            let end = min(data.count, start + Self.chunkBytes)
            let control = (start == 0 ? first : "q=1") + ",m=\(end < data.count ? 1 : 0);"
            return command(control, data[start..<end])
        }
    }

    /// Returns the command that transmits an image with its pixels (red, green, blue, alpha) in shared memory, and creates
    /// its virtual placement. The terminal answers only if it refuses the image.
    func transmission(
        of shared: SharedPixels, width: Int, height: Int, as id: UInt32, columns: Int, rows: Int
    ) -> [UInt8] {
        command(
            "a=T,U=1,q=1,i=\(id),p=1,c=\(columns),r=\(rows),f=32,s=\(width),v=\(height),t=s;",
            Array(Data(shared.name.utf8).base64EncodedData())[...])
    }

    /// Asks whether the terminal can read this pixel in shared memory.
    func query(_ shared: SharedPixels, as id: UInt32) -> [UInt8] {
        command("a=q,i=\(id),f=32,s=1,v=1,t=s;", Array(Data(shared.name.utf8).base64EncodedData())[...])
    }

    /// Places an image again that the terminal should have; it answers only if the image is missing.
    func placement(of id: UInt32, columns: Int, rows: Int) -> [UInt8] {
        command("a=p,U=1,q=1,i=\(id),p=1,c=\(columns),r=\(rows);")
    }

    /// Ends an incomplete transmission, and deletes its image.
    func cancellation(of id: UInt32) -> [UInt8] {
        command("q=2,m=0;") + deletion(of: id)
    }

    /// Ends any transmission and deletes the images with these ids, in short commands for after a crash. Terminals that
    /// don't know them keep the images until they need the memory.
    func removal(of ids: [ClosedRange<UInt32>]) -> [UInt8] {
        command("q=2,m=0;") + ids.flatMap { command("a=d,d=R,q=2,x=\($0.lowerBound),y=\($0.upperBound);") }
    }

    /// Deletes an image and its placement.
    func deletion(of id: UInt32) -> [UInt8] {
        command("a=d,d=I,q=2,i=\(id);")
    }

    private func command(_ control: String, _ data: ArraySlice<UInt8> = []) -> [UInt8] {
        let command = Array("\u{1B}_G\(control)".utf8) + data + Array("\u{1B}\\".utf8)
        return isThroughTmux ? Multiplexer.passedOnByTmux(command) : command
    }

    /// In bytes, the maximum size of the data of one command.
    private static let chunkBytes = 4096

    private static func deflated(_ bytes: [UInt8], level: Int32) -> [UInt8]? {
        var count = compressBound(UInt(bytes.count))
        let result = [UInt8](unsafeUninitializedCapacity: Int(count)) { target, initialized in
            let status = compress2(target.baseAddress, &count, bytes, UInt(bytes.count), level)
            initialized = status == Z_OK ? Int(count) : 0
        }
        return result.isEmpty ? nil : result
    }
}

/// The IDs that a program gives to its images in kitty's graphics protocol. All programs in a terminal share them, so each
/// takes some at random.
///
/// A placeholder has the lower 24 bits of the ID as its color, and the upper 8 bits as a mark. On a terminal without true
/// color, the color is one of its palette.
struct ImageIDs {
    /// All IDs that may be taken.
    let ranges: [ClosedRange<UInt32>]
    /// The number of IDs that may be in use, so that one is left to take.
    static let maxInUse = 900
    private var nextID: UInt32

    /// The number of IDs in true color.
    private static let count: UInt32 = 0x1_0000
    /// In a palette, there is an ID for each of these marks and each index. The first 16 colors, which have short
    /// sequences, are not used.
    private static let markCount: UInt32 = 4
    private static let firstIndex: UInt32 = 16

    init(usesPalette: Bool) {
        if usesPalette {
            let first = UInt32.random(in: 1...0xFF - Self.markCount)
            ranges = (first..<first + Self.markCount).map { $0 << 24 | Self.firstIndex...$0 << 24 | 0xFF }
        } else {
            let first = UInt32.random(in: 1..<0xFF) * Self.count
            ranges = [first...first + Self.count - 1]
        }
        nextID = ranges[0].lowerBound
    }

    /// Returns the next ID that isn't in use; after the last one, the first again.
    /// - Precondition: at most `maxInUse` are in use.
    mutating func take(notIn used: Set<UInt32> = []) -> UInt32 {
        var id: UInt32
        repeat {
            id = nextID
            let next = ranges.firstIndex { $0.upperBound == id }.map { ranges[($0 + 1) % ranges.count].lowerBound }
            nextID = next ?? id + 1
        } while used.contains(id)
        return id
    }

    /// Returns any ID, for an image that stays when the program has ended.
    static func random(usesPalette: Bool) -> UInt32 {
        usesPalette
            ? UInt32.random(in: 1...0xFF) << 24 | UInt32.random(in: firstIndex...0xFF)
            : UInt32.random(in: count...0xFF_FFFF)
    }

    /// Returns the index of the palette that is the color of an image's placeholders; nil if it is a true color.
    static func paletteIndex(of id: UInt32) -> UInt8? { id >> 24 == 0 ? nil : UInt8(truncatingIfNeeded: id) }
}

extension Bitmap {
    /// Red, green and blue of each pixel.
    fileprivate var opaquePixels: [UInt8] {
        [UInt8](unsafeUninitializedCapacity: 3 * width * height) { target, count in
            pixels.withUnsafeBufferPointer { pixels in
                for index in 0..<width * height {
                    target[3 * index] = pixels[4 * index]
                    target[3 * index + 1] = pixels[4 * index + 1]
                    target[3 * index + 2] = pixels[4 * index + 2]
                }
            }
            count = 3 * width * height
        }
    }
}
