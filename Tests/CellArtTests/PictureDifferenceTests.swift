import Basics
import Foundation
import Testing

@testable import CellArt

@Suite("Differences between pictures")
struct PictureDifferenceTests {
    private let photo = Bitmap.painted(width: 120, height: 90) { x, y in
        let isTree = (x / 6 + y / 9) % 3 == 0
        return RGB(UInt8(40 + x), UInt8(isTree ? 60 : 60 + y), UInt8(isTree ? 30 : 180 - y))
    }

    private func difference(_ one: Bitmap, _ other: Bitmap) throws -> PictureDifference {
        try #require(PictureDifference(of: one, from: other))
    }

    /// The pixels with a tint.
    private func tinted(_ difference: PictureDifference) -> [(x: Int, y: Int)] {
        let bitmap = difference.tinted
        return (0..<bitmap.width * bitmap.height).filter {
            bitmap.pixels[4 * $0] != bitmap.pixels[4 * $0 + 2]
        }.map { ($0 % bitmap.width, $0 / bitmap.width) }
    }

    /// Returns the photo with another color in a rectangle.
    private func edited(_ color: (RGB) -> RGB, x: Range<Int> = 30..<50, y: Range<Int> = 20..<32) -> Bitmap {
        let photo = photo
        return .painted(width: photo.width, height: photo.height) { column, row in
            let index = 4 * (row * photo.width + column)
            let old = RGB(photo.pixels[index], photo.pixels[index + 1], photo.pixels[index + 2])
            return x.contains(column) && y.contains(row) ? color(old) : old
        }
    }

    /// Returns a picture as another exposure shows it: with more light by a number of EV, cut off at white.
    private func exposed(_ bitmap: Bitmap, by stops: Double) -> Bitmap {
        func channel(_ value: UInt8) -> UInt8 {
            let value = Double(value) / 255
            let light = (value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)) * exp2(stops)
            let encoded = light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
            return UInt8(clamping: Int((255 * encoded).rounded()))
        }
        return .painted(width: bitmap.width, height: bitmap.height) { x, y in
            let color = bitmap.color(x: x, y: y)
            return RGB(channel(color.red), channel(color.green), channel(color.blue))
        }
    }

    @Test(
        "In photos with other exposures, only a local edit has a tint, and the result says that they were matched",
        arguments: [-1.5, -1, -0.5, 0.5, 1, 1.5])
    func exposures(stops: Double) throws {
        let edited = edited { RGB($0.red / 2, $0.green / 2, $0.blue / 2) }
        let exposed = exposed(photo.noisy(3), by: stops)
        for difference in [try difference(exposed, edited), try difference(edited, exposed)] {
            #expect(difference.isExposureMatched)
            let tinted = tinted(difference)
            let inside = tinted.count { (29...50).contains($0.x) && (19...32).contains($0.y) }
            #expect(inside > 150, "\(inside)")
            #expect(tinted.count - inside < 120 * 90 / 100, "\(tinted.count - inside)")
        }
    }

    @Test("Exposures aren't matched if only a part is brighter, by an edit, or the scenes differ")
    func unmatched() throws {
        #expect(try !difference(photo, photo.noisy(3)).isExposureMatched)
        let part = edited({ RGB(UInt8(clamping: Int($0.red) + 60), $0.green, $0.blue) }, x: 0..<50, y: 0..<90)
        #expect(try !difference(part, photo).isExposureMatched)
        let other = Bitmap.painted(width: 120, height: 90) { x, y in
            let tone = UInt8(truncatingIfNeeded: (x &* 2_654_435_761 ^ y &* 40_503) >> 7) / 2 + 127
            return RGB(tone, tone, tone)
        }
        #expect(try !difference(photo, other).isExposureMatched)
        let (dark, light) = (Bitmap.plain(RGB(60, 60, 60), width: 40, height: 40), RGB(90, 90, 90))
        let plain = try difference(dark, .plain(light, width: 40, height: 40))
        #expect(!plain.isExposureMatched && plain.share > 0.5)
    }

    @Test("Identical pictures have no tint, in gray")
    func identical() throws {
        let difference = try difference(photo, photo)
        #expect(difference.share == 0)
        #expect(tinted(difference).isEmpty)
        #expect(difference.tinted.width == photo.width && difference.tinted.isOpaque)
    }

    @Test("A local edit of lightness or of color has a tint there only")
    func local() throws {
        let edits: [(RGB) -> RGB] = [
            { RGB($0.red / 2, $0.green / 2, $0.blue / 2) }, { _ in RGB(250, 250, 250) },
            { RGB($0.red, $0.green / 2, UInt8(clamping: Int($0.blue) + 60)) },
        ]
        for edit in edits {
            let difference = try difference(edited(edit), photo)
            let tinted = tinted(difference)
            #expect(tinted.count > 150)
            #expect(tinted.allSatisfy { (29...50).contains($0.x) && (19...32).contains($0.y) })
            #expect(abs(difference.share - Double(tinted.count) / (120 * 90)) < 1e-9)
        }
    }

    @Test("The larger the difference, the hotter the tint")
    func heat() throws {
        func brightest(_ value: Int) throws -> UInt8 {
            let edited = edited { color in
                RGB(
                    UInt8(clamping: Int(color.red) + value), UInt8(clamping: Int(color.green) + value),
                    UInt8(clamping: Int(color.blue) + value))
            }
            let difference = try difference(edited, photo)
            return try #require(tinted(difference).map { difference.tinted.pixels[4 * ($0.y * 120 + $0.x) + 1] }.max())
        }
        #expect(try brightest(40) < brightest(70))
    }

    @Test("Removed parts are as visible as added ones")
    func symmetric() throws {
        let edited = edited({ _ in RGB(255, 255, 255) }, x: 60..<62, y: 40..<42)
        let (added, removed) = (try difference(edited, photo), try difference(photo, edited))
        #expect(added.share > 0 && added.share == removed.share)
    }

    @Test(
        "Pictures with shifted content are aligned, and only other differences are tinted",
        arguments: [(0, 0), (1, 0), (5, -3), (-17, 11), (30, 20)])
    func shifted(x: Int, y: Int) throws {
        /// A part of a scene that is larger than the picture, brighter by some levels.
        func part(x: Int, y: Int, brighter: Int = 0, edit: Range<Int> = 0..<0) -> Bitmap {
            .painted(width: 600, height: 400) { column, row in
                let (u, v) = (column + x + 100, row + y + 100)
                let tone = (u * u / 90 + v * 7 + (u / 23) * (v / 31) * 40) % 160 + (u + v) % 3 + brighter
                return edit.contains(column) && edit.contains(row)
                    ? RGB(255, 0, 0) : RGB(UInt8(tone), UInt8(tone), UInt8(tone / 2))
            }
        }
        let difference = try difference(part(x: x, y: y, edit: 200..<240), part(x: 0, y: 0))
        #expect(difference.isAligned == ((x, y) != (0, 0)))
        #expect((0.005...0.009).contains(difference.share), "\(difference.share)")
        #expect(tinted(difference).allSatisfy { (199...240).contains($0.x) && (199...240).contains($0.y) })
        #expect(PictureShift(of: part(x: x, y: y, brighter: 20), from: part(x: 0, y: 0)) != .none || (x, y) == (0, 0))
    }

    @Test(
        "The same part of a scene is found even if blurred, but not in another scene",
        arguments: [(0, 0), (40, -25), (-90, 60)])
    func parts(x: Int, y: Int) throws {
        func part(x: Int, y: Int) -> Bitmap {
            .painted(width: 480, height: 360) { column, row in
                let (u, v) = ((column + x + 200) / 24, (row + y + 200) / 18)
                var hash = UInt64(bitPattern: Int64(u)) &* 0x9E37_79B9_7F4A_7C15
                hash ^= UInt64(bitPattern: Int64(v)) &* 0xC2B2_AE3D_27D4_EB4F
                hash = (hash ^ hash >> 29) &* 0xBF58_476D_1CE4_E5B9
                let tone = UInt8(hash >> 56)
                return RGB(tone, tone, tone)
            }
        }
        let blurred = part(x: 0, y: 0).blurred(radius: 5).blurred(radius: 5, isVertical: false)
        let shift = try #require(PictureShift(ofPart: part(x: x, y: y), from: blurred))
        #expect(abs(shift.x - x) <= 1 && abs(shift.y - y) <= 1, "\(shift)")
        #expect(PictureShift(ofPart: part(x: x, y: y), from: part(x: 9000, y: 7000)) == nil)
        #expect(PictureShift(ofPart: photo, from: photo.scaled(toWidth: 60, height: 45)) == nil)
    }

    @Test("Pictures of other scenes are not aligned")
    func others() throws {
        let other = Bitmap.painted(width: 120, height: 90) { x, y in
            let tone = UInt8(truncatingIfNeeded: (x &* 2_654_435_761 ^ y &* 40_503) >> 7)
            return RGB(tone, tone, tone)
        }
        #expect(try !difference(photo, other).isAligned)
    }

    @Test("Noise, and a shift by part of a pixel, make hardly any difference")
    func tolerance() throws {
        #expect(try difference(photo.noisy(3), photo).share < 0.002)
        let fine = photo.scaled(toWidth: 480, height: 360)
        let shifted = fine.scaled(PixelRect(x: 2, y: 1, width: 480, height: 360), toWidth: 120, height: 90)
        #expect(try difference(shifted, photo).share < 0.002)
    }

    @Test("Pictures of different sizes have no difference, and nothing beyond a picture counts")
    func beyond() throws {
        #expect(PictureDifference(of: photo, from: photo.scaled(toWidth: 60, height: 45)) == nil)
        let part = PixelRect(x: -60, y: 0, width: 240, height: 90)
        let (one, other) = (
            photo.scaled(part, toWidth: 240, height: 90),
            edited { _ in RGB(255, 255, 255) }.scaled(part, toWidth: 240, height: 90)
        )
        let difference = try difference(other, one)
        #expect(abs(difference.share - 240.0 / (120 * 90)) < 0.01)
        #expect(!difference.tinted.isOpaque && difference.tinted.pixels[3] == 0)
    }
}
