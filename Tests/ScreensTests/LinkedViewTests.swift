import Basics
import CellArt
import TerminalUI
import Testing

@testable import Screens

@Suite("Linked views of compared photos")
struct LinkedViewTests {
    private let left = Pane(0)
    private let right = Pane(1)

    private func viewport(_ width: Int, _ height: Int) -> Viewport {
        Viewport(picture: PixelSize(width: width, height: height), columns: 60, rows: 30, cellAspect: 2)
    }

    /// The point of the picture under a cell, as fractions of its width and height.
    private func point(under column: Int, _ row: Int, of viewport: Viewport) -> (x: Double, y: Double) {
        let part = viewport.part
        return (
            (part.x + (Double(column) + 0.5) / 60 * part.width) / Double(viewport.picture.width),
            (part.y + (Double(row) + 0.5) / 30 * part.height) / Double(viewport.picture.height)
        )
    }

    private func expectSamePoints(
        _ one: Viewport, _ other: Viewport, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        for (column, row) in [(0, 0), (12, 7), (30, 15), (59, 29)] {
            let (first, second) = (point(under: column, row, of: one), point(under: column, row, of: other))
            #expect(
                abs(first.x - second.x) < 1e-9 && abs(first.y - second.y) < 1e-9,
                "\(first) and \(second) at \(column), \(row)", sourceLocation: sourceLocation)
        }
    }

    @Test("Zoomed, panned and rotated together, pictures of different sizes show the same point under each cell")
    func samePoint() {
        var view = LinkedView()
        let small = viewport(1500, 1000)
        func change(_ change: (inout Viewport) -> Void) -> (Viewport, Viewport) {
            let before = view.viewport(viewport(6000, 4000), of: left)
            let isChanged = view.change(left, from: before, isLinked: true, by: change)
            #expect(isChanged)
            return (view.viewport(viewport(6000, 4000), of: left), view.viewport(small, of: right))
        }
        let changes: [(inout Viewport) -> Void] = [
            { $0.zoomIn() }, { $0.zoomIn(around: Position(column: 10, row: 5)) }, { $0.pan(.right) }, { $0.rotate() },
            { $0.drag(columns: -7, rows: 3) }, { $0.toggleFill() }, { $0.zoomIn() }, { $0.rotateLeft() }, { $0.fit() },
        ]
        for step in changes {
            let (one, other) = change(step)
            expectSamePoints(one, other)
        }
    }

    @Test("Pictures of different orientation keep the same scale and the same point in the middle")
    func orientation() {
        var view = LinkedView()
        let before = view.viewport(viewport(6000, 4000), of: left)
        view.change(left, from: before, isLinked: true) {
            $0.toggleActualSize()
            for _ in 0..<8 { $0.pan(.right) }
        }
        let wide = view.viewport(viewport(6000, 4000), of: left)
        let tall = view.viewport(viewport(4000, 6000), of: right)
        #expect(wide.zoom == .scale(wide.actualScale) && tall.zoom == .scale(tall.actualScale))
        let (one, other) = (wide.relative, tall.relative)
        #expect(abs(one.center.x - other.center.x) < 1e-9 && abs(one.center.y - other.center.y) < 1e-9)
    }

    @Test("The offset of a pane moved alone stays while all panes move, and loses it with another photo")
    func offset() {
        var view = LinkedView()
        func viewports() -> (Viewport, Viewport) {
            (view.viewport(viewport(6000, 4000), of: left), view.viewport(viewport(6000, 4000), of: right))
        }
        view.change(left, from: viewports().0, isLinked: true) { $0.toggleActualSize() }
        view.change(right, from: viewports().1, isLinked: false) { $0.drag(columns: -12, rows: -4) }
        func difference() -> Double { viewports().1.part.x - viewports().0.part.x }
        #expect(abs(difference() - 12) < 1e-6)
        view.change(left, from: viewports().0, isLinked: true) { $0.pan(.left) }
        #expect(abs(difference() - 12) < 1e-6)
        view.change(right, from: viewports().1, isLinked: true) { $0.pan(.down) }
        #expect(abs(difference() - 12) < 1e-6)
        #expect(abs(viewports().1.part.y - viewports().0.part.y - 8) < 1e-6)
        view.reset(right)
        #expect(abs(difference()) < 1e-6)
    }

    @Test("A pane zoomed and rotated alone stays so while all zoom and turn; fitting fits all")
    func ownZoom() {
        var view = LinkedView()
        func viewports() -> (Viewport, Viewport) {
            (view.viewport(viewport(6000, 4000), of: left), view.viewport(viewport(6000, 4000), of: right))
        }
        view.change(right, from: viewports().1, isLinked: false) {
            $0.zoomIn()
            $0.rotate()
        }
        #expect(viewports().0.zoom == .fit && viewports().0.rotation == .none)
        let ratio = viewports().1.scale / viewports().0.scale
        #expect(ratio > 1 && viewports().1.rotation == .quarter)
        view.change(left, from: viewports().0, isLinked: true) {
            $0.zoomIn()
            $0.zoomIn()
            $0.rotate()
        }
        #expect(viewports().0.rotation == .quarter && viewports().1.rotation == .half)
        #expect(viewports().1.scale > viewports().0.scale)
        view.change(right, from: viewports().1, isLinked: true) { $0.fit() }
        #expect(viewports().0.zoom == .fit && viewports().1.zoom == .fit)
    }

    @Test("A change without effect on the active picture moves no other")
    func noEffect() {
        var view = LinkedView()
        let before = view
        let isChanged = view.change(left, from: view.viewport(viewport(600, 400), of: left), isLinked: true) {
            $0.pan(.up)
        }
        #expect(!isChanged && view == before)
    }
}

@Suite("Arrangement of panes")
struct PaneArrangementTests {
    private func across(_ aspects: [Double], _ columns: Int = 120, _ rows: Int = 39) -> Int? {
        PaneArrangement(aspects, in: Size(columns: columns, rows: rows), cellAspect: 2).map { arrangement in
            arrangement.panes.count { $0.row == 0 }
        }
    }

    @Test("Portraits are side by side, and panoramas one below the other")
    func twoPhotos() {
        #expect(across([0.67, 0.67]) == 2)
        #expect(across([1.5, 1.5]) == 2)
        #expect(across([3, 3]) == 1)
        #expect(across([3, 3, 3]) == 1)
        #expect(across([0.67, 0.67, 0.67, 0.67]) == 4)
        #expect(across([1.5, 1.5, 1.5, 1.5]) == 2)
    }

    @Test("Panes have one size, fit the area and don't overlap")
    func geometry() throws {
        for count in 1...4 {
            for aspect in [0.3, 0.67, 1, 1.5, 4] {
                let area = Size(columns: 101, rows: 37)
                let aspects = Array(repeating: aspect, count: count)
                let panes = try #require(PaneArrangement(aspects, in: area, cellAspect: 2)).panes
                #expect(panes.count == count && Set(panes.map { Size(columns: $0.columns, rows: $0.rows) }).count == 1)
                for (index, pane) in panes.enumerated() {
                    #expect(pane.column >= 0 && pane.endColumn <= area.columns && pane.endRow <= area.rows)
                    for other in panes[..<index] {
                        #expect(
                            pane.column >= other.endColumn || other.column >= pane.endColumn || pane.row >= other.endRow
                                || other.row >= pane.endRow)
                    }
                }
            }
        }
    }

    @Test("Too small an area has no panes")
    func tooSmall() {
        #expect(across([1.5, 1.5], 20, 8) == nil)
        #expect(across([1.5, 1.5, 1.5, 1.5], 40, 11) == nil)
    }
}

extension LinkedView {
    /// Zooms, pans or rotates. Returns whether the view of the pane is different.
    @discardableResult
    fileprivate mutating func change(
        _ pane: Pane, from viewport: Viewport, isLinked: Bool, by change: (inout Viewport) -> Void
    ) -> Bool {
        var changed = viewport
        change(&changed)
        show(changed, in: pane, insteadOf: viewport, isLinked: isLinked)
        return changed != viewport
    }
}
