import Albums
import TerminalUI

/// Which part of a picture fills an area of cells: a pure value that zooms and pans.
///
/// Scales are in columns for each pixel of the picture.
public struct Viewport: Hashable, Sendable {
    /// How much of the picture is seen.
    public enum Zoom: Hashable, Sendable {
        /// All of it, as large as the area allows.
        case fit
        case scale(Double)
    }

    /// A direction to move the view in.
    public enum Direction: Sendable {
        case left, right, up, down
    }

    /// The size in pixels of the picture as it is turned.
    public private(set) var picture: PictureDimensions
    public private(set) var rotation = Rotation.none
    public private(set) var columns: Int
    public private(set) var rows: Int
    /// How many times as high as wide a cell is.
    private var cellAspect: Double
    public private(set) var zoom = Zoom.fit
    /// What is in the middle of the area, in pixels of the picture.
    private var centerX: Double
    private var centerY: Double

    /// How far a picture can be enlarged beyond its actual size.
    static let largestScale = 8.0

    init(picture: PictureDimensions, columns: Int, rows: Int, cellAspect: Double) {
        self.picture = picture
        self.columns = max(1, columns)
        self.rows = max(1, rows)
        self.cellAspect = cellAspect
        centerX = Double(picture.width) / 2
        centerY = Double(picture.height) / 2
    }

    /// Columns for each pixel of the picture.
    public var scale: Double {
        switch zoom {
        case .fit: fitScale
        case .scale(let scale): scale
        }
    }

    /// The part of the picture that the area shows, which reaches beyond it where the picture is smaller.
    public var part: PixelRect {
        let width = Double(columns) / scale
        let height = height / scale
        return PixelRect(x: centerX - width / 2, y: centerY - height / 2, width: width, height: height)
    }

    /// Whether no part of the picture is outside the area.
    var showsWhole: Bool {
        let part = part
        return part.width >= Double(picture.width) && part.height >= Double(picture.height)
    }

    mutating func resize(columns: Int, rows: Int, cellAspect: Double) {
        self.columns = max(1, columns)
        self.rows = max(1, rows)
        self.cellAspect = cellAspect
        keepInside()
    }

    mutating func fit() {
        zoom = .fit
        keepInside()
    }

    mutating func showActualSize() {
        zoom = fitScale == 1 ? .fit : .scale(1)
        keepInside()
    }

    /// Turns the picture clockwise by a quarter, around the middle.
    mutating func rotate() {
        (centerX, centerY) = (Double(picture.height) - centerY, centerX)
        picture = PictureDimensions(width: picture.height, height: picture.width)
        rotation = rotation.next
        keepInside()
    }

    /// One step larger, around the middle or a place of the area, which keeps what it shows.
    mutating func zoomIn(around place: Position? = nil) {
        show(at: scales.first { $0 > scale * 1.001 }, around: place)
    }

    /// One step smaller, around the middle or a place of the area, which keeps what it shows.
    mutating func zoomOut(around place: Position? = nil) {
        show(at: scales.last { $0 < scale / 1.001 }, around: place)
    }

    /// Moves the picture along by so many cells.
    mutating func drag(columns: Int, rows: Int) {
        centerX -= Double(columns) / scale
        centerY -= Double(rows) * cellAspect / scale
        keepInside()
    }

    /// Moves by an eighth of the area, in whole cells, so that a terminal can scroll what stays.
    mutating func pan(_ direction: Direction) {
        let cellsAcross = Double(max(1, columns / 8))
        let cellsDown = Double(max(1, rows / 8))
        switch direction {
        case .left: centerX -= cellsAcross / scale
        case .right: centerX += cellsAcross / scale
        case .up: centerY -= cellsDown * cellAspect / scale
        case .down: centerY += cellsDown * cellAspect / scale
        }
        keepInside()
    }

    /// Of the area, in columns.
    private var height: Double { cellAspect * Double(rows) }

    private var fitScale: Double {
        min(Double(columns) / Double(picture.width), height / Double(picture.height))
    }

    /// Every step from the smaller of fit and actual size, by half as much again, with fit and actual size among them.
    private var scales: [Double] {
        let smallest = min(fitScale, 1)
        var scales = [fitScale, 1]
        var step = smallest
        while step < Self.largestScale {
            // A step close to fit or to actual size would be felt as none.
            if abs(step / fitScale - 1) > 0.15, abs(step - 1) > 0.15 { scales.append(step) }
            step *= 1.5
        }
        return (scales + [Self.largestScale]).sorted()
    }

    private mutating func show(at scale: Double?, around place: Position? = nil) {
        guard let scale else { return }
        if let place {
            // How far from the middle of the area the place is, in columns.
            let right = Double(place.column) + 0.5 - Double(columns) / 2
            let down = (Double(place.row) + 0.5) * cellAspect - height / 2
            centerX += right / self.scale - right / scale
            centerY += down / self.scale - down / scale
        }
        zoom = scale == fitScale ? .fit : .scale(scale)
        keepInside()
    }

    /// The picture never leaves the area: its edges stop at the area's, and a smaller one stays in the middle.
    private mutating func keepInside() {
        centerX = Self.inside(centerX, size: Double(picture.width), shown: Double(columns) / scale)
        centerY = Self.inside(centerY, size: Double(picture.height), shown: height / scale)
    }

    private static func inside(_ center: Double, size: Double, shown: Double) -> Double {
        shown >= size ? size / 2 : min(max(center, shown / 2), size - shown / 2)
    }
}
