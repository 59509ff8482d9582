import Albums
import Basics
import CellArt
import FoundationEssentials
import TestFixtures
import Testing

@testable import Pictures

private let corpusFolder = ProcessInfo.processInfo.environment["TINTYPE_CORPUS"]

/// Decodes the photos and hostile files in the folder named by the environment variable TINTYPE_CORPUS.
@Suite("Corpora", .requires(variable: "TINTYPE_CORPUS"), .serialized)
struct CorpusTests {
    private static func entries(_ set: String) throws -> [[String: String]] {
        let text = try String(contentsOfFile: "\(corpusFolder ?? "")/\(set)/MANIFEST.tsv", encoding: .utf8)
        let lines = text.split(separator: "\n").map { $0.split(separator: "\t", omittingEmptySubsequences: false) }
        return lines.dropFirst().map { fields in
            Dictionary(uniqueKeysWithValues: zip(lines[0].map(String.init), fields.map(String.init)))
        }
    }

    private let loader = PictureLoader(threads: 2)

    private func source(_ set: String, _ name: String) -> PictureSource {
        .file(path: Array("\(corpusFolder ?? "")/\(set)/\(name)".utf8))
    }

    private func tile(_ set: String, _ name: String) async throws -> RenderedPicture {
        try await loader.sharpTile(
            of: PhotoVersion(name), from: source(set, name),
            as: TileRequest(columns: 60, rows: 20, style: ArtStyle(symbols: .half, colors: .trueColor)))
    }

    @Test("Every photo in a supported format is shown with its upright size")
    func photos() async throws {
        let shown = ["JPEG", "PNG", "WEBP", "GIF", "HEIF", "AVIF", "TIFF"]
        for entry in try Self.entries("photos") {
            let name = entry["path", default: ""]
            // AVIF has no format in the list but is supported.
            guard shown.contains(entry["format", default: ""]) || name.hasSuffix(".avif") else { continue }
            do {
                let size = try await loader.size(of: PhotoVersion(name), from: source("photos", name))
                if let width = entry["width"].flatMap({ Int($0) }), let height = entry["height"].flatMap({ Int($0) }) {
                    let stored = PixelSize(width: width, height: height)
                    // The manifest lists HEIC sizes with the container's rotation applied.
                    let exif = entry["format"] == "HEIF" ? 1 : Int(entry["exif_orientation", default: ""]) ?? 1
                    #expect(size == Orientation(exif: exif).rotated(stored), "\(name)")
                }
                _ = try await tile("photos", name)
            } catch {
                Issue.record("\(name): \(error)")
            }
        }
    }

    @Test(
        "An unsupported format is reported by name",
        arguments: [
            ("Formats/SVG/logo.svg", "SVG"), ("Formats/Other/8x4x8bit-Grayscale.psd", "PSD"),
            ("Formats/Other/Icon (1).ico", "ICO"), ("Formats/Other/POOL_4.TGA", "TGA"),
            ("Formats/Other/balloon.jp2", "JPEG 2000"),
        ])
    func unshown(name: String, format: String) async {
        await #expect(throws: PictureFailure.unsupportedFormat(format)) { try await tile("photos", name) }
    }

    @Test("All nine orientation samples look the same")
    func orientations() async throws {
        let pictures = try await (0...8).asyncMap { number in
            try await tile("photos", "Orientation - landscape/Landscape_\(number).jpg")
        }
        for picture in pictures {
            #expect(picture.columns == pictures[0].columns && picture.rows == pictures[0].rows)
            let differences = zip(picture.drawnCells, pictures[0].drawnCells).map {
                $0.background.distance(to: $1.background)
            }
            #expect(differences.reduce(0, +) < 4 * differences.count)
        }
    }

    @Test("Every hostile file is shown or fails as the manifest expects")
    func hostile() async throws {
        for entry in try Self.entries("bad") {
            let name = entry["path", default: ""]
            let expected = entry["expected", default: ""]
            let result: Result<RenderedPicture, any Error>
            do { result = .success(try await tile("bad", name)) } catch { result = .failure(error) }
            switch result {
            case .success:
                #expect(!Self.mustFail(expected), "\(name) is shown")
            case .failure(let error):
                #expect(error is PictureFailure, "\(name): \(error)")
                let mustShow =
                    expected.contains("shown") && !expected.contains("may") || expected.contains("valid picture")
                #expect(!mustShow, "\(name): \(error)")
            }
        }
    }

    @Test("Every hostile animation plays, is still, or fails with a reason")
    func hostileAnimations() async throws {
        for entry in try Self.entries("bad") {
            let name = entry["path", default: ""]
            do {
                guard let animation = try await loader.animation(of: PhotoVersion(name), from: source("bad", name))
                else {
                    continue
                }
                for _ in 0..<20 {
                    _ = try await animation.draw(
                        ViewRequest(
                            part: PixelRect(x: 0, y: 0, width: 50, height: 50), columns: 10, rows: 5,
                            style: ArtStyle(symbols: .half, colors: .trueColor)), isMoving: true)
                    if try await animation.advance(lateness: .zero) == nil { break }
                }
            } catch {
                #expect(error is PictureFailure, "\(name): \(error)")
            }
        }
    }

    private static func mustFail(_ expected: String) -> Bool {
        let words = expected.split { !$0.isLetter }
        return expected.hasPrefix("must be an error") || words.first == "error" && !words.contains("or")
    }
}

extension Sequence {
    fileprivate func asyncMap<Result>(_ transform: (Element) async throws -> Result) async rethrows -> [Result] {
        var results: [Result] = []
        for element in self { results.append(try await transform(element)) }
        return results
    }
}

extension Color {
    /// Returns the largest difference of any channel.
    fileprivate func distance(to other: Color) -> Int {
        guard case .rgb(let red, let green, let blue) = self,
            case .rgb(let otherRed, let otherGreen, let otherBlue) = other
        else { return self == other ? 0 : 255 }
        return zip([red, green, blue], [otherRed, otherGreen, otherBlue]).map { abs(Int($0) - Int($1)) }.max() ?? 0
    }
}
