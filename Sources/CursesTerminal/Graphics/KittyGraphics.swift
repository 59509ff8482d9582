import CZlib
import CellArt
import FoundationEssentials

/// The control sequences of kitty's graphics protocol for images that placeholder cells show.
enum KittyGraphics {
    /// Returns the commands that transmit an image and create its virtual placement: complete sequences, so that other
    /// output may come between two of them.
    /// - Parameter level: how much to compress, from 1 to 9.
    static func transmission(of bitmap: Bitmap, as id: UInt32, columns: Int, rows: Int, level: Int32) -> [[UInt8]] {
        let pixels = bitmap.isOpaque ? bitmap.opaquePixels : bitmap.pixels
        let compressed = deflated(pixels, level: level)
        let data = Array(Data(compressed ?? pixels).base64EncodedData())
        let format = "f=\(bitmap.isOpaque ? 24 : 32),s=\(bitmap.width),v=\(bitmap.height)"
        let first =
            "a=T,U=1,q=2,i=\(id),c=\(columns),r=\(rows),\(format)" + (compressed == nil ? "" : ",o=z")
        return stride(from: 0, to: data.count, by: chunkBytes).map { start in
            let end = min(data.count, start + chunkBytes)
            let control = (start == 0 ? first : "q=2") + ",m=\(end < data.count ? 1 : 0);"
            return Array("\u{1B}_G\(control)".utf8) + data[start..<end] + Array("\u{1B}\\".utf8)
        }
    }

    /// Ends an incomplete transmission, and deletes its image.
    static func cancellation(of id: UInt32) -> [UInt8] {
        Array("\u{1B}_Gq=2,m=0;\u{1B}\\".utf8) + deletion(of: id)
    }

    /// Ends any transmission and deletes the images with these ids, in one short command for after a crash. Terminals
    /// that don't know it keep the images until they need the memory.
    static func removal(of ids: ClosedRange<UInt32>) -> [UInt8] {
        let range = "x=\(ids.lowerBound),y=\(ids.upperBound)"
        return Array("\u{1B}_Gq=2,m=0;\u{1B}\\\u{1B}_Ga=d,d=R,q=2,\(range);\u{1B}\\".utf8)
    }

    /// Deletes an image and its placement.
    static func deletion(of id: UInt32) -> [UInt8] {
        Array("\u{1B}_Ga=d,d=I,q=2,i=\(id);\u{1B}\\".utf8)
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
