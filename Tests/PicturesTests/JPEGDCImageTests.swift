import Basics
import CTurboJPEG
import CellArt
import Testing

@testable import Pictures

/// Decodes large JPEGs at 1/8, and compares them with libjpeg's.
@Suite("DC images of JPEGs")
struct JPEGDCImageTests {
    private static let size = (width: 805, height: 603)
    private static let noise = noise(width: size.width, height: size.height)

    /// Returns pixels with gradients in all colors, and gray noise.
    private static func noise(width: Int, height: Int) -> [UInt8] {
        var seed: UInt32 = 1
        var pixels: [UInt8] = []
        for (y, x) in (0..<height).flatMap({ y in (0..<width).map { (y, $0) } }) {
            seed = seed &* 1_664_525 &+ 1_013_904_223
            let noise = UInt8(seed >> 25)
            let (right, down) = (UInt8(x * 128 / width), UInt8(y * 128 / height))
            pixels += [right + noise, down + noise, 127 - right + noise]
        }
        return pixels
    }

    private static func jpeg(_ sampling: TJSAMP) -> [UInt8] {
        SampleJPEG.encode(noise, size: size, sampling: sampling)
    }

    /// Returns the largest difference of a color from libjpeg's.
    private func difference(_ bitmap: Bitmap, from jpeg: [UInt8]) -> Int {
        let decompressor = tjInitDecompress()
        defer { tjDestroy(decompressor) }
        var expected = [UInt8](repeating: 0, count: 4 * bitmap.width * bitmap.height)
        let status = tjDecompress2(
            decompressor, jpeg, UInt(jpeg.count), &expected, Int32(bitmap.width), 0, Int32(bitmap.height),
            TJPF_RGBA.rawValue, 0)
        #expect(status == 0)
        return zip(bitmap.pixels, expected).map { abs(Int($0) - Int($1)) }.max() ?? 255
    }

    /// Returns the DC image; nil if libjpeg has to decode the picture.
    private func dcImage(_ jpeg: [UInt8], cancellation: DecodeCancellation = DecodeCancellation()) throws
        -> JPEGDCImage?
    {
        let file = FileBytes(capacity: jpeg.count) { target in
            target.copyBytes(from: jpeg)
            return jpeg.count
        }
        return try JPEGDecoder(file, limits: .default).dcImage(cancellation: cancellation)
    }

    @Test("Colors are those of libjpeg", arguments: [TJSAMP_444, TJSAMP_GRAY])
    func exactColors(sampling: TJSAMP) throws {
        let jpeg = Self.jpeg(sampling)
        #expect(try dcImage(jpeg) != nil)
        let bitmap = try decoded(jpeg, factor: 8).bitmap
        #expect(bitmap.width == 101 && bitmap.height == 76 && bitmap.isOpaque)
        #expect(difference(bitmap, from: jpeg) <= 1)
    }

    @Test("Chroma of half the size is interpolated", arguments: [TJSAMP_420, TJSAMP_422, TJSAMP_440])
    func interpolatedChroma(sampling: TJSAMP) throws {
        let jpeg = Self.jpeg(sampling)
        #expect(try dcImage(jpeg) != nil)
        #expect(difference(try decoded(jpeg, factor: 8).bitmap, from: jpeg) <= 4)
    }

    @Test("A reduction beyond 1/8 averages the pixels of the DC image")
    func furtherReduction() throws {
        let bitmap = try decoded(Self.jpeg(TJSAMP_420), factor: 16).bitmap
        #expect(bitmap.width == 51 && bitmap.height == 38)
        #expect(isNear(bitmap.pixel(x: 0, y: 0), [64, 64, 190, 255], 12))
        #expect(isNear(bitmap.pixel(x: 50, y: 37), [190, 190, 64, 255], 12))
    }

    @Test("Restart markers reset the predictions of DC coefficients")
    func restarts() throws {
        let jpeg = SampleJPEG.withRestarts(Self.noise, size: (Self.size.width, 592), rowsOfStrip: 16)
        #expect(try dcImage(jpeg) != nil)
        #expect(difference(try decoded(jpeg, factor: 8).bitmap, from: jpeg) <= 4)
    }

    @Test("Other JPEGs are left to libjpeg")
    func otherKinds() throws {
        #expect(try dcImage(SampleJPEG.encode(Quadrants.upright)) == nil)
        #expect(try dcImage(Self.jpeg(TJSAMP_411)) == nil)
        #expect(try !decoded(Self.jpeg(TJSAMP_411), factor: 8).isTruncated)
    }

    @Test("A truncated JPEG shows its complete rows only")
    func truncated() throws {
        let jpeg = Self.jpeg(TJSAMP_420)
        let cut = Array(jpeg[..<(jpeg.count / 2)])
        #expect(try dcImage(cut) == nil)
        let level = try decoded(cut, factor: 8)
        #expect(level.isTruncated)
        #expect(level.bitmap.pixel(x: 50, y: 20)[3] == 255 && level.bitmap.pixel(x: 50, y: 75)[3] == 0)
    }

    @Test("A missing restart marker is left to libjpeg")
    func damaged() throws {
        var jpeg = SampleJPEG.withRestarts(Self.noise, size: (Self.size.width, 592), rowsOfStrip: 16)
        let marker = try #require(jpeg.indices.dropLast().first { jpeg[$0] == 0xFF && jpeg[$0 + 1] == 0xD3 })
        jpeg.removeSubrange(marker...marker + 1)
        #expect(try dcImage(jpeg) == nil)
        #expect(try decoded(jpeg, factor: 8).bitmap.width == 101)
    }

    @Test("Cancellation ends the decode")
    func cancellation() throws {
        let cancellation = DecodeCancellation()
        cancellation.cancel()
        #expect(throws: CancellationError.self) { try dcImage(Self.jpeg(TJSAMP_420), cancellation: cancellation) }
    }

    @Test("Mutated scans are decoded, or left to libjpeg")
    func mutated() throws {
        let jpeg = Self.jpeg(TJSAMP_420)
        var seed: UInt32 = 7
        for _ in 0..<200 {
            var bytes = jpeg
            for _ in 0..<8 {
                seed = seed &* 1_664_525 &+ 1_013_904_223
                bytes[700 + Int(seed >> 8) % (bytes.count - 700)] = UInt8(truncatingIfNeeded: seed)
            }
            let image = try dcImage(bytes)
            #expect(image == nil || image?.size == PixelSize(width: 101, height: 76))
        }
    }

    @Test(
        "The first scan of a progressive JPEG is nearly as exact as all of them", arguments: [TJSAMP_444, TJSAMP_420])
    func progressive(sampling: TJSAMP) throws {
        let jpeg = SampleJPEG.encode(Self.noise, size: Self.size, sampling: sampling, flags: TJFLAG_PROGRESSIVE)
        #expect(try dcImage(jpeg) != nil)
        let bitmap = try decoded(jpeg, factor: 8).bitmap
        #expect(bitmap.width == 101 && bitmap.height == 76)
        #expect(difference(bitmap, from: jpeg) <= (sampling == TJSAMP_444 ? 4 : 16))
    }

    @Test("A progressive JPEG shows its first scan at any zoom if its coefficients need too much memory")
    func hugeProgressive() throws {
        let jpeg = SampleJPEG.encode(Self.noise, size: Self.size, flags: TJFLAG_PROGRESSIVE)
        var limits = DecodeLimits.default
        // The coefficients take 3 MB.
        limits.memory = jpeg.count + 1 << 20
        let picture = try opened(jpeg, limits: limits)
        for factor in [1, 4, 8] {
            let level = try opened(jpeg, limits: limits).level(of: PixelRegion(all: picture.size), factor: factor)
            #expect(level.bitmap.width == 101 && level.factor == 8 && !level.isTruncated)
            #expect(difference(level.bitmap, from: jpeg) <= 4)
        }
        let tile = try opened(jpeg, limits: limits).level(.thumbnail(box: PixelSize(width: 40, height: 30)))
        #expect(tile.pictureSize == picture.size && tile.bitmap.width <= 128)
        // Damaged, the first scan doesn't suffice, and libjpeg would need all coefficients.
        var damaged = jpeg
        let scan = try #require(jpeg.indices.dropLast().first { jpeg[$0] == 0xFF && jpeg[$0 + 1] == 0xDA })
        for index in scan + 2000..<scan + 2004 { damaged[index] = 0xFF }
        #expect(failure(damaged, limits: limits) == .tooLarge(width: 805, height: 603))
    }
}
