import Basics
import Testing

@testable import DemoLibrary

@Suite("Painted scenes")
struct PaintingTests {
    @Test("The same seed paints identical bytes", arguments: PaintedScene.Kind.allCases)
    func sameSeed(kind: PaintedScene.Kind) {
        #expect(thumbnail(of: kind, seed: 5) == thumbnail(of: kind, seed: 5))
    }

    @Test("Every seed paints a different picture", arguments: PaintedScene.Kind.allCases)
    func everySeed(kind: PaintedScene.Kind) {
        let pictures = (0..<16).map { thumbnail(of: kind, seed: $0) }
        #expect(Set(pictures).count == pictures.count)
    }

    @Test("A part painted alone looks like that part of the whole", arguments: PaintedScene.Kind.allCases)
    func partOfTheWhole(kind: PaintedScene.Kind) {
        let scene = PaintedScene(kind: kind, seed: 11, width: 600, height: 400)
        let whole = scene.paint(part: scene.frame, width: 90, height: 60)
        let part = scene.paint(part: PixelRect(x: 200, y: 100, width: 200, height: 200), width: 30, height: 30)
        let region: [UInt8] = (15..<45).flatMap { row -> ArraySlice<UInt8> in
            let start = (row * 90 + 30) * 4
            return whole[start..<(start + 30 * 4)]
        }
        let differing = zip(part, region).filter { pair in abs(Int(pair.0) - Int(pair.1)) > 2 }
        #expect(differing.count < part.count / 100, "\(differing.count) of \(part.count) bytes differ")
    }

    @Test("Rows painted apart are the same as together", arguments: PaintedScene.Kind.allCases)
    func rowsApart(kind: PaintedScene.Kind) {
        let rows = PaintedScene(kind: kind, seed: 4, width: 600, height: 400)
            .rows(of: PixelRect(x: 90, y: 50, width: 300, height: 300), width: 60, height: 60)
        #expect(rows(0..<17) + rows(17..<18) + rows(18..<60) == rows(0..<60))
    }

    @Test("A large painting scaled down looks like a small one", arguments: PaintedScene.Kind.allCases)
    func anySize(kind: PaintedScene.Kind) {
        let scene = PaintedScene(kind: kind, seed: 3, width: 600, height: 400)
        let large = meanOfBlocks(scene.paint(part: scene.frame, width: 120, height: 80), width: 120, block: 20)
        let small = meanOfBlocks(scene.paint(part: scene.frame, width: 24, height: 16), width: 24, block: 4)
        for (one, other) in zip(large, small) { #expect(abs(one - other) < 40) }
    }

    @Test("Every painting has light and contrast", arguments: PaintedScene.Kind.allCases)
    func lightAndContrast(kind: PaintedScene.Kind) {
        for seed: UInt64 in 0..<20 {
            let pixels = thumbnail(of: kind, seed: seed)
            let greens = stride(from: 1, to: pixels.count, by: 4).map { Double(pixels[$0]) }
            let mean = greens.reduce(0, +) / Double(greens.count)
            let variance = greens.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(greens.count)
            #expect(mean > 12 && mean < 240, "seed \(seed)")
            #expect(variance > 40, "seed \(seed)")
        }
    }

    @Test("Every pixel is opaque, and every size has the right number of pixels", arguments: PaintedScene.Kind.allCases)
    func sizes(kind: PaintedScene.Kind) {
        for (width, height) in [(1, 1), (1, 7), (13, 1), (5, 3), (33, 65)] {
            let scene = PaintedScene(kind: kind, seed: 9, width: width, height: height)
            let pixels = scene.paint(part: scene.frame, width: width, height: height)
            #expect(pixels.count == 4 * width * height)
            #expect(stride(from: 3, to: pixels.count, by: 4).allSatisfy { pixels[$0] == 255 })
        }
        let scene = PaintedScene(kind: kind, seed: 9, width: 0, height: -4)
        #expect(scene.paint(part: scene.frame, width: 0, height: 9).isEmpty)
        #expect(scene.paint(part: scene.frame, width: 9, height: -1).isEmpty)
    }

    @Test(
        "Tiny, huge, distant and non-finite parts are painted too",
        arguments: PaintedScene.Kind.allCases)
    func extremeParts(kind: PaintedScene.Kind) {
        let far = 1e300
        let parts = [
            PixelRect(x: 100, y: 100, width: 1e-9, height: 1e-9), PixelRect(x: 0, y: 0, width: 0, height: 0),
            PixelRect(x: -far, y: far, width: far, height: far), PixelRect(x: 1e7, y: -1e7, width: 5, height: 5),
            PixelRect(x: .nan, y: .infinity, width: -.infinity, height: .nan),
            PixelRect(x: 600, y: 400, width: -600, height: -400),
            PixelRect(x: .leastNonzeroMagnitude, y: 0, width: .greatestFiniteMagnitude, height: 1e-300),
        ]
        let scene = PaintedScene(kind: kind, seed: 2, width: 600, height: 400)
        for part in parts { #expect(scene.paint(part: part, width: 9, height: 6).count == 4 * 9 * 6) }
    }

    @Test("Portraits and panoramas are painted too", arguments: PaintedScene.Kind.allCases)
    func shapes(kind: PaintedScene.Kind) {
        for (width, height) in [(40, 400), (400, 40)] {
            let scene = PaintedScene(kind: kind, seed: 7, width: width, height: height)
            let pixels = scene.paint(part: scene.frame, width: width / 4, height: height / 4)
            #expect(Set(pixels).count > 20)
        }
    }

    private func thumbnail(of kind: PaintedScene.Kind, seed: UInt64) -> [UInt8] {
        let scene = PaintedScene(kind: kind, seed: seed, width: 600, height: 400)
        return scene.paint(part: scene.frame, width: 24, height: 16)
    }

    /// Returns the mean of each square block's bytes, without alpha.
    private func meanOfBlocks(_ pixels: [UInt8], width: Int, block: Int) -> [Double] {
        let rows = pixels.count / 4 / width
        var means: [Double] = []
        for top in stride(from: 0, to: rows, by: block) {
            for left in stride(from: 0, to: width, by: block) {
                var sum = 0
                for row in top..<(top + block) {
                    for byte in ((row * width + left) * 4)..<((row * width + left + block) * 4) where byte % 4 != 3 {
                        sum += Int(pixels[byte])
                    }
                }
                means.append(Double(sum) / Double(block * block * 3))
            }
        }
        return means
    }
}

extension PaintedScene {
    fileprivate func paint(part: PixelRect, width: Int, height: Int) -> [UInt8] {
        rows(of: part, width: width, height: height)(0..<max(height, 0))
    }

    /// The whole scene.
    fileprivate var frame: PixelRect {
        PixelRect(x: 0, y: 0, width: Double(width), height: Double(height))
    }
}
