import Albums
import Basics
import CellArt
import Foundation
import TestFixtures
import Testing

@testable import Pictures

@Suite("Orientation of sidecars", .timeLimit(.minutes(60)))
struct SidecarOrientationTests {
    private let folder: TemporaryFolder
    private static let stored = Quadrants(width: 64, height: 96, "GY/RB")

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Writes a picture and its sidecar.
    private func write(_ picture: [UInt8], _ name: String = "a.jpg", sidecar: [UInt8]?) throws -> [UInt8] {
        let path = "\(folder.path)/\(name)"
        try Data(picture).write(to: URL(filePath: path))
        if let sidecar { try Data(sidecar).write(to: URL(filePath: path + ".xmp")) }
        return Array(path.utf8)
    }

    private func sidecar(_ orientation: Int, isOfUser: Bool = false) -> [UInt8] {
        SampleMetadata.xmp(
            "tiff:Orientation=\"\(orientation)\""
                + (isOfUser ? " xmlns:tt=\"http://tintype.photos/ns/1.0/\" tt:Orientation=\"\(orientation)\"" : ""))
    }

    private func jpeg(_ picture: Quadrants, exif orientation: Int?) -> [UInt8] {
        let jpeg = SampleJPEG.encode(picture)
        return orientation.map { SampleJPEG.adding(orientation: $0, to: jpeg) } ?? jpeg
    }

    private static let services: [Named<@Sendable () -> any DecodingService>] = [
        Named("in process") { InProcessDecoding() },
        Named("in workers") { DecodingWorkers(executable: BuiltProgram.path(of: "tintype")) },
    ]

    @Test("A picture without an orientation has that of its sidecar", arguments: services)
    func shown(service: Named<@Sendable () -> any DecodingService>) async throws {
        let decoding = service.value()
        let path = try write(
            SampleJPEG.adding(
                thumbnail: SampleJPEG.encode(Quadrants(width: 16, height: 24, "GY/RB")),
                to: jpeg(Self.stored, exif: nil)), sidecar: sidecar(6))
        let request = DecodingRequest(.file(path: path))
        let level = try decoding.render(request, .covering(Self.stored.size), cancellation: DecodeCancellation())
        #expect(level.pictureSize == Quadrants.upright.size && level.bitmap.looks(like: .upright))
        let preview = try #require(try decoding.preview(request, cancellation: DecodeCancellation()))
        #expect(preview.pictureSize == Quadrants.upright.size && preview.bitmap.looks(like: .upright, tolerance: 60))
        let description = try decoding.describe(request, cancellation: DecodeCancellation())
        #expect(description.size == Quadrants.upright.size && description.orientation == .sidecar(6))
        // Once it is known, the sidecar isn't read again.
        var known = request
        known.orientation = .own
        #expect(
            try decoding.render(known, .covering(Self.stored.size), cancellation: DecodeCancellation())
                .bitmap.looks(like: Self.stored))
        #expect(try decoding.describe(known, cancellation: DecodeCancellation()).size == Self.stored.size)
    }

    @Test("The file format and the author of a sidecar decide which orientation counts")
    func choice() throws {
        func chosen(
            exif: Int?, _ sidecar: [UInt8], _ format: PictureFormat = .jpeg
        ) -> PhotoOrientation {
            PhotoOrientation(of: Orientation(exif: exif ?? 1), format: format, sidecars: [sidecar])
        }
        #expect(chosen(exif: nil, sidecar(6)) == .sidecar(6))
        #expect(chosen(exif: 6, sidecar(6)) == .own)
        #expect(chosen(exif: 6, sidecar(1)) == .own && chosen(exif: 6, sidecar(8)) == .own)
        #expect(chosen(exif: 6, sidecar(8, isOfUser: true)) == .sidecar(8))
        #expect(chosen(exif: 6, sidecar(1), .raw) == .sidecar(1))
        #expect(chosen(exif: nil, sidecar(6), .heic) == .own)
        #expect(chosen(exif: nil, sidecar(0)) == .own && chosen(exif: nil, sidecar(9)) == .own)
        #expect(chosen(exif: nil, SampleMetadata.xmp("xmp:Rating=\"2\"")) == .own)
        // icloudpd writes the original's orientation beside an edited picture.
        let ofOriginal = String(decoding: sidecar(6), as: UTF8.self).replacing("x:xmpmeta", with: "x:xml_doc")
        #expect(chosen(exif: nil, Array(ofOriginal.utf8)) == .own)
        let sidecars = [sidecar(3), sidecar(8)]
        #expect(PhotoOrientation(of: .upright, format: .jpeg, sidecars: sidecars) == .sidecar(3))
    }

    @Test("A quarter turn leads from each orientation to the next", arguments: 1...8)
    func turns(number: Int) {
        let right = PhotoOrientation.turned(number, isClockwise: true)
        #expect(Orientation(exif: right) == Orientation(exif: number).followed(by: Orientation(exif: 6)))
        #expect(PhotoOrientation.turned(right, isClockwise: false) == number)
        #expect(Orientation(exif: number).number == number)
    }

    @Test("Orientations follow one another, and a change leads from one to the other")
    func composition() {
        let all = (1...8).map { Orientation(exif: $0) }
        let picture = Quadrants(width: 4, height: 6, "RG/BY")
        for one in all {
            for other in all {
                let size = one.rotated(picture.size)
                let rotated = other.rotated(one.rotated(picture.rgba, size: picture.size), size: size)
                #expect(one.followed(by: other).rotated(picture.rgba, size: picture.size) == rotated)
                #expect(one.followed(by: one.change(to: other)) == other)
            }
        }
    }

    @Test("The focus point follows the orientation")
    func focus() throws {
        let exif = SampleExif.encode([
            0x8769: .directory([0xA002: .short(64), 0xA003: .short(96), 0x9214: .shorts([16, 12])])
        ])
        let path = try write(SampleJPEG.adding(exif: exif, to: SampleJPEG.encode(Self.stored)), sidecar: sidecar(6))
        let description = try InProcessDecoding().describe(
            DecodingRequest(.file(path: path)), cancellation: DecodeCancellation())
        #expect(description.details.focus == FocusPoint(x: 1 - 12.0 / 96, y: 0.25))
    }

    @Test("A tile and a view follow the orientation, and no other program's thumbnail is shown or written")
    func loader() async throws {
        let path = try write(jpeg(Self.stored, exif: nil), sidecar: sidecar(6))
        let store = ThumbnailStore(
            entries: { _, _ in
                Issue.record("looked up")
                return []
            }, failureEntry: { _ in nil }, touch: { _ in }, canWrite: { _ in true }, write: { _, _ in true },
            writeFailure: { _, _ in true })
        let loader = PictureLoader(threads: 1, desktopThumbnails: store)
        let box = PixelSize(width: 40, height: 40)
        for orientation in [PhotoOrientation.unread, .sidecar(6)] {
            let photo = PhotoVersion(of: Photo.ID("a"), orientation: orientation)
            let tile = try await loader.thumbnail(of: photo, from: .file(path: path), box: box, priority: .visible)
            #expect(tile.bitmap.looks(like: .upright))
            #expect(try await loader.size(of: photo, from: .file(path: path)) == Quadrants.upright.size)
        }
        #expect(PhotoVersion(of: Photo.ID("a"), orientation: .sidecar(6)) != PhotoVersion(of: Photo.ID("a")))
    }
}
