import Albums
import Fuzzing
import TestFixtures
import Testing

@testable import Storage

@Suite("Finding the XMP of a JPEG", .timeLimit(.minutes(60)))
struct JPEGLayoutTests {
    private func layout(_ bytes: [UInt8]) throws -> JPEGLayout {
        try JPEGLayout(size: bytes.count, read: reader(bytes))
    }

    private func reader(_ bytes: [UInt8]) -> JPEGLayout.Read {
        { offset, count throws(SidecarFailure) in
            Array(bytes[min(offset, bytes.count)..<min(offset + count, bytes.count)])
        }
    }

    private func correction(_ sample: SampleJPEG, growth: Int = 100) throws -> JPEGLayout.Correction? {
        let bytes = sample.file
        return try layout(bytes).correction(forGrowth: growth, size: bytes.count, read: reader(bytes))
    }

    @Test("The packet is found after fill bytes and other segments")
    func packet() throws {
        var sample = SampleJPEG(packet: "packet")
        sample.segments = [SampleJPEG.exif(), [0xFF, 0xFF] + SampleJPEG.app(13, "Photoshop 3.0\0")]
        for index in 0...2 {
            sample.packetIndex = index
            let bytes = sample.file
            let layout = try layout(bytes)
            #expect(Array(bytes[layout.packet]) == Array("packet".utf8))
            #expect(layout.segment == layout.packet.lowerBound - 33..<layout.packet.upperBound)
        }
    }

    @Test("A new packet belongs after JFIF and EXIF, in either order, and before everything else")
    func insertion() throws {
        func index(_ segments: [[UInt8]]) throws -> Int? {
            let sample = SampleJPEG(segments: segments)
            let layout = try layout(sample.file)
            #expect(layout.segment.isEmpty && layout.packet == layout.segment)
            return (0...segments.count).first { sample.offset(ofSegment: $0) == layout.segment.lowerBound }
        }
        let (jfif, exif) = (SampleJPEG.app(0, "JFIF\0"), SampleJPEG.exif())
        let (extra, profile) = (SampleJPEG.app(0, "JFXX\0"), SampleJPEG.app(2, "ICC_PROFILE\0"))
        #expect(try index([]) == 0)
        #expect(try index([jfif, profile]) == 1)
        #expect(try index([jfif, extra, exif, profile]) == 3)
        #expect(try index([exif, jfif, profile]) == 2)
        #expect(try index([exif, profile]) == 1)
        #expect(try index([profile]) == 0)
    }

    @Test("Extended XMP isn't taken for the packet")
    func extendedXMP() throws {
        var sample = SampleJPEG(packet: "packet")
        sample.segments = [SampleJPEG.app(1, "http://ns.adobe.com/xmp/extension/\0GUID")]
        for index in 0...1 {
            sample.packetIndex = index
            #expect(try Array(sample.file[layout(sample.file).packet]) == Array("packet".utf8))
        }
    }

    @Test("Damaged pictures are refused, wherever they end")
    func damaged() throws {
        let bytes = SampleJPEG(packet: "packet").file
        let scan = try #require(bytes.indices.first { bytes[$0...].starts(with: [0xFF, 0xDA]) })
        for count in 0..<scan { #expect(throws: SidecarFailure.damagedPicture) { try layout(Array(bytes[..<count])) } }
        for segment: [UInt8] in [[0xFF, 0xE1, 0, 1], [0xFF, 0xD9], [0xFF, 0x01, 0, 4, 0, 0], [0, 0xE1, 0, 2]] {
            let sample = SampleJPEG(segments: [segment])
            #expect(throws: SidecarFailure.damagedPicture) { try layout(sample.file) }
        }
        #expect(throws: SidecarFailure.damagedPicture) { try layout(Array("\u{89}PNG".utf8)) }
    }

    @Test("Several packets, and Content Credentials, are refused")
    func refusals() throws {
        var sample = SampleJPEG(packet: "packet")
        sample.segments.append(SampleJPEG.app(1, SampleJPEG.mark + "other".utf8))
        #expect(throws: SidecarFailure.damaged) { try layout(sample.file) }
        sample = SampleJPEG()
        sample.segments.append(
            SampleJPEG.app(11, Array("JP".utf8) + [0, 1, 0, 0, 0, 1, 0, 0, 9, 9] + "jumb....jumdc2pa".utf8))
        #expect(throws: SidecarFailure.hasCredentials) { try layout(sample.file) }
    }

    @Test("A packet may grow in a picture that nothing follows, or filling")
    func growing() throws {
        for trailer: [UInt8] in [[], [0x14], [UInt8](repeating: 0, count: 300_000), Array("  \r\n\n\n".utf8)] {
            #expect(try correction(SampleJPEG(packet: "packet", trailer: trailer)) == nil)
        }
    }

    @Test("A packet may grow before a motion photo and Samsung's trailer, which count from the end of the file")
    func trailersFromTheEnd() throws {
        for trailer in ["\0\0\0\u{18}ftypmp42....", "........Image_Data....SEFT"] {
            #expect(try correction(SampleJPEG(packet: "packet", trailer: Array(trailer.utf8))) == nil)
        }
    }

    @Test(
        "A packet may not grow if unknown data follows",
        arguments: [
            Array("unknown data".utf8), [0xFF, 0xD8, 0xFF, 0xE0, 0, 2, 0xFF, 0xD9], Array("AXS!........".utf8),
        ])
    func unknownTrailer(trailer: [UInt8]) throws {
        #expect(throws: SidecarFailure.partsWouldMove) {
            try correction(SampleJPEG(packet: "packet", trailer: trailer))
        }
    }

    /// A picture with an index of another one after it.
    private func sampleWithTwoPictures(
        wrongSize: Bool = false, isBigEndian: Bool = true, exif: [Int] = []
    ) -> SampleJPEG {
        let other = SampleJPEG()
        var sample = SampleJPEG(packet: "packet", trailer: other.file)
        func segments(_ firstSize: Int, _ offset: Int) -> [[UInt8]] {
            [
                SampleJPEG.exif(numbers: exif),
                SampleJPEG.multiPicture(
                    firstSize: firstSize, offset: offset, size: other.file.count, isBigEndian: isBigEndian),
            ]
        }
        sample.segments = segments(0, 0)
        let start = sample.offset(ofSegment: 2) + 8
        sample.segments = segments(wrongSize ? 7 : sample.end, sample.end - start)
        return sample
    }

    @Test(
        "The size of the first of several pictures follows its packet, unless it was wrong", arguments: [true, false])
    func pictures(isBigEndian: Bool) throws {
        let sample = sampleWithTwoPictures(isBigEndian: isBigEndian)
        let size = SampleJPEG.bytes(sample.end + 100, isBigEndian: isBigEndian)
        let correction = try #require(try correction(sample))
        #expect(correction.bytes == size)
        #expect(
            Array(sample.file[correction.range]) == SampleJPEG.bytes(sample.end, isBigEndian: isBigEndian))
        #expect(try self.correction(sampleWithTwoPictures(wrongSize: true, isBigEndian: isBigEndian)) == nil)
    }

    @Test("A packet may not grow after the index of several pictures, or if that is damaged")
    func picturesBefore() throws {
        var sample = sampleWithTwoPictures()
        sample.packetIndex = 2
        #expect(throws: SidecarFailure.partsWouldMove) { try correction(sample) }
        sample.packetIndex = 1
        sample.segments[1] = SampleJPEG.app(2, "MPF\0MM\0*\0\0\0\u{40}")
        #expect(throws: SidecarFailure.partsWouldMove) { try correction(sample) }
    }

    @Test("A packet may not grow if EXIF has the offset of a picture after it")
    func offsetsInEXIF() throws {
        let sample = sampleWithTwoPictures()
        // From the start of the file, and of the TIFF structure.
        for start in [0, 12] {
            #expect(throws: SidecarFailure.partsWouldMove) {
                try correction(sampleWithTwoPictures(exif: [sample.end - start]))
            }
        }
        #expect(try correction(sampleWithTwoPictures(exif: [sample.end - 3])) != nil)
    }

    @Test("A packet may not grow in a picture without an end")
    func withoutEnd() throws {
        var sample = SampleJPEG(packet: "packet")
        for count in 1...sample.pixels.count {
            sample.pixels.removeLast()
            guard count < sample.pixels.count else { break }
            #expect(throws: SidecarFailure.damagedPicture) { try correction(sample) }
        }
    }

    @Test("The end is found across parts of the file", arguments: [-3, -2, -1, 0, 1, 2])
    func longScans(shift: Int) throws {
        var sample = SampleJPEG(packet: "packet")
        let scan: [UInt8] = [0xFF, 0xDA, 0, 4, 1, 2]
        sample.pixels = scan + [UInt8](repeating: 5, count: 1 << 18 + shift) + [0xFF, 0, 0xFF, 0xD3, 0xFF, 0xD9]
        sample.trailer = [UInt8](repeating: 0, count: 9)
        #expect(try correction(sample) == nil)
        sample.trailer[8] = 1
        #expect(throws: SidecarFailure.partsWouldMove) { try correction(sample) }
    }

    @Test("Every mutated picture has a layout within it, or is refused")
    func mutated() async throws {
        var samples = [true, false].map { sampleWithTwoPictures(isBigEndian: $0).file }
        samples.append(SampleJPEG(trailer: Array("\0\0\0\u{18}ftypmp42....".utf8)).file)
        let words = ["MPF\0MM\0*", "Exif\0\0", "http://ns.adobe.com/xap/1.0/\0", "ICC_PROFILE\0", "SEFT", "c2pa"]
        await Fuzzing("JPEGLayout", samples: samples, words: words).run { input in
            guard let layout = try? layout(input.bytes) else { return }
            #expect(layout.segment.upperBound <= input.bytes.count, "seed \(input.seed)")
            #expect(layout.segment.contains(layout.packet) || layout.packet.isEmpty, "seed \(input.seed)")
            let correction = try? layout.correction(
                forGrowth: 2048, size: input.bytes.count, read: reader(input.bytes))
            if let range = correction?.range {
                #expect(
                    range.lowerBound >= layout.segment.upperBound && range.upperBound <= input.bytes.count,
                    "seed \(input.seed)")
            }
        }
    }
}

@Suite("Padding of XMP packets")
struct XMPPaddingTests {
    private func fit(_ packet: String, to count: Int) -> String? {
        XMPPadding.fit(Array(packet.utf8), to: count).map { String(decoding: $0, as: UTF8.self) }
    }

    @Test("Padding before the trailer grows and shrinks, and nothing else changes")
    func fit() {
        #expect(fit("<a/>\n   <?xpacket end='w'?>", to: 24) == "<a/>\n<?xpacket end='w'?>")
        #expect(fit("<a/>\n   <?xpacket end='w'?>", to: 23) == "<a/><?xpacket end='w'?>")
        #expect(fit("<a/>\n   <?xpacket end='w'?>", to: 22) == nil)
        #expect(fit("<a/><?xpacket end='w'?>", to: 26) == "<a/>  \n<?xpacket end='w'?>")
        #expect(fit("<a/>\n \t <?xpacket end='w'?>", to: 27) == "<a/>\n \t <?xpacket end='w'?>")
    }

    @Test("A packet without a trailer is padded at its end")
    func withoutTrailer() {
        #expect(fit("<a/>", to: 7) == "<a/>  \n")
        #expect(fit("<a/> ", to: 4) == "<a/>")
    }

    @Test("UTF-16 isn't padded")
    func utf16() {
        let packet: [UInt8] = [0, 0x3C, 0, 0x61]
        #expect(XMPPadding.fit(packet, to: 6) == nil && XMPPadding.fit(packet, to: 4) == packet)
        #expect(XMPPadding.padded(packet, maxCount: 9) == packet && XMPPadding.padded(packet, maxCount: 3) == nil)
    }

    @Test("A new packet has 2 KB of padding, or as much as fits")
    func new() {
        let packet = Array("<a/><?xpacket end='w'?>".utf8)
        #expect(XMPPadding.padded(packet, maxCount: 9999)?.count == packet.count + 2048)
        #expect(XMPPadding.padded(packet, maxCount: 30)?.count == 30)
        #expect(XMPPadding.padded(packet, maxCount: 22) == nil)
    }
}
