import Albums
import Basics
import CellArt
import Testing

@testable import Pictures

@Suite("Rotated views", .timeLimit(.minutes(60)))
struct RotatedViewTests {
    private static let upright = Quadrants(width: 960, height: 640, "RG/BY")
    private let loader = PictureLoader(threads: 2)
    private let files = TemporaryFiles()

    @Test(
        "Colors are rotated, whether fitted or zoomed in, decoded or generated",
        arguments: [(Rotation.quarter, "BR/YG"), (.half, "YB/GR"), (.threeQuarters, "GY/RB")])
    func colors(rotation: Rotation, look: String) async throws {
        let size = rotation.swapsAxes ? (width: 640, height: 960) : (width: 960, height: 640)
        let rotated = Quadrants(width: size.width, height: size.height, look)
        let all = PixelRect(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
        let middle = PixelRect(x: Double(size.width / 2 - 20), y: Double(size.height / 2 - 20), width: 40, height: 40)
        let file = PictureSource.file(path: files.path(of: SampleJPEG.encode(Self.upright)))
        for source in [file, Self.generated] {
            for part in [all, middle] {
                let picture = try await view(source, part, rotation)
                #expect(looks(picture, like: rotated))
            }
        }
    }

    private static let generated = PictureSource.generated(
        GeneratedPicture(width: upright.size.width, height: upright.size.height) { part, width, height in
            { rows in
                var pixels: [UInt8] = []
                for y in rows {
                    for x in 0..<width {
                        let column = part.x + part.width * (Double(x) + 0.5) / Double(width)
                        let row = part.y + part.height * (Double(y) + 0.5) / Double(height)
                        pixels += upright.color(x: Int(column), y: Int(row)).rgb + [255]
                    }
                }
                return pixels
            }
        })

    private func view(
        _ source: PictureSource, _ part: PixelRect, _ rotation: Rotation
    ) async throws -> RenderedPicture {
        var last: ViewedPicture?
        let views = loader.view(
            of: PhotoVersion("photo"), from: { source },
            as: ViewRequest(
                part: part, rotation: rotation, columns: 16, rows: 8,
                style: ArtStyle(symbols: .half, colors: .trueColor)))
        for try await view in views { last = view }
        return try #require(last).picture
    }

    /// Whether the center of each quadrant has the expected color.
    private func looks(_ picture: RenderedPicture, like quadrants: Quadrants) -> Bool {
        [(3, 1), (12, 1), (3, 6), (12, 6)].allSatisfy { column, row in
            let wanted = quadrants.color(x: column * quadrants.size.width / 16, y: row * quadrants.size.height / 8)
            guard case .rgb(let red, let green, let blue) = picture[column, row].background else { return false }
            return isNear([red, green, blue], wanted.rgb)
        }
    }
}
