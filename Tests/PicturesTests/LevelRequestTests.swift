import Albums
import Basics
import CellArt
import Testing

@testable import Pictures

@Suite("Decode requests of a view")
struct LevelRequestTests {
    private let photo = PhotoVersion("photo")

    private func view(
        of size: PixelSize, x: Double, y: Double, width: Double, height: Double, columns: Int = 100, rows: Int = 50
    ) -> PhotoView {
        PhotoView(
            photo: photo, size: size,
            request: ViewRequest(
                part: PixelRect(x: x, y: y, width: width, height: height), columns: columns, rows: rows,
                style: ArtStyle(symbols: .half, colors: .trueColor)))
    }

    @Test(
        "The closer the view, the finer the level", arguments: [(4000.0, 8), (2000, 4), (1000, 2), (400, 1), (10, 1)])
    func factor(width: Double, factor: Int) {
        let view = view(of: PixelSize(width: 4000, height: 4000), x: 0, y: 0, width: width, height: width)
        #expect(view.levelRequest.factor == factor)
        #expect(view.levelRequest.region == PixelRegion(x: 0, y: 0, width: 4000, height: 4000))
    }

    @Test(
        "A huge photo is decoded in a region around the view that small moves do not change")
    func region() {
        let size = PixelSize(width: 20_000, height: 10_000)
        let one = view(of: size, x: 5000, y: 3000, width: 100, height: 100).levelRequest
        let other = view(of: size, x: 5010, y: 3020, width: 100, height: 100).levelRequest
        #expect(one == other)
        #expect(one.region.contains(PixelRegion(x: 5000, y: 3000, width: 110, height: 120)))
        #expect(one.region.size.count < 1_000_000)
        #expect(view(of: size, x: 0, y: 0, width: 20_000, height: 10_000).levelRequest.region.size == size)
        let corner = view(of: size, x: 19_990, y: 9990, width: 100, height: 100).levelRequest.region
        #expect(corner.x + corner.width == 20_000 && corner.y + corner.height == 10_000)
    }

    @Test("The visible region is inside the photo even if the view is not")
    func visible() {
        let size = PixelSize(width: 100, height: 50)
        #expect(view(of: size, x: -10, y: -10, width: 200, height: 100).visible == PixelRegion(all: size))
        #expect(
            view(of: size, x: 500, y: -70, width: 10, height: 10).visible
                == PixelRegion(x: 99, y: 0, width: 1, height: 1))
        #expect(
            view(of: size, x: 9.5, y: 3.2, width: 1, height: 1).visible == PixelRegion(x: 9, y: 3, width: 2, height: 2))
    }
}
