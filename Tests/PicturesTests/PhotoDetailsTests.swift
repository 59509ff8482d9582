import Albums
import Basics
import CellArt
import Foundation
import Testing

@testable import Pictures

@Suite("Photo details")
struct PhotoDetailsTests {
    private let files = TemporaryFiles()

    private func details(_ exif: [UInt8]) -> PhotoDetails? {
        exif.withUnsafeBytes { ExifBlock($0).map(PhotoDetails.init) }
    }

    private func expectAll(_ file: [UInt8]) async throws {
        let details = try await PictureLoader().details(
            of: PhotoVersion("a"), from: .file(path: files.path(of: file)))
        #expect(details.description == "A lighthouse")
        #expect(details.author == "Mira Hölt")
        #expect(details.taken == Date(timeIntervalSince1970: 1_428_667_389))
        #expect(details.camera == "NIKON D3100")
        #expect(details.lens == "18-55 mm")
        #expect(details.exposure == Exposure(time: 0.002, aperture: 5.6, iso: 200, focalLength: 24))
        let coordinate = try #require(details.coordinate)
        #expect(abs(coordinate.latitude + 37.3159) < 1e-9 && abs(coordinate.longitude - 81.1496) < 1e-9)
    }

    @Test("A JPEG's EXIF gives camera, exposure and location")
    func jpeg() async throws {
        let exif = Array("Exif\0\0".utf8) + SampleExif.camera
        let file = SampleJPEG.adding(0xE1, exif, to: SampleJPEG.encode(.upright))
        try await expectAll(file)
        try await expectAll(file + [UInt8](repeating: 0, count: 1 << 20))
    }

    @Test("A WebP's EXIF gives the same details")
    func webP() async throws {
        try await expectAll(SampleWebP.extended(.upright, exif: SampleExif.camera))
    }

    @Test("A file without EXIF has no details")
    func none() async throws {
        let path = files.path(of: SampleJPEG.encode(.upright))
        let details = try await PictureLoader().details(of: PhotoVersion("a"), from: .file(path: path))
        #expect(details == PhotoDetails())
    }

    @Test("EXIF truncated at any byte or with any byte changed never traps")
    func damaged() {
        let whole = SampleExif.camera
        for count in whole.indices { _ = details(Array(whole[..<count])) }
        for index in whole.indices {
            for value: UInt8 in [0, 0x7F, 0xFF] {
                var changed = whole
                changed[index] = value
                _ = details(changed)
            }
        }
    }

    @Test("Reading a directory that points to itself ends")
    func loop() {
        let exif = SampleExif.encode([0x8769: .short(8), 0x8825: .short(8), 0x010F: .text("Maker")])
        #expect(details(exif)?.camera == "Maker")
    }

    @Test("The exposure is also read from APEX values alone")
    func apex() throws {
        let exif = SampleExif.encode([
            0x8769: .directory([
                0x9201: .signedRationals([(8_965_784, 1_000_000)]), 0x9202: .rationals([(4_970_854, 1_000_000)]),
            ])
        ])
        let exposure = try #require(details(exif)).exposure
        let (time, aperture) = (try #require(exposure.time), try #require(exposure.aperture))
        #expect(abs(time - 0.002) < 1e-6 && abs(aperture - 5.6) < 1e-3)
        let absurd = SampleExif.encode([
            0x8769: .directory([0x9201: .signedRationals([(Int(Int32.min), 1)]), 0x9202: .rationals([(1, 0)])])
        ])
        #expect(details(absurd)?.exposure == Exposure())
    }

    @Test("A division by zero and an unset clock are ignored")
    func nonsense() {
        let exif = SampleExif.encode([
            0x8769: .directory([0x829A: .rationals([(1, 0)]), 0x9003: .text("0000:00:00 00:00:00")])
        ])
        #expect(details(exif) == PhotoDetails())
    }

    @Test("The details distinguish decoded pixels from cached ones")
    func shownPixels() async throws {
        let photo = PhotoVersion("a")
        let source = PictureSource.file(path: files.path(of: SampleJPEG.encode(.upright)))
        let loader = PictureLoader()
        #expect(loader.shownPixels(of: photo) == nil)
        let size = try await loader.size(of: photo, from: source)
        let part = PixelRect(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
        for expected in [false, true] {
            for try await _ in loader.view(
                of: photo, from: { source },
                as: ViewRequest(part: part, columns: 20, rows: 10, style: ArtStyle(symbols: .half, colors: .trueColor)))
            {}
            let pixels = try #require(loader.shownPixels(of: photo))
            #expect(pixels.wereInMemory == expected)
            #expect(pixels.origin == .fullDecode)
            #expect(pixels.width == size.width)
        }
    }
}
