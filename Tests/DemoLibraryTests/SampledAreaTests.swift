import Basics
import Synchronization
import Testing

@testable import DemoLibrary

@Suite("Samples of a painted area")
struct SampledAreaTests {
    /// White right of a slanted line and black left of it; counts its samples.
    private final class SlantedEdge: Shader {
        let samples = Mutex(0)

        func color(at point: Point, footprint: Double) -> LinearColor {
            samples.withLock { $0 += 1 }
            return LinearColor(repeating: point.x + 0.3 * (point.y - 0.5) > 0 ? 1 : 0)
        }
    }

    private final class CallCount: Sendable {
        let count = Mutex(0)
    }

    private let area = SampledArea(
        part: PixelRect(x: 0, y: 0, width: 100, height: 100), sceneWidth: 100, sceneHeight: 100, width: 100, height: 100
    )

    @Test("Smooth areas take one sample per two pixels, and only edges take more")
    func fewSamples() {
        let shader = SlantedEdge()
        _ = area.paint(0..<100, with: shader)
        #expect(shader.samples.withLock { $0 } < 100 * 100 * 3 / 4)
    }

    @Test("An edge is smooth, and beside it colors are pure")
    func smoothEdge() {
        let pixels = area.paint(0..<100, with: SlantedEdge())
        for row in 0..<100 {
            let reds = (0..<100).map { pixels[4 * (100 * row + $0)] }
            let edge = 50 - 0.3 * (Double(row) - 50)
            #expect(reds.prefix(Int(edge) - 3).allSatisfy { $0 == 0 })
            #expect(reds.dropFirst(Int(edge) + 3).allSatisfy { $0 > 200 })
        }
        #expect(stride(from: 0, to: pixels.count, by: 4).contains { (30..<230).contains(pixels[$0]) })
    }

    @Test("A profile has the values of its function, within the area and beyond")
    func profile() {
        let profile = Profile(in: area) { $0 * $0 }
        for x in [-3, -0.5, -0.123, 0, 0.4567, 0.5, 0.7, 12] { #expect(abs(profile.value(at: x) - x * x) < 1e-4) }
    }

    @Test("A profile of a tiny area covers it")
    func tinyArea() {
        let tiny = SampledArea(
            part: PixelRect(x: 50, y: 50, width: 1e-6, height: 1e-6), sceneWidth: 100, sceneHeight: 100, width: 50,
            height: 50)
        let calls = CallCount()
        let profile = Profile(in: tiny) { x in
            calls.count.withLock { $0 += 1 }
            return x
        }
        let tabulated = calls.count.withLock { $0 }
        let middle = (tiny.columns.lowerBound + tiny.columns.upperBound) / 2
        #expect(abs(profile.value(at: middle) - middle) < 1e-12)
        #expect(calls.count.withLock { $0 } == tabulated)
    }
}
