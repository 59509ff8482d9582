import Testing

@testable import CellArt

@Suite("Coverage along an axis")
struct AxisCoverageTests {
    @Test("Beyond the source the nearest pixel is repeated, also where an edge misses the source by a rounding error")
    func beyond() {
        let spans = AxisCoverage.spans(between: [-2, -1, 1e-13, 1, 99, 100 - 1e-13, 101, 102], sourceCount: 100)
        #expect(spans.map(\.first) == [0, 0, 0, 1, 99, 99, 99])
        #expect(spans.map(\.count) == [1, 1, 1, 98, 1, 1, 1])
    }
}
