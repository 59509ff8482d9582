import CTurboJPEG
import CellArt
import Testing

@testable import Pictures

@Suite("Encoding JPEG")
struct JPEGEncoderTests {
    private func decoded(_ file: [UInt8]) throws -> (width: Int, height: Int, rgba: [UInt8]) {
        let reader = try #require(tjInitDecompress())
        defer { tjDestroy(reader) }
        var (width, height, sampling, colors): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
        try #require(
            tjDecompressHeader3(reader, file, UInt(file.count), &width, &height, &sampling, &colors) == 0)
        var pixels = [UInt8](repeating: 0, count: Int(4 * width * height))
        try #require(
            tjDecompress2(reader, file, UInt(file.count), &pixels, width, 0, height, TJPF_RGBA.rawValue, 0) == 0)
        return (Int(width), Int(height), pixels)
    }

    private func gradient(width: Int, height: Int) -> Bitmap {
        var pixels: [UInt8] = []
        for row in 0..<height {
            for column in 0..<width { pixels += [UInt8(column * 255 / width), UInt8(row * 255 / height), 90, 0] }
        }
        return Bitmap(width: width, height: height, pixels: pixels, isOpaque: false)
    }

    @Test("The pixels come back nearly the same, whatever their transparency")
    func pixels() throws {
        let bitmap = gradient(width: 61, height: 43)
        let (width, height, pixels) = try decoded(try #require(JPEGEncoder.encode(bitmap, quality: 85)))
        #expect(width == 61 && height == 43)
        for index in pixels.indices where index % 4 < 3 {
            #expect(abs(Int(pixels[index]) - Int(bitmap.pixels[index])) < 16)
        }
    }

    @Test("A lower quality makes a smaller file")
    func quality() throws {
        let bitmap = gradient(width: 200, height: 100)
        let sizes = try [20, 85].map { try #require(JPEGEncoder.encode(bitmap, quality: $0)).count }
        #expect(sizes[0] < sizes[1])
    }

    @Test("A bitmap that is too wide for the format has no file")
    func tooWide() {
        let wide = Bitmap(
            width: 70_000, height: 1, pixels: Array(repeating: 0, count: 280_000), isOpaque: true)
        #expect(JPEGEncoder.encode(wide, quality: 85) == nil)
    }
}
