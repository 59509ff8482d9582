import Basics
import TerminalUI
import Testing

@testable import Screens

@Suite("Viewport")
struct ViewportTests {
    private let landscape = Viewport(
        picture: PixelSize(width: 4000, height: 3000), columns: 120, rows: 40, cellAspect: 2)

    @Test("Fit shows the whole picture, centered")
    func fit() {
        #expect(landscape.part.height == 3000)
        #expect(landscape.part.x == -(landscape.part.width - 4000) / 2)
    }

    @Test("A fitted or filled picture can't be panned where it fits, at any width", arguments: [false, true])
    func nothingToPan(isFilled: Bool) {
        for columns in 20...250 {
            for picture in [PixelSize(width: 3840, height: 2160), PixelSize(width: 4000, height: 3000)] {
                var viewport = Viewport(picture: picture, columns: columns, rows: 40, cellAspect: 2)
                if isFilled { viewport.toggleFill() }
                let before = viewport
                for direction in isFilled == viewport.isWide ? [Viewport.Direction.up, .down] : [.left, .right] {
                    viewport.pan(direction)
                    #expect(viewport == before, "\(columns) columns, \(direction)")
                }
            }
        }
    }

    @Test("At actual size a view starts at a whole pixel, so that no photo is blurred by half of one")
    func wholePixels() {
        for (width, height) in [(4001, 3001), (4000, 3000), (4001, 3000), (91, 33)] {
            for columnPixels in [1, 9] {
                var viewport = Viewport(
                    picture: PixelSize(width: width, height: height), columns: 57, rows: 21, cellAspect: 2,
                    columnPixels: columnPixels)
                viewport.zoomIn(around: Position(column: 3, row: 5))
                if viewport.zoom != .scale(viewport.actualScale) { viewport.toggleActualSize() }
                for direction in [nil, Viewport.Direction.right, .down] {
                    direction.map { viewport.pan($0) }
                    let part = viewport.part
                    #expect(part.x == part.x.rounded() && part.y == part.y.rounded(), "\(width) x \(height), \(part)")
                    #expect(part.width == Double(57 * columnPixels) && part.height == Double(42 * columnPixels))
                }
            }
        }
    }

    @Test("Zooming around a point keeps that point fixed")
    func zoomAroundPoint() {
        var viewport = landscape
        for _ in 0..<3 { viewport.zoomIn() }
        let point = Position(column: 30, row: 10)
        func pixel(of viewport: Viewport) -> (x: Double, y: Double) {
            (
                viewport.part.x + 30.5 / viewport.scale,
                viewport.part.y + 10.5 * 2 / viewport.scale
            )
        }
        let before = pixel(of: viewport)
        viewport.zoomIn(around: point)
        let after = pixel(of: viewport)
        #expect(abs(before.x - after.x) < 0.001 && abs(before.y - after.y) < 0.001)
        viewport.zoomOut(around: point)
        #expect(abs(pixel(of: viewport).x - before.x) < 0.001)
    }

    @Test("Actual size at a point of the picture has it in the middle, however the view is rotated")
    func actualSizeAtPoint() {
        let point = PicturePoint(x: 0.25, y: 0.75)
        for turns in 0..<4 {
            var viewport = landscape
            for _ in 0..<turns { viewport.rotate() }
            viewport.toggleActualSize(centeredOn: point)
            #expect(abs(viewport.center.x - 0.25) < 1e-9 && abs(viewport.center.y - 0.75) < 1e-9, "\(turns) turns")
            let part = viewport.part
            let (x, y) = (part.x + part.width / 2, part.y + part.height / 2)
            let expected = [(1000.0, 2250.0), (750, 1000), (3000, 750), (2250, 3000)][turns]
            #expect(abs(x - expected.0) < 1e-6 && abs(y - expected.1) < 1e-6, "\(turns) turns")
            viewport.toggleActualSize(centeredOn: point)
            #expect(viewport.zoom == .fit)
        }
    }

    @Test("Actual size at a point near an edge shows the edge, and in a zoomed photo its own middle")
    func actualSizeNearEdge() {
        var viewport = landscape
        viewport.toggleActualSize(centeredOn: PicturePoint(x: 0, y: 1))
        #expect(viewport.part.x == 0 && viewport.part.y + viewport.part.height == 3000)
        viewport = landscape
        for _ in 0..<3 { viewport.zoomIn() }
        viewport.drag(columns: 20, rows: 5)
        let center = viewport.center
        viewport.toggleActualSize(centeredOn: PicturePoint(x: 0.9, y: 0.9))
        #expect(abs(viewport.center.x - center.x) < 1e-9 && abs(viewport.center.y - center.y) < 1e-9)
    }

    @Test("Dragging moves the picture up to its edge")
    func drag() {
        var viewport = landscape
        viewport.toggleActualSize()
        let before = viewport.part
        viewport.drag(columns: 3, rows: -2)
        #expect(viewport.part.x == before.x - 3 && viewport.part.y == before.y + 4)
        viewport.drag(columns: 100_000, rows: 100_000)
        #expect(viewport.part.x == 0 && viewport.part.y == 0)
    }

    @Test("Zooming in goes from fit through actual size to 800%")
    func steps() {
        var viewport = landscape
        var scales = [viewport.scale]
        for _ in 0..<40 {
            viewport.zoomIn()
            scales.append(viewport.scale)
        }
        #expect(scales.contains(1))
        #expect(scales.last == 8)
        #expect(scales == scales.sorted())
        for _ in 0..<40 { viewport.zoomOut() }
        #expect(viewport.zoom == .fit)
    }

    @Test("Zooming keeps the center")
    func keepsMiddle() {
        var viewport = landscape
        viewport.toggleActualSize()
        for _ in 0..<5 { viewport.pan(.left) }
        let middle = viewport.part.x + viewport.part.width / 2
        viewport.zoomIn()
        #expect(abs(viewport.part.x + viewport.part.width / 2 - middle) < 0.001)
    }

    @Test("Panning stops at the picture's edges")
    func edges() {
        var viewport = landscape
        viewport.toggleActualSize()
        for _ in 0..<1000 { viewport.pan(.left) }
        for _ in 0..<1000 { viewport.pan(.down) }
        #expect(viewport.part.x == 0)
        #expect(viewport.part.y + viewport.part.height == 3000)
    }

    @Test("Panning moves by a third of the view, in whole cells")
    func wholeCells() {
        var viewport = landscape
        viewport.toggleActualSize()
        let before = viewport.part
        viewport.pan(.down)
        #expect(viewport.part.y - before.y == 26)
        viewport.pan(.right)
        #expect(viewport.part.x - before.x == 40)
    }

    @Test("A small picture can be shown at actual size and enlarged to fit", arguments: [1, 7, 40])
    func small(side: Int) {
        var viewport = Viewport(
            picture: PixelSize(width: side, height: side), columns: 120, rows: 40, cellAspect: 2)
        #expect(viewport.part.height == Double(side))
        viewport.toggleActualSize()
        #expect(viewport.part.width == 120)
        viewport.zoomOut()
        #expect(viewport.scale == 1)
    }

    @Test("An empty area counts as one cell")
    func empty() {
        var viewport = landscape
        viewport.resize(columns: 0, rows: 0, cellAspect: 2)
        #expect(viewport.columns == 1)
        #expect(viewport.part.width.isFinite)
    }

    @Test("With square cells a square picture fills the height with as many columns")
    func squareCells() {
        let picture = PixelSize(width: 400, height: 400)
        let viewport = Viewport(picture: picture, columns: 120, rows: 40, cellAspect: 1)
        #expect(viewport.scale == 0.1)
        #expect(viewport.part.height == 400)
        #expect(viewport.part.width == 1200)
    }

    @Test("A rotated picture fits again, and four rotations restore the view")
    func rotatedFit() {
        var viewport = landscape
        viewport.rotate()
        #expect(viewport.rotation == .quarter)
        #expect(viewport.picture == PixelSize(width: 3000, height: 4000))
        #expect(viewport.part.height == 4000)
        for _ in 0..<3 { viewport.rotate() }
        #expect(viewport == landscape)
    }

    @Test("Rotating counterclockwise undoes a clockwise rotation, fitted or zoomed in")
    func rotatedLeft() {
        for zoomed in [false, true] {
            var viewport = landscape
            if zoomed {
                viewport.toggleActualSize()
                for _ in 0..<5 { viewport.pan(.left) }
            }
            let before = viewport
            viewport.rotateLeft()
            #expect(viewport.rotation == .threeQuarters)
            viewport.rotate()
            #expect(viewport == before)
        }
    }

    @Test("A panorama fits its height, and a portrait its width", arguments: [(8000, 1000), (1000, 8000)])
    func fill(width: Int, height: Int) {
        var viewport = Viewport(
            picture: PixelSize(width: width, height: height), columns: 120, rows: 40, cellAspect: 2)
        viewport.toggleFill()
        #expect(viewport.zoom == .fill && viewport.isWide == (width > height))
        #expect(width > height ? viewport.part.height == 1000 : viewport.part.width == 1000)
        viewport.resize(columns: 60, rows: 40, cellAspect: 2)
        #expect(width > height ? viewport.part.height == 1000 : viewport.part.width == 1000)
        viewport.toggleFill()
        #expect(viewport.zoom == .fit)
    }

    @Test("A picture with the shape of the area has nothing to fill")
    func sameShape() {
        var viewport = Viewport(
            picture: PixelSize(width: 1200, height: 800), columns: 120, rows: 40, cellAspect: 2)
        viewport.toggleFill()
        #expect(viewport.zoom == .fit)
    }

    @Test("Another picture is shown with the same zoom and rotation, at the same relative position")
    func showingAnother() {
        var viewport = landscape
        viewport.rotate()
        viewport.toggleActualSize()
        viewport.pan(.down)
        let other = viewport.showing(PixelSize(width: 2000, height: 1500))
        #expect(other.zoom == .scale(1) && other.rotation == .quarter)
        #expect(other.picture == PixelSize(width: 1500, height: 2000))
        let center = { (view: Viewport) in
            (
                (view.part.x + view.part.width / 2) / Double(view.picture.width),
                (view.part.y + view.part.height / 2) / Double(view.picture.height)
            )
        }
        #expect(center(other) == center(viewport))
        #expect(viewport.showing(PixelSize(width: 4000, height: 3000)) == viewport)
        #expect(viewport.showing(PixelSize(width: 0, height: 0)).part.x.isFinite)
    }

    @Test("Rotating keeps the zoom and the center")
    func rotatedZoom() {
        var viewport = landscape
        viewport.toggleActualSize()
        for _ in 0..<5 { viewport.pan(.left) }
        for _ in 0..<3 { viewport.pan(.down) }
        let before = viewport.part
        viewport.rotate()
        #expect(viewport.zoom == .scale(1))
        let unrotated = viewport.rotation.reversed.rotated(viewport.part, width: 3000, height: 4000)
        #expect(unrotated.x + unrotated.width / 2 == before.x + before.width / 2)
        #expect(unrotated.y + unrotated.height / 2 == before.y + before.height / 2)
    }

    @Test("Where a column shows ten pixels, actual size is one pixel of the photo per pixel of the screen")
    func pixels() {
        let picture = PixelSize(width: 4000, height: 3000)
        var viewport = Viewport(picture: picture, columns: 120, rows: 39, cellAspect: 2, columnPixels: 10)
        viewport.toggleActualSize()
        #expect(viewport.part.width == 1200 && viewport.part.height == 780)
        for _ in 0..<20 { viewport.zoomIn() }
        #expect(viewport.scale == 0.8)
        viewport.resize(columns: 60, rows: 20, cellAspect: 2, columnPixels: 10)
        viewport.toggleActualSize()
        #expect(viewport.part.width == 600)
    }
}
