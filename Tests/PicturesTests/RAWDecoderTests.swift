import Albums
import Basics
import CellArt
import FoundationEssentials
import Glibc
import Testing

@testable import Pictures

@Suite("RAW")
struct RAWDecoderTests {
    /// The preview and the sensor have different colors, to distinguish the decoded ones.
    private static let preview = Quadrants(width: 60, height: 40, "YB/GR")
    private static let sensor = Quadrants(width: 240, height: 160, "RG/BY")

    private func sample(_ maker: SampleRAW, orientation: Int = 1) -> [UInt8] {
        maker.encode(sensor: Self.sensor, preview: SampleJPEG.encode(Self.preview), orientation: orientation)
    }

    private func description(of bytes: [UInt8]) throws -> PictureDescription {
        try InProcessDecoding().describe(DecodingRequest(.memory(bytes)), cancellation: DecodeCancellation())
    }

    @Test("A raw file is distinguished from a TIFF by its content", arguments: SampleRAW.allCases)
    func detection(maker: SampleRAW) throws {
        #expect(try FetchedPicture(sample(maker)).format(cancellation: DecodeCancellation()) == .raw)
    }

    @Test("A small tile shows the preview", arguments: SampleRAW.allCases)
    func tiles(maker: SampleRAW) throws {
        let level = try decoded(sample(maker), factor: 4)
        #expect(level.pictureSize == Self.sensor.size)
        #expect(level.bitmap.width == 60 && level.bitmap.looks(like: Self.preview, tolerance: 24))
    }

    @Test("Beyond the preview, the sensor's values are developed", arguments: SampleRAW.uncompressed)
    func developing(maker: SampleRAW) throws {
        for factor in [1, 2] {
            let level = try decoded(sample(maker), factor: factor)
            #expect(level.bitmap.width == 240 / factor)
            #expect(level.bitmap.looks(like: Self.sensor, tolerance: 60))
        }
    }

    @Test("The camera and the exposure are read", arguments: SampleRAW.allCases)
    func details(maker: SampleRAW) throws {
        let description = try description(of: sample(maker))
        #expect(description.size == Self.sensor.size)
        let details = description.details
        #expect(details.camera?.contains(maker.model) == true)
        #expect(details.lens == "50 mm F1.8")
        #expect(details.exposure.iso == 400 && details.exposure.time == 0.004 && details.exposure.aperture == 2.8)
        #expect(details.taken == LocalTime(exif: "2024:05:17 18:30:05", zone: nil)?.date)
    }

    @Test("A photo in portrait is rotated, developed or not", arguments: [1, 4])
    func orientation(factor: Int) throws {
        let level = try decoded(sample(.nikon, orientation: 6), factor: factor)
        #expect(level.pictureSize == PixelSize(width: 160, height: 240))
        let upright = Quadrants(width: 160, height: 240, factor == 1 ? "BR/YG" : "GY/RB")
        #expect(level.bitmap.looks(like: upright, tolerance: 60))
    }

    @Test("A worker develops the sensor's values without further rights")
    func worker() throws {
        let service = DecodingWorkers.ofBuiltProgram()
        let request = DecodingRequest(.memory(sample(.nikon)))
        let level = try service.render(request, .covering(Self.sensor.size), cancellation: DecodeCancellation())
        #expect(level.bitmap.width == 240 && level.bitmap.looks(like: Self.sensor, tolerance: 60))
    }

    @Test("A worker maps a file, and reads only the parts with the preview")
    func mapping() throws {
        let files = TemporaryFiles()
        let size = 32 << 20
        let bytes = sample(.leica)
        let path = files.path(of: bytes + [UInt8](repeating: 1, count: size - bytes.count))
        let descriptor = open(path.map(CChar.init(bitPattern:)) + [0], O_RDWR)
        defer { close(descriptor) }
        try #require(fsync(descriptor) == 0 && posix_fadvise(descriptor, 0, 0, POSIX_FADV_DONTNEED) == 0)
        // On tmpfs, files are always in memory.
        let isDropped = try cachedBytes(of: descriptor, size: size) < size / 2
        let level = try DecodingWorkers.ofBuiltProgram().render(
            DecodingRequest(.file(path: path)), .covering(Self.preview.size), cancellation: DecodeCancellation())
        #expect(level.bitmap.looks(like: Self.preview, tolerance: 24))
        #expect(try !isDropped || cachedBytes(of: descriptor, size: size) < size / 2)
    }

    /// Returns the number of bytes of a file that the system has in memory.
    private func cachedBytes(of descriptor: Int32, size: Int) throws -> Int {
        let memory = try #require(mmap(nil, size, PROT_READ, MAP_SHARED, descriptor, 0))
        try #require(memory != MAP_FAILED)
        defer { munmap(memory, size) }
        var pages = [UInt8](repeating: 0, count: size / Int(getpagesize()))
        try #require(mincore(memory, size, &pages) == 0)
        return pages.count { $0 & 1 == 1 } * Int(getpagesize())
    }

    @Test("A preview that the camera has cropped is the picture, and nothing else is developed")
    func cropped() throws {
        let preview = Quadrants(width: 200, height: 100, "YB/GR")
        let bytes = SampleRAW.sony.encode(sensor: Self.sensor, preview: SampleJPEG.encode(preview))
        let level = try decoded(bytes)
        #expect(level.pictureSize == preview.size && level.bitmap.looks(like: preview, tolerance: 24))
    }

    @Test("The first version of a tile is the EXIF thumbnail", arguments: [SampleRAW.sony, .nikon, .fujifilm])
    func thumbnail(maker: SampleRAW) throws {
        let small = SampleJPEG.encode(Quadrants(width: 30, height: 20, "GR/YB"))
        let preview = SampleJPEG.encode(Self.preview)
        let bytes = maker.encode(sensor: Self.sensor, preview: preview, thumbnail: small)
        let level = try InProcessDecoding().preview(DecodingRequest(.memory(bytes)), cancellation: DecodeCancellation())
        #expect(level?.pictureSize == Self.sensor.size)
        #expect(level?.bitmap.looks(like: Quadrants(width: 30, height: 20, "GR/YB"), tolerance: 24) == true)
    }

    @Test(
        "Of several previews, the smallest one with enough pixels is shown",
        arguments: [SampleRAW.sony, .nikon, .leica, .canon])
    func smallestPreview(maker: SampleRAW) throws {
        let sensor = Quadrants(width: 960, height: 640, "RG/BY")
        let large = Quadrants(width: 720, height: 480, "YB/GR")
        let small = Quadrants(width: 360, height: 240, "GR/YB")
        let bytes = maker.encode(
            sensor: sensor, preview: SampleJPEG.encode(large), thumbnail: SampleJPEG.encode(small))
        for (factor, shown) in [(4, small), (2, large), (1, sensor)] {
            let level = try decoded(bytes, factor: factor)
            #expect(level.pictureSize == sensor.size && level.bitmap.width == 960 / factor)
            #expect(level.bitmap.looks(like: shown, tolerance: 60), "1/\(factor)")
        }
    }

    @Test("A smaller preview that is truncated or damaged is replaced by the largest one", arguments: [true, false])
    func damagedSmallerPreview(isTruncated: Bool) throws {
        let sensor = Quadrants(width: 960, height: 640, "RG/BY")
        let large = Quadrants(width: 720, height: 480, "YB/GR")
        var small = SampleJPEG.encode(Quadrants(width: 360, height: 240, "GR/YB"))
        let scan = try #require(small.firstRange(of: [0xFF, 0xDA])).lowerBound
        if isTruncated {
            small = Array(small[..<((scan + small.count) / 2)])
        } else {
            // Makes comments of the quantization tables, which the header doesn't need.
            for marker in small[..<scan].ranges(of: [0xFF, 0xDB]) { small[marker.lowerBound + 1] = 0xFE }
        }
        let bytes = SampleRAW.nikon.encode(sensor: sensor, preview: SampleJPEG.encode(large), thumbnail: small)
        let level = try decoded(bytes, factor: 4)
        #expect(level.bitmap.width == 240 && level.bitmap.looks(like: large, tolerance: 60))
        #expect(!level.isTruncated)
    }

    @Test("A smaller preview in another shape, and a thumbnail, don't replace the largest one")
    func unsuitablePreviews() throws {
        let large = Quadrants(width: 720, height: 480, "YB/GR")
        let sensor = Quadrants(width: 960, height: 640, "RG/BY")
        for other in [Quadrants(width: 400, height: 300, "GR/YB"), Quadrants(width: 240, height: 160, "GR/YB")] {
            let bytes = SampleRAW.nikon.encode(
                sensor: sensor, preview: SampleJPEG.encode(large), thumbnail: SampleJPEG.encode(other))
            #expect(try decoded(bytes, factor: 8).bitmap.looks(like: large, tolerance: 60))
        }
    }

    @Test("If the largest preview can't be decoded, a smaller one is shown")
    func undecodableLargestPreview() throws {
        let sensor = Quadrants(width: 960, height: 640, "RG/BY")
        let small = Quadrants(width: 360, height: 240, "GR/YB")
        var large = SampleJPEG.encode(Quadrants(width: 720, height: 480, "YB/GR"))
        // 12 bits per channel; LibRaw reads only the size.
        large[try #require(large.firstRange(of: [0xFF, 0xC0])).upperBound + 2] = 12
        let bytes = SampleRAW.nikon.encode(sensor: sensor, preview: large, thumbnail: SampleJPEG.encode(small))
        for (factor, shown) in [(4, small), (1, sensor)] {
            let level = try decoded(bytes, factor: factor)
            #expect(level.pictureSize == sensor.size && level.bitmap.width == 960 / factor)
            #expect(level.bitmap.looks(like: shown, tolerance: 60), "1/\(factor)")
        }
    }

    @Test("JPEGs are found in all directories, within the file and a limited number of them")
    func embeddedJPEGs() {
        func ranges(_ bytes: [UInt8]) -> [Range<Int>] { bytes.withUnsafeBytes(EmbeddedJPEGs.ranges) }
        let preview = SampleJPEG.encode(Self.preview)
        let bytes = SampleRAW.nikon.encode(sensor: Self.sensor, preview: preview, thumbnail: preview)
        let found = ranges(bytes)
        #expect(found.count == 2 && found.allSatisfy { Array(bytes[$0]) == preview })
        #expect(ranges(Array(bytes.prefix(found[0].upperBound - 1))).count < 2)
        #expect(ranges(Array(bytes.prefix(7))).isEmpty && ranges([]).isEmpty)
        // A directory that follows itself.
        let loop: [UInt8] = [0x49, 0x49, 42, 0, 8, 0, 0, 0, 0, 0, 8, 0, 0, 0]
        #expect(ranges(loop).isEmpty)
    }

    @Test("A thumbnail in another shape is ignored")
    func letterboxed() throws {
        let preview = SampleJPEG.encode(Quadrants(width: 40, height: 30, "YB/GR"))
        let level = try decoded(SampleRAW.pentax.encode(sensor: Self.sensor, preview: preview), factor: 8)
        #expect(level.pictureSize == Self.sensor.size && level.bitmap.looks(like: Self.sensor, tolerance: 60))
    }

    @Test("Without the sensor's values or a preview, the other one is shown")
    func damaged() throws {
        let cut = Array(sample(.nikon).prefix(8192))
        #expect(throws: PictureFailure.self) { try decoded(cut) }
        let withoutPreview = SampleRAW.leica.encode(sensor: Self.sensor, preview: [1, 2, 3])
        #expect(try decoded(withoutPreview, factor: 8).bitmap.looks(like: Self.sensor, tolerance: 60))
    }

    @Test("TIFF files with several pictures aren't mistaken for raw ones")
    func tiff() throws {
        func format(_ bytes: [UInt8]) throws -> PictureFormat {
            try FetchedPicture(bytes).format(cancellation: DecodeCancellation())
        }
        #expect(try format(SampleTIFF.encode(Self.sensor)) == .tiff)
        #expect(try format(SampleTIFF.encode(Self.sensor, xmp: [UInt8](repeating: 32, count: 9000))) == .tiff)
        // Its directory follows the pixels, and is that of a raw file.
        var sample = SampleTIFF(width: 96, height: 64)
        sample.blocks = [(0xC612, [1, 4, 0, 0, 0])]
        #expect(try format(sample.encode(Quadrants.upright.rgb)) == .raw)
    }

    @Test("A TIFF that LibRaw refuses is decoded as such")
    func refused() throws {
        var sample = SampleTIFF(width: 96, height: 64)
        sample.blocks = [(0x014A, [0, 0, 0, 0, 0]), (0xC612, [0, 0, 0, 0, 0])]
        #expect(try decoded(sample.encode(Quadrants.upright.rgb)).bitmap.looks(like: Quadrants.upright))
    }

    /// A CR3 with a main EXIF and previews, but nothing that LibRaw reads.
    private func canon(_ previews: [[UInt8]], orientation: Int = 1) -> [UInt8] {
        func box(_ name: String, _ content: [UInt8]) -> [UInt8] {
            var bytes: [UInt8] = []
            bytes.append(big: content.count + 8, bytes: 4)
            return bytes + Array(name.utf8) + content
        }
        let head = box("ftyp", Array("crx ".utf8) + [0, 0, 0, 1] + Array("crx isom".utf8))
        return head + box("CMT1", exif(orientation: orientation))
            + previews.flatMap { box("PRVW", [UInt8](repeating: 0xFF, count: 16) + $0) }
    }

    @Test("A raw file that LibRaw refuses shows its largest JPEG, turned by its EXIF", arguments: [1, 6])
    func refusedCR3(orientation: Int) throws {
        let small = SampleJPEG.encode(Quadrants(width: 48, height: 32, "YB/GR"))
        let large = SampleJPEG.encode(Quadrants.upright)
        for previews in [[small, large], [large, small]] {
            let level = try decoded(canon(previews, orientation: orientation))
            let isTurned = orientation == 6
            #expect(level.pictureSize == PixelSize(width: isTurned ? 64 : 96, height: isTurned ? 96 : 64))
            let shown = isTurned ? Quadrants(width: 64, height: 96, "BR/YG") : Quadrants.upright
            #expect(level.bitmap.looks(like: shown))
        }
        #expect(failure(canon([])) == .unsupportedFormat("RAW of this kind"))
        #expect(failure(canon([[0xFF, 0xD8, 0xFF, 0xD9]])) == .unsupportedFormat("RAW of this kind"))
    }

    @Test("A refused TIFF with a larger JPEG than its first picture shows the JPEG")
    func refusedWithPreview() throws {
        let jpeg = SampleJPEG.encode(Quadrants(width: 192, height: 128, "RG/BY"))
        var sample = SampleTIFF(width: 96, height: 64)
        sample.blocks = [(0x014A, [0, 0, 0, 0, 0]), (0xC612, [0, 0, 0, 0, 0])]
        sample.longs = [(0x0201, sample.jpegOffset(Quadrants.upright.rgb)), (0x0202, jpeg.count)]
        let bytes = sample.encode(Quadrants.upright.rgb) + jpeg
        let level = try decoded(bytes)
        #expect(level.pictureSize == PixelSize(width: 192, height: 128))
        #expect(level.bitmap.looks(like: Quadrants(width: 192, height: 128, "RG/BY")))
    }
}
