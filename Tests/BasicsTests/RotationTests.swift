import Basics
import Testing

@Suite("Rotating the view")
struct RotationTests {
    private let rect = PixelRect(x: 10, y: 20, width: 30, height: 5)

    @Test("Four quarter turns make a full circle")
    func quarters() {
        var rotation = Rotation.none
        var seen: Set<Rotation> = []
        for _ in 0..<4 {
            seen.insert(rotation)
            rotation = rotation.next
        }
        #expect(seen.count == 4 && rotation == .none)
    }

    @Test("A quarter turn moves the left edge to the top")
    func quarter() {
        #expect(
            Rotation.quarter.rotated(rect, width: 400, height: 300)
                == PixelRect(x: 275, y: 10, width: 5, height: 30))
    }

    @Test("Reversing a rotation restores the rectangle", arguments: [Rotation.none, .quarter, .half, .threeQuarters])
    func reversed(rotation: Rotation) {
        let (width, height) = rotation.swapsAxes ? (300.0, 400.0) : (400, 300)
        let rotated = rotation.rotated(rect, width: 400, height: 300)
        #expect(rotation.reversed.rotated(rotated, width: width, height: height) == rect)
    }
}
