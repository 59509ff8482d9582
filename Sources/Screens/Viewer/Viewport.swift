import Basics
import CellArt
import TerminalUI

/// The part of a picture that fills an area of cells; a value type that zooms and pans.
///
/// Scales are in columns per pixel of the picture.
struct Viewport: Hashable, Sendable {
    /// The zoom level.
    enum Zoom: Hashable, Sendable {
        /// Shows the whole picture, as large as the area allows.
        case fit
        /// Fills the area: fits the width or the height, and extends beyond the area in the other direction.
        case fill
        case scale(Double)
    }

    /// A panning direction.
    enum Direction: Sendable {
        case left, right, up, down
    }

    /// The part of the area by which a key pans, as a divisor.
    enum PanStep: Int {
        case third = 3
        /// To align a photo with another one.
        case eighth = 8
    }

    /// The size of the picture in pixels, after rotation.
    private(set) var picture: PixelSize
    private(set) var rotation = Rotation.none
    private(set) var columns: Int
    private(set) var rows: Int
    /// The height of a cell divided by its width.
    private(set) var cellAspect: Double
    /// The scale of the actual size: one pixel of the picture is a column, or a pixel where the terminal shows pixels.
    private(set) var actualScale: Double
    private(set) var zoom = Zoom.fit
    /// The center of the view, in pixels of the picture.
    private var centerX: Double
    private var centerY: Double

    /// The maximum scale, relative to the actual size.
    static let maxScale = 8.0

    /// - Parameter columnPixels: the number of pixels that a column shows.
    init(picture: PixelSize, columns: Int, rows: Int, cellAspect: Double, columnPixels: Int = 1) {
        // A picture without pixels would have no scale.
        let picture = PixelSize(width: max(1, picture.width), height: max(1, picture.height))
        self.picture = picture
        self.columns = max(1, columns)
        self.rows = max(1, rows)
        self.cellAspect = cellAspect
        actualScale = 1 / Double(max(1, columnPixels))
        centerX = Double(picture.width) / 2
        centerY = Double(picture.height) / 2
    }

    /// Columns per pixel of the picture.
    var scale: Double {
        switch zoom {
        case .fit: fitScale
        case .fill: fillScale
        case .scale(let scale): scale
        }
    }

    /// The visible part of the picture. It extends beyond the picture where the area is larger.
    var part: PixelRect {
        let width = Double(columns) / scale
        let height = height / scale
        var (x, y) = (centerX - width / 2, centerY - height / 2)
        // Half pixels would blur this photo but not the other one in a comparison.
        if zoom == .scale(actualScale) { (x, y) = (x.rounded(), y.rounded()) }
        return PixelRect(x: x, y: y, width: width, height: height)
    }

    /// Whether it shows a picture of this size, rotated or not.
    func isOf(_ size: PixelSize) -> Bool {
        picture == (rotation.swapsAxes ? PixelSize(width: size.height, height: size.width) : size)
    }

    /// Whether the whole picture is visible.
    var showsWhole: Bool {
        let part = part
        return Self.showsAll(part.width, of: picture.width) && Self.showsAll(part.height, of: picture.height)
    }

    /// Whether the picture is wider than the area, relative to the heights.
    var isWide: Bool {
        Double(picture.width) * height > Double(picture.height) * Double(columns)
    }

    /// Returns the viewport of another picture with the same zoom and rotation, at the same relative position.
    func showing(_ other: PixelSize) -> Viewport {
        var viewport = Viewport(
            picture: rotation.swapsAxes ? PixelSize(width: other.height, height: other.width) : other,
            columns: columns, rows: rows, cellAspect: cellAspect)
        viewport.actualScale = actualScale
        viewport.rotation = rotation
        viewport.zoom = zoom
        viewport.centerX = centerX * (Double(viewport.picture.width) / Double(picture.width))
        viewport.centerY = centerY * (Double(viewport.picture.height) / Double(picture.height))
        viewport.keepInside()
        return viewport
    }

    /// The view in relative coordinates, which also apply to pictures of other sizes.
    var relative: RelativeView {
        let center = rotation.reversed.rotated(
            PixelRect(
                x: centerX / Double(picture.width), y: centerY / Double(picture.height), width: 0, height: 0),
            width: 1, height: 1)
        return RelativeView(
            center: PicturePoint(x: center.x, y: center.y), scale: scale * picture.side,
            isFitted: zoom == .fit, isFilled: zoom == .fill, rotation: rotation)
    }

    /// Adopts the view of another picture, in relative coordinates.
    mutating func show(_ view: RelativeView) {
        if rotation.swapsAxes != view.rotation.swapsAxes {
            picture = PixelSize(width: picture.height, height: picture.width)
        }
        rotation = view.rotation
        center(on: view.center)
        zoom = view.isFitted ? .fit : view.isFilled ? .fill : .scale(recognized(view.scale / picture.side))
        keepInside()
    }

    /// The scale of fit or of actual size, if the given one differs from it by a rounding error only.
    private func recognized(_ scale: Double) -> Double {
        [fitScale, actualScale].first { abs(scale / $0 - 1) < 1e-9 } ?? scale
    }

    mutating func resize(columns: Int, rows: Int, cellAspect: Double, columnPixels: Int = 1) {
        self.columns = max(1, columns)
        self.rows = max(1, rows)
        self.cellAspect = cellAspect
        actualScale = 1 / Double(max(1, columnPixels))
        keepInside()
    }

    mutating func fit() {
        zoom = .fit
        keepInside()
    }

    /// Fits the width or the height, so that the picture fills the area; fits the whole picture if it already does.
    mutating func toggleFill() {
        // Filling a picture with the shape of the area would have no effect.
        zoom = zoom == .fill || fillScale < fitScale * 1.001 ? .fit : .fill
        keepInside()
    }

    /// Shows the actual size around a fixed point: a position in the area, or its center. Fits the picture if it
    /// already has that size.
    mutating func toggleActualSize(around point: Position? = nil) {
        if zoom == .scale(actualScale) { fit() } else { show(at: actualScale, around: point) }
    }

    /// Shows the actual size with a point of the picture in the middle, or as near to it as possible. If the user has
    /// already zoomed in, keeps the center. Fits the picture if it already has the actual size.
    mutating func toggleActualSize(centeredOn point: PicturePoint) {
        if !isZoomedIn { center(on: point) }
        toggleActualSize()
    }

    /// Whether the user has chosen a part of the picture.
    private var isZoomedIn: Bool { if case .scale = zoom { !showsWhole } else { false } }

    /// The middle of the view.
    var center: PicturePoint { relative.center }

    private mutating func center(on point: PicturePoint) {
        let center = rotation.rotated(PixelRect(x: point.x, y: point.y, width: 0, height: 0), width: 1, height: 1)
        centerX = center.x * Double(picture.width)
        centerY = center.y * Double(picture.height)
    }

    /// Rotates the picture clockwise by 90° around the center of the view.
    mutating func rotate() {
        (centerX, centerY) = (Double(picture.height) - centerY, centerX)
        swapAxes(rotatedTo: rotation.next)
    }

    /// Rotates the picture counterclockwise by 90° around the center of the view.
    mutating func rotateLeft() {
        (centerX, centerY) = (centerY, Double(picture.width) - centerX)
        swapAxes(rotatedTo: rotation.previous)
    }

    private mutating func swapAxes(rotatedTo rotation: Rotation) {
        picture = PixelSize(width: picture.height, height: picture.width)
        self.rotation = rotation
        keepInside()
    }

    /// Zooms in by one step around a fixed point: a position in the area, or its center.
    mutating func zoomIn(around point: Position? = nil) {
        show(at: scales.first { $0 > scale * 1.001 }, around: point)
    }

    /// Zooms out by one step around a fixed point: a position in the area, or its center.
    mutating func zoomOut(around point: Position? = nil) {
        show(at: scales.last { $0 < scale / 1.001 }, around: point)
    }

    /// Moves the picture by a number of cells.
    mutating func drag(columns: Int, rows: Int) {
        centerX -= Double(columns) / scale
        centerY -= Double(rows) * cellAspect / scale
        keepInside()
    }

    /// Whether the picture continues to the left or right of the area.
    var pansSideways: Bool { pans(.left) || pans(.right) }

    /// Whether the picture continues above or below the area.
    var pansVertically: Bool { pans(.up) || pans(.down) }

    /// Whether the picture continues in a direction.
    func pans(_ direction: Direction) -> Bool {
        var panned = self
        panned.pan(direction)
        return panned != self
    }

    /// Pans by a part of the area, in whole cells, so that the terminal can scroll the rest.
    mutating func pan(_ direction: Direction, by step: PanStep = .third) {
        let cellsAcross = Double(max(1, columns / step.rawValue))
        let cellsDown = Double(max(1, rows / step.rawValue))
        switch direction {
        case .left: centerX -= cellsAcross / scale
        case .right: centerX += cellsAcross / scale
        case .up: centerY -= cellsDown * cellAspect / scale
        case .down: centerY += cellsDown * cellAspect / scale
        }
        keepInside()
    }

    /// The height of the area, in units of a column's width.
    private var height: Double { cellAspect * Double(rows) }

    private var fitScale: Double {
        min(Double(columns) / Double(picture.width), height / Double(picture.height))
    }

    private var fillScale: Double {
        max(Double(columns) / Double(picture.width), height / Double(picture.height))
    }

    /// The zoom steps: the smaller of fit and actual size times powers of 1.5, plus fit, actual size and the maximum.
    private var scales: [Double] {
        var scales = [fitScale, actualScale]
        var step = min(fitScale, actualScale)
        while step < Self.maxScale * actualScale {
            // A step this close to fit or actual size would seem to have no effect.
            if abs(step / fitScale - 1) > 0.15, abs(step / actualScale - 1) > 0.15 { scales.append(step) }
            step *= 1.5
        }
        return (scales + [Self.maxScale * actualScale]).sorted()
    }

    private mutating func show(at scale: Double?, around point: Position? = nil) {
        guard let scale else { return }
        if let point {
            // The distance of the position from the center of the area, in columns.
            let right = Double(point.column) + 0.5 - Double(columns) / 2
            let down = (Double(point.row) + 0.5) * cellAspect - height / 2
            centerX += right / self.scale - right / scale
            centerY += down / self.scale - down / scale
        }
        zoom = scale == fitScale ? .fit : .scale(scale)
        keepInside()
    }

    /// Keeps the picture's edges at or beyond the area's edges, and centers a picture smaller than the area.
    private mutating func keepInside() {
        centerX = Self.inside(centerX, size: picture.width, shown: Double(columns) / scale)
        centerY = Self.inside(centerY, size: picture.height, shown: height / scale)
    }

    private static func inside(_ center: Double, size: Int, shown: Double) -> Double {
        let pixels = Double(size)
        return showsAll(shown, of: size) ? pixels / 2 : min(max(center, shown / 2), pixels - shown / 2)
    }

    /// Whether a visible length covers the picture's. Allows for the rounding error of dividing by the scale, which
    /// must not count as an edge to pan to.
    private static func showsAll(_ shown: Double, of size: Int) -> Bool {
        shown >= Double(size) * (1 - 1e-9)
    }
}

/// The cells that show a photo.
struct ViewArea: Hashable, Sendable {
    let columns: Int
    let rows: Int
    let style: ArtStyle
}

extension Viewport {
    /// Creates the viewport that shows all of a picture in an area.
    init(picture: PixelSize, in area: ViewArea) {
        self.init(
            picture: picture, columns: area.columns, rows: area.rows, cellAspect: area.style.cellAspect,
            columnPixels: area.style.cell?.width ?? 1)
    }

    mutating func resize(to area: ViewArea) {
        resize(
            columns: area.columns, rows: area.rows, cellAspect: area.style.cellAspect,
            columnPixels: area.style.cell?.width ?? 1)
    }
}

/// A point of a picture, in fractions of the width and height of the upright picture.
struct PicturePoint: Hashable, Sendable {
    var x: Double
    var y: Double

    /// The middle of every picture.
    static let middle = PicturePoint(x: 0.5, y: 0.5)
}

/// The view of a picture in coordinates relative to its size. Pictures of the same shape have the same point under each
/// cell.
struct RelativeView: Hashable, Sendable {
    var center: PicturePoint
    /// Columns per pixel, times the side of a square with as many pixels as the picture.
    var scale: Double
    var isFitted: Bool
    var isFilled: Bool
    var rotation: Rotation
}

extension PixelSize {
    /// The side of a square with as many pixels.
    fileprivate var side: Double { (Double(max(1, width)) * Double(max(1, height))).squareRoot() }
}

extension ViewRequest {
    /// Requests the visible part of a viewport.
    init(_ viewport: Viewport, style: ArtStyle, pane: Pane) {
        self.init(
            part: viewport.part, rotation: viewport.rotation, columns: viewport.columns, rows: viewport.rows,
            style: style, pane: pane)
    }
}
